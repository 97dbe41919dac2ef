import type { Finding } from '../finding.ts';
import { pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import type { MapNode, Node, ScalarNode, ScalarValue } from '../manifest/node.ts';
import type { Verdict } from './analysis.ts';
import { filledForm, type JudgeForm } from './asBuilt.ts';

/**
 * The refusals at other paths if each placeholder has a value of the right type. The server does not validate an object
 * that it cannot decode, so the written object shows none of them. They depend only on the text, so they can be cached.
 *
 * @param paths the paths of the values that cannot be decoded before they are filled in.
 * @param judge judges one form of the resource.
 */
export function possibleRefusals(resource: Resource, paths: readonly string[], judge: JudgeForm): readonly Verdict[] {
  const isElsewhere = ({ consequence, path }: Finding) =>
    consequence === 'invalid' && !paths.some((filledPath) => isRelated(path, filledPath));
  const [typed = []] = judgedWithValues(resource, paths, judge) ?? [];
  return typed.map((verdict) => ({ ...verdict, findings: verdict.findings.filter(isElsewhere) }));
}

/**
 * The {@link possibleRefusals} that hold for any values of the placeholders: another value and null give them as well.
 * They also depend only on the text.
 */
export function certainRefusals(
  resource: Resource,
  paths: readonly string[],
  possible: readonly Verdict[],
  judge: JudgeForm,
): readonly Verdict[] {
  const [, other] = judgedWithValues(resource, paths, judge) ?? [];
  if (other === undefined) return [];
  const withNulls = filledWith(resource, paths, () => scalar(null));
  const others = [other(), judge(withNulls, `without ${paths.join(' ')}`)];
  return possible.map((verdict, index) => ({
    ...verdict,
    findings: verdict.findings.filter((finding) =>
      others.every((otherVerdicts) => isIn(otherVerdicts[index], finding)),
    ),
  }));
}

/** Adds refusals to the verdicts of the same target. */
export function withRefusals(verdicts: readonly Verdict[], refusals: readonly Verdict[]): readonly Verdict[] {
  return verdicts.map((verdict, index) => {
    const more = (refusals[index]?.findings ?? []).filter(
      (finding) => finding.consequence === 'invalid' && !isIn(verdict, finding),
    );
    if (more.length === 0) return verdict;
    return { ...verdict, findings: [...verdict.findings, ...more].sort((a, b) => a.span.start - b.span.start) };
  });
}

function isIn(verdict: Verdict | undefined, finding: Finding): boolean {
  return verdict?.findings.some((other) => isAlike(other, finding)) === true;
}

/**
 * Two values of each type that a field may have, in the order in which the types are tried. There are none for lists and
 * structs, because other fields depend on their content: mounts on volumes, for example.
 */
const samples: readonly (readonly [Node, Node])[] = [
  [scalar(1), scalar(1_000_000)],
  [scalar(true), scalar(false)],
  [scalar(''), scalar('')],
  [map(['a']), map([])],
];

function scalar(value: ScalarValue): ScalarNode {
  return { kind: 'scalar', value, style: 'plain', start: 0, end: 0 };
}

/** A map from these keys to empty strings. */
function map(keys: readonly string[]): MapNode {
  const entries = keys.map((key) => ({ key, keySpan: { start: 0, end: 0 }, value: scalar('') }));
  return { kind: 'map', entries, flow: true, start: 0, end: 0 };
}

/** The verdicts with one value that can be decoded at each path, and lazily those with another one. */
function judgedWithValues(
  resource: Resource,
  paths: readonly string[],
  judge: JudgeForm,
): readonly [readonly Verdict[], () => readonly Verdict[]] | undefined {
  const types = new Map<string, number>(paths.map((path) => [path, 0]));
  const judgeWith = (which: 0 | 1) => {
    const form = filledWith(resource, paths, (path) => samples[types.get(path) ?? 0]?.[which] ?? scalar(null));
    return judge(form, `with ${which} of ${JSON.stringify([...types])}`);
  };
  while ([...types.values()].every((type) => type < samples.length)) {
    const judged = judgeWith(0);
    const wrong = paths.filter((path) => judged.some(({ findings }) => findings.some(isOfOtherType(path))));
    if (wrong.length === 0) return [judged, () => judgeWith(1)];
    for (const path of wrong) types.set(path, (types.get(path) ?? 0) + 1);
  }
  return undefined;
}

function filledWith(resource: Resource, paths: readonly string[], valueAt: (path: string) => Node): Resource {
  return filledForm(
    resource,
    paths.map((path) => ({ steps: pathSteps(path), value: valueAt(path) })),
  );
}

/** Whether a finding shows that the value at a path has the wrong type: a struct does not have the key of a map. */
function isOfOtherType(filledPath: string): (finding: Finding) => boolean {
  return ({ consequence, path }) =>
    isAtOrAbove(filledPath, path) && (consequence === 'undecodable' || (isUnknown(consequence) && path !== filledPath));
}

function isUnknown(consequence: Finding['consequence']): boolean {
  return consequence === 'unknown-field' || consequence === 'dropped';
}

/** Whether one of two paths contains the other. */
function isRelated(path: string, other: string): boolean {
  return isAtOrAbove(path, other) || isAtOrAbove(other, path);
}

function isAtOrAbove(path: string, filledPath: string): boolean {
  const [above, below] = [pathSteps(path), pathSteps(filledPath)];
  return above.every((step, index) => step === below[index]);
}

function isAlike(a: Finding, b: Finding): boolean {
  return a.code === b.code && a.path === b.path && a.message === b.message;
}
