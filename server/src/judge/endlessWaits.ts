import type { Finding } from '../finding.ts';
import { type WaitingObject, waitReferencesIn } from '../kustomize/waits.ts';
import type { Resource } from '../manifest/manifest.ts';
import { isFilledIn } from '../manifest/read/placeholder.ts';
import type { Verdict } from './analysis.ts';

/**
 * Adds findings on an object that waits in vain for other folders to be applied: `dependsOn` in
 * github.com/fluxcd/kustomize-controller.
 *
 * @param all the waiting objects of the repository; evaluated if the object waits for any.
 */
export function withEndlessWaits(
  resource: Resource,
  verdicts: readonly Verdict[],
  all: () => readonly WaitingObject[],
): readonly Verdict[] {
  if (resource.part !== undefined || resource.embedded !== undefined) return verdicts;
  const waits = waitReferencesIn(resource.root);
  if (waits.length === 0) return verdicts;
  const known = all();
  if (known.length === 0 || known.some(({ name }) => name === '' || isFilledIn(name))) return verdicts;
  const found = waits.flatMap(({ name, path, span }): readonly Finding[] => {
    const message = messageFor(name, resource.name ?? '', known);
    return message === undefined ? [] : [{ ...finding, path, span, message, fixes: () => [] }];
  });
  return found.length === 0
    ? verdicts
    : verdicts.map((verdict) => ({ ...verdict, findings: [...verdict.findings, ...found] }));
}

function messageFor(name: string, waitingName: string, all: readonly WaitingObject[]): string | undefined {
  if (isFilledIn(name)) return undefined;
  // The name may be that of another object with a prefix or suffix.
  if (!all.some((waitingObject) => name.includes(waitingObject.name)))
    return `No Kustomization of this repository has the name ${name}`;
  const cycle = cycleFrom(name, waitingName, all);
  return cycle === undefined ? undefined : `It waits for itself: ${[waitingName, ...cycle].join(' -> ')}`;
}

/** The names on a cycle back to the first one. If several objects share a name, all of them must wait for the next. */
function cycleFrom(name: string, first: string, all: readonly WaitingObject[]): readonly string[] | undefined {
  if (!all.every((waitingObject) => waitingObject.name !== first || waitingObject.dependsOn.includes(name)))
    return undefined;
  const paths: (readonly string[])[] = [[name]];
  const visited = new Set([name]);
  for (const path of paths) {
    const last = path.at(-1) ?? '';
    if (last === first) return path;
    const namesakes = all.filter((waitingObject) => waitingObject.name === last);
    for (const next of namesakes[0]?.dependsOn ?? []) {
      if (visited.has(next) || !namesakes.every(({ dependsOn }) => dependsOn.includes(next))) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return undefined;
}

const finding = {
  code: 'endless-wait',
  consequence: 'advice',
  why: 'Flux applies a Kustomization only after all its dependencies are ready.',
  remedy: 'Name an existing Kustomization that does not wait for this one, or remove the entry.',
  source: 'https://fluxcd.io/flux/components/kustomize/kustomizations/#dependencies',
} as const;
