import type { GroupVersionKind } from '../targets/groupVersion.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { Assembled } from './assembled.ts';
import { matchOf, type ResourceSelector } from './resourceSelector.ts';

/**
 * The versions of the one kind of which everything is that a target selects of what kustomizations put together; none
 * where that is not certain, or where it selects several kinds. What it surely selects makes it certain, because the patch
 * is put into that; without such, nothing else may come from elsewhere.
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

/** Whether a target selects nothing of what kustomizations put together, of which everything is known. */
export function selectsNothing(selector: ResourceSelector, all: readonly Assembled[]): boolean {
  return (
    all.length > 0 &&
    all.every(
      ({ isComplete, resources }) => isComplete && resources.every((resource) => matchOf(selector, resource) === 'no'),
    )
  );
}
