import { type Finding, type Severity, severityOf } from '../../server/src/finding.ts';
import { locate } from '../../server/src/manifest/lookup.ts';
import { readManifest } from '../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../server/src/manifest/resources/findResources.ts';
import { LineIndex } from '../../server/src/text/lineIndex.ts';
import type { Span } from '../../server/src/text/span.ts';
import type { Answer } from '../../test/conformance/answers.ts';
import type { FixtureParts } from './disagreements.ts';

interface Compared {
  readonly target: string;
  readonly text: string;
  readonly answer: Answer;
  readonly findings: readonly Finding[];
}

/** The codes of findings by the reasons of a server's causes, as the page of the check has them. */
const codes: Readonly<Record<string, string>> = {
  FieldValueRequired: 'missing-field',
  FieldValueInvalid: 'invalid-value',
  FieldValueNotSupported: 'unsupported-value',
  FieldValueDuplicate: 'duplicate-value',
  FieldValueForbidden: 'forbidden-field',
  FieldValueTooLong: 'too-long',
  FieldValueTooMany: 'too-many',
  FieldValueTooFew: 'too-few',
  FieldValueNotFound: 'dangling-name',
};

/** The parts of a fixture with the server's answer: contradicted findings are removed, missed ones are added. */
export function fixtureOf({ target, text, answer, findings }: Compared): FixtureParts {
  const index = new LineIndex(text);
  const root = findResources(readManifest(text), 'asked.yaml').resources[0]?.root;
  const right = findings.filter((finding) => isRight(finding, answer));
  const found = new Set(right.map(({ path }) => plain(path)));
  const missed = [
    ...(answer.causes ?? []).map(([reason, path, message]) => ({
      code: codes[reason] ?? 'invalid-value',
      path,
      message,
    })),
    ...(answer.unknown ?? []).map((path) => ({ code: 'unknown-field', path, message: '' })),
  ].filter(({ path }) => !found.has(plain(path)));
  const spanOf = (path: string) => (root === undefined ? { start: 0, end: 1 } : locate(root, path).key);
  const annotations = [
    ...right.map(({ span, consequence, code, message }) =>
      annotation(index, text, span, severityOf[consequence], code, message),
    ),
    ...missed.map(({ path, code, message }) => annotation(index, text, spanOf(path), 'error', code, message)),
  ];
  return { target, text, server: serverLines(answer), annotations };
}

function isRight({ consequence, path }: Finding, { verdict, causes, unknown }: Answer): boolean {
  if (consequence === 'not-served' || consequence === 'undecodable') return verdict === consequence;
  if (consequence === 'invalid') return (causes ?? []).some(([, field]) => plain(field) === plain(path));
  if (consequence === 'unknown-field') return (unknown ?? []).some((field) => plain(field) === plain(path));
  return true;
}

function annotation(
  index: LineIndex,
  text: string,
  { start, end }: Span,
  severity: Severity,
  code: string,
  message: string,
): readonly [number, string] {
  const { line, character } = index.position(start);
  const lineEnd = text.indexOf('\n', start) === -1 ? text.length : text.indexOf('\n', start);
  const until = character + Math.max(1, Math.min(end, lineEnd) - start);
  return [line, `# @${character}-${until} ${severity} ${code}: ${message.split('\n')[0] ?? ''}`];
}

function serverLines({ verdict, message, warnings = [] }: Answer): readonly string[] {
  return [
    verdict,
    ...(message === undefined ? [] : [message.split('\n')[0] ?? '']),
    ...warnings.map((text) => `Warning: ${text}`),
  ];
}

/** The server writes map keys as `.key` and as `[key]`: both are the same path here. */
function plain(path: string): string {
  return path.replace(/^\./, '').replace(/\[(?!\d+\])([^\]]*)\]/g, '.$1');
}

/** A fixture as its file has it (`test/harness/README.md`). */
export function fixtureText({ target, text, server, annotations }: FixtureParts): string {
  const head = [`# target: ${target}`, ...server.slice(0, 5).map((line) => `# the server: ${line}`)];
  const lines = text.trimEnd().split('\n');
  const body = lines.flatMap((line, at) => [
    line,
    ...annotations.flatMap(([below, note]) => (below === at ? [note] : [])),
  ]);
  return `${[...head, ...body].join('\n')}\n`;
}
