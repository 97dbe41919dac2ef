import { kindKey } from '../catalog/catalog.ts';
import { PerTarget } from '../catalog/perTarget.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { compareVersions, type GroupVersionKind, versionRank } from '../targets/groupVersion.ts';
import { newerRelatives, relatives } from './families.ts';

/**
 * The served versions of a kind that a manifest can be upgraded to, the newest first: newer versions of its group, and
 * versions of the new group if the kind left its group. Less stable versions are excluded.
 */
export function successors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  return newerAnswers.of(surface, kindKey(origin), () => findSuccessors(surface, origin));
}

const newerAnswers = new PerTarget<readonly ServedResource[]>();
const olderAnswers = new PerTarget<readonly ServedResource[]>();

/**
 * The versions that a resource can be converted to, the best first: those that every target serves, then those of the
 * first target only; newer ones before older ones. Older ones are included only if the first target does not serve
 * `origin`.
 */
export function conversionTargets(
  surfaces: readonly ApiSurface[],
  origin: GroupVersionKind,
): readonly ServedResource[] {
  const [first, ...others] = surfaces;
  if (first === undefined) return [];
  const newer = successors(first, origin);
  const older = isServed(first, origin)
    ? []
    : olderAnswers.of(first, kindKey(origin), () => predecessors(first, origin));
  const candidates = [...newer, ...older];
  const isServedEverywhere = (gvk: GroupVersionKind) => others.every((surface) => isServed(surface, gvk));
  const common = candidates.filter(isServedEverywhere);
  // The present version, which all targets serve, is better than one that only some serve.
  if (common.length === 0 && surfaces.every((surface) => isServed(surface, origin))) return [];
  return [...common, ...candidates.filter((gvk) => !isServedEverywhere(gvk))];
}

/** Whether a target serves a version of a kind. */
export function isServed(surface: ApiSurface, gvk: GroupVersionKind): boolean {
  return surface.availability(gvk).state === 'served';
}

function findSuccessors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  const inNewGroup = leftItsGroup(surface, origin) ? newerRelatives(origin, surface).map(kindKey) : [];
  return [...surface.resources, ...customRelatives(surface, origin)]
    .filter(
      (served) =>
        served.kind === origin.kind &&
        (served.group === origin.group
          ? compareVersions(served.version, origin.version) < 0
          : inNewGroup.includes(kindKey(served))) &&
        !isLessStable(served.version, origin.version),
    )
    .sort((a, b) => compareVersions(a.version, b.version));
}

/**
 * The served versions that a custom resource converts to. Built-in kinds are excluded, so that no definition is read.
 */
function customRelatives(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  if (surface.catalog.isBuiltInGroup(origin.group)) return [];
  return relatives(origin, surface).flatMap((gvk) => {
    const availability = surface.availability(gvk);
    return availability.state === 'served' ? [availability.resource] : [];
  });
}

/** The served versions of the family that are not successors, the newest first. */
function predecessors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  const newer = successors(surface, origin);
  return [...relatives(origin, surface)].reverse().flatMap((gvk) => {
    const availability = surface.availability(gvk);
    if (availability.state !== 'served' || newer.includes(availability.resource)) return [];
    return [availability.resource];
  });
}

/** Whether Kubernetes stopped serving this version of a built-in kind. */
function leftItsGroup({ catalog }: ApiSurface, origin: GroupVersionKind): boolean {
  return catalog.kind(origin)?.served.at(-1)?.last !== undefined;
}

/** Whether a version is less stable than another. */
function isLessStable(version: string, other: string): boolean {
  const order = ['stable', 'beta', 'alpha'];
  return order.indexOf(versionRank(version)?.stability ?? '') > order.indexOf(versionRank(other)?.stability ?? '');
}
