import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { Assembled } from './assembled.ts';
import { matchOf, type ResourceSelector } from './resourceSelector.ts';

/**
 * The versions of the single kind that a target selects among assembled resources; none if uncertain, or if it selects
 * several kinds. A certain match suffices, since the patch is applied to it; without one, the resources must be
 * complete.
 */
export function foundKinds(selector: ResourceSelector, all: readonly Assembled[]): readonly GroupVersionKind[] {
  const kinds = new Map<string, GroupVersionKind>();
  let isCertain = all.every(({ isComplete }) => isComplete);
  for (const resource of all.flatMap(({ resources }) => resources)) {
    const match = matchOf(selector, resource);
    if (match === 'no') continue;
    isCertain ||= match === 'yes';
    const { group, version, kind } = resource;
    kinds.set(`${formatGroupVersion({ group, version })} ${kind}`, { group, version, kind });
  }
  const [first, ...others] = kinds.values();
  if (!isCertain || first === undefined) return [];
  return others.every(({ group, kind }) => group === first.group && kind === first.kind) ? [first, ...others] : [];
}

/** Whether a target selects none of the assembled resources, which are complete. */
export function selectsNothing(selector: ResourceSelector, all: readonly Assembled[]): boolean {
  return (
    all.length > 0 &&
    all.every(
      ({ isComplete, resources }) => isComplete && resources.every((resource) => matchOf(selector, resource) === 'no'),
    )
  );
}
