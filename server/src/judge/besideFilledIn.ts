import type { Finding } from '../finding.ts';
import { pathSteps } from '../manifest/lookup.ts';
import type { Resource } from '../manifest/manifest.ts';
import { entryFor, type MapNode, type Node, type ScalarNode, type ScalarValue } from '../manifest/node.ts';
import type { Verdict } from './analysis.ts';
import { filledForm, type JudgeForm } from './asBuilt.ts';

/**
 * Adds the refusals that hold for any values of some placeholders. Objects that cannot be decoded are not validated, so
 * as written nothing else is found. The resource is therefore judged with one value of the right type, with another
 * one, and without a value. A refusal at another path that all three have does not depend on the value.
 *
 * @param places the paths of the values that cannot be decoded before they are filled in.
 * @param judge judges the resource in one of these forms, with a key that distinguishes it.
 */
export function besideFilledIn(
  resource: Resource,
  verdicts: readonly Verdict[],
  places: readonly string[],
  judge: JudgeForm,
): readonly Verdict[] {
  const [typed, ...others] = judgedWithValues(resource, places, judge);
  if (typed === undefined) return verdicts;
  const without = places.reduce((root, place) => rootWithout(root, pathSteps(place)), resource.root);
  others.push(judge({ ...resource, root: without }, `without ${places.join(' ')}`));
  return verdicts.map((verdict, index) => {
    const isIn = (those: readonly Verdict[], finding: Finding) =>
      those[index]?.findings.some((other) => isAlike(other, finding)) === true;
    const more = (typed[index]?.findings ?? []).filter(
      (finding) =>
        finding.consequence === 'invalid' &&
        !places.some((place) => isAtOrAbove(finding.path, place)) &&
        others.every((other) => isIn(other, finding)) &&
        !isIn(verdicts, finding),
    );
    if (more.length === 0) return verdict;
    return { ...verdict, findings: [...verdict.findings, ...more].sort((a, b) => a.span.start - b.span.start) };
  });
}

const emptyMap: Node = { kind: 'map', entries: [], flow: true, start: 0, end: 0 };
const emptyList: Node = { kind: 'list', items: [], flow: true, start: 0, end: 0 };

/** Two values of each type that a field may have, in the order in which the types are tried. */
const samples: readonly (readonly [Node, Node])[] = [
  [scalar(1), scalar(1_000_000)],
  [scalar(true), scalar(false)],
  [scalar(''), scalar('')],
  [emptyMap, emptyMap],
  [emptyList, emptyList],
];

function scalar(value: ScalarValue): ScalarNode {
  return { kind: 'scalar', value, style: 'plain', start: 0, end: 0 };
}

/** The verdicts with either value of a type that can be decoded at each place; none if no type can be decoded. */
function judgedWithValues(resource: Resource, places: readonly string[], judge: JudgeForm): (readonly Verdict[])[] {
  const types = new Map<string, number>(places.map((place) => [place, 0]));
  const judgeWith = (which: 0 | 1) => {
    const fills = [...types].flatMap(([place, type]) => {
      const value = samples[type]?.[which];
      return value === undefined ? [] : [{ steps: pathSteps(place), value }];
    });
    return judge(filledForm(resource, fills), `with ${which} of ${JSON.stringify([...types])}`);
  };
  while ([...types.values()].every((type) => type < samples.length)) {
    const judged = judgeWith(0);
    const wrong = places.filter((place) => judged.some(({ findings }) => findings.some(isUndecodable(place))));
    if (wrong.length === 0) return [judged, judgeWith(1)];
    for (const place of wrong) types.set(place, (types.get(place) ?? 0) + 1);
  }
  return [];
}

function isUndecodable(place: string): (finding: Finding) => boolean {
  return ({ consequence, path }) => consequence === 'undecodable' && path === place;
}

function isAtOrAbove(path: string, place: string): boolean {
  const [above, below] = [pathSteps(path), pathSteps(place)];
  return above.every((step, index) => step === below[index]);
}

function isAlike(a: Finding, b: Finding): boolean {
  return a.code === b.code && a.path === b.path && a.message === b.message;
}

/** The map without the value at a path; list items stay, because removing one would shift the indices of the others. */
function rootWithout(root: MapNode, steps: readonly string[]): MapNode {
  const left = without(root, steps);
  return left.kind === 'map' ? left : root;
}

function without(node: Node, [step = '', ...rest]: readonly string[]): Node {
  if (node.kind === 'list' && rest.length > 0)
    return {
      ...node,
      items: node.items.map((item, index) => (String(index) === step ? without(item, rest) : item)),
    };
  if (node.kind !== 'map') return node;
  const entry = entryFor(node, step);
  if (entry === undefined) return node;
  if (rest.length === 0) return { ...node, entries: node.entries.filter(({ key }) => key !== step) };
  const left = { ...entry, value: without(entry.value, rest) };
  return { ...node, entries: node.entries.map((candidate) => (candidate === entry ? left : candidate)) };
}
