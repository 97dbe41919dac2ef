import type { Finding } from '../../server/src/finding.ts';
import type { Answer } from './answers.ts';

/** One comparison of a finding, or of its absence, with an answer. */
export interface Comparison {
  readonly metric: string;
  readonly agrees: boolean;
  /** The subject of a disagreement; equal for disagreements of the same kind. */
  readonly about: string;
  readonly detail: string;
}

const rejecting = new Set(['not-served', 'undecodable', 'invalid']);

/**
 * Compares the findings of a document with the server's answer, by the metrics of the conformance sets and two more:
 * `extra-fields` counts fields that only Kubecompat refuses, in a document that the server refuses too.
 */
export function compare(
  answer: Answer,
  kind: string,
  findings: readonly Finding[],
  isRecognized: boolean,
): readonly Comparison[] {
  const found: Comparison[] = [];
  const compare = (metric: string, agrees: boolean, about: string, detail: string): void => {
    found.push({ metric, agrees, about: `${kind} ${about}`, detail });
  };
  const of = (consequence: string): readonly Finding[] =>
    findings.filter((finding) => finding.consequence === consequence);
  const paths = (consequence: string): ReadonlySet<string> => new Set(of(consequence).map(({ path }) => plain(path)));
  compare('looked-at', isRecognized, '', 'no resource in the report');
  const notServed = of('not-served').length > 0;
  compare(
    'availability',
    notServed === (answer.verdict === 'not-served'),
    answer.verdict,
    notServed ? 'not served' : 'served',
  );
  if (answer.verdict === 'not-served') return found;
  const undecodable = answer.verdict === 'undecodable';
  const ours = of('undecodable');
  if (undecodable || ours.length > 0) {
    compare('undecodable', undecodable === ours.length > 0, answer.message?.slice(0, 80) ?? ours[0]?.message ?? '', '');
  }
  if (!undecodable) compareFields(answer, paths('unknown-field'), of('duplicate-field').length > 0, compare);
  if (answer.verdict === 'invalid') compareCauses(answer, of('invalid'), compare);
  if (answer.verdict === 'accepted') {
    const bad = findings.filter(({ consequence }) => rejecting.has(consequence));
    compare(
      'no-false-alarm',
      bad.length === 0,
      shape(bad[0]?.path ?? ''),
      bad.map(({ message }) => message).join(' | '),
    );
    compareLost(answer, paths('dropped'), compare);
    const warned = (answer.warnings ?? []).filter((text) => !/^(unknown|duplicate) field/.test(text));
    const warnings = of('warning');
    if (warned.length > 0 || warnings.length > 0) {
      compare(
        'warnings',
        warned.length > 0 === warnings.length > 0,
        shape(warned[0]?.split(':')[0] ?? warnings[0]?.path ?? ''),
        (warned[0] ?? warnings[0]?.message) || '',
      );
    }
    compareTexts(
      warned.map(unescaped),
      warnings.map(({ message }) => message),
      compare,
    );
  }
  return found;
}

type Say = (metric: string, agrees: boolean, about: string, detail: string) => void;

function compareFields(answer: Answer, unknown: ReadonlySet<string>, duplicate: boolean, compare: Say): void {
  const theirs = new Set((answer.unknown ?? []).map(plain));
  if (theirs.size > 0 || unknown.size > 0) {
    const same = theirs.size === unknown.size && [...theirs].every((path) => unknown.has(path));
    compare('unknown-fields', same, shape([...theirs, ...unknown][0] ?? ''), `${[...theirs]} against ${[...unknown]}`);
  }
  const repeated = (answer.duplicate ?? []).length > 0;
  if (repeated || duplicate) compare('duplicate-fields', repeated === duplicate, String(answer.duplicate ?? ''), '');
}

function compareCauses(answer: Answer, findings: readonly Finding[], compare: Say): void {
  const causes = (answer.causes ?? []).filter((cause) => !isEnvironmental(cause));
  // Some causes name their field only in the message.
  const withoutField = (answer.causes ?? []).flatMap(([, field, message]) => (field === '<nil>' ? [message] : []));
  const [first] = causes;
  if (first === undefined) return;
  const ours = new Set(findings.map(({ path }) => plain(path)));
  compare('invalid-found', ours.size > 0, shape(first[1]), first.join(' '));
  const theirs = new Map(causes.map((cause) => [plain(cause[1]), cause.join(' ')]));
  for (const [path, cause] of theirs) compare('invalid-fields', ours.has(path), shape(path), cause);
  for (const { path, message } of findings) {
    const isNamed = theirs.has(plain(path)) || withoutField.some((text) => path !== '' && text.includes(path));
    if (!isNamed) compare('extra-fields', false, shape(path), message);
  }
}

/** Warnings have the exact texts of the server, so that users find them when they search for a line from a log. */
function compareTexts(theirs: readonly string[], ours: readonly string[], compare: Say): void {
  const other = (text: string, all: readonly string[]) =>
    all.includes(text) ? '' : `${text}\nnot in ${all.join('\n')}`;
  for (const text of new Set(theirs))
    compare('warning-texts', ours.includes(text), text.slice(0, 60), other(text, ours));
  for (const text of new Set(ours)) {
    if (!theirs.includes(text)) compare('warning-texts', false, text.slice(0, 60), other(text, theirs));
  }
}

/** The text of a Warning header, which escapes quotes and backslashes. */
function unescaped(text: string): string {
  return text.replace(/\\(["\\])/g, '$1');
}

function compareLost(answer: Answer, dropped: ReadonlySet<string>, compare: Say): void {
  const lost = (answer.lost ?? []).map(plain);
  for (const path of dropped) {
    const isLost = lost.some((each) => each === path || isBelow(each, path) || isBelow(path, each));
    compare('dropped-true', isLost, shape(path), `${path} is not lost`);
  }
}

function isBelow(path: string, parent: string): boolean {
  return path.startsWith(`${parent}.`) || path.startsWith(`${parent}[`);
}

/** Causes that depend on other objects in the recorded cluster. */
function isEnvironmental([, field, message]: readonly [string, string, string]): boolean {
  return (
    field === '<nil>' ||
    /not configured on this cluster|failed to allocate|already exists|provided (IP|port)|not found: .*(priorityclass|runtimeclass)/i.test(
      message,
    ) ||
    /^metadata\.(resourceVersion|uid)$/.test(field)
  );
}

/** The server writes map keys as `.key` in strict errors and as `[key]` in causes; here both are the same path. */
function plain(path: string): string {
  return path.replace(/^\./, '').replace(/\[(?!\d+\])([^\]]*)\]/g, '.$1');
}

/** A path without its indices. */
export function shape(path: string): string {
  return plain(path).replace(/\[\d+\]/g, '[]');
}
