import { kindKey } from '../catalog/catalog.ts';
import { PerTarget } from '../catalog/perTarget.ts';
import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { compareVersions, type GroupVersionKind, versionRank } from '../targets/groupVersion.ts';
import { newerRelatives, relatives } from './families.ts';

/**
 * The served versions of a kind that a manifest could be upgraded to, the newest first: more preferred versions of its
 * group, and those of the new group if the kind left its group.
 */
export function successors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  return newerAnswers.of(surface, kindKey(origin), () => findSuccessors(surface, origin));
}

const newerAnswers = new PerTarget<readonly ServedResource[]>();
const olderAnswers = new PerTarget<readonly ServedResource[]>();

/**
 * The versions that a resource could be converted to, the best first: those that every target serves before those of
 * the first only, and newer ones before older ones. Older ones count only if `origin` itself is not served.
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
  const found = [...newer, ...older];
  const everywhere = (gvk: GroupVersionKind) => others.every((surface) => isServed(surface, gvk));
  const common = found.filter(everywhere);
  // A version that all targets serve is better than one that only some serve.
  if (common.length === 0 && surfaces.every((surface) => isServed(surface, origin))) return [];
  return [...common, ...found.filter((gvk) => !everywhere(gvk))];
}

/** Whether a target serves a version of a kind. */
export function isServed(surface: ApiSurface, gvk: GroupVersionKind): boolean {
  return surface.availability(gvk).state === 'served';
}

function findSuccessors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  const moved = leftItsGroup(surface, origin) ? newerRelatives(origin, surface).map(kindKey) : [];
  return [...surface.resources, ...customRelatives(surface, origin)]
    .filter(
      (served) =>
        served.kind === origin.kind &&
        (served.group === origin.group
          ? compareVersions(served.version, origin.version) < 0
          : moved.includes(kindKey(served))) &&
        !lessStable(served.version, origin.version),
    )
    .sort((a, b) => compareVersions(a.version, b.version));
}

/** Served versions of a custom resource that it converts to; its definition is read lazily. */
function customRelatives(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  if (surface.catalog.isBuiltInGroup(origin.group)) return [];
  return relatives(origin, surface).flatMap((gvk) => {
    const availability = surface.availability(gvk);
    return availability.state === 'served' ? [availability.resource] : [];
  });
}

/** Served versions of the family that are no successors, the newest first. */
function predecessors(surface: ApiSurface, origin: GroupVersionKind): readonly ServedResource[] {
  const newer = successors(surface, origin);
  return [...relatives(origin, surface)].reverse().flatMap((gvk) => {
    const availability = surface.availability(gvk);
    if (availability.state !== 'served' || newer.includes(availability.resource)) return [];
    return [availability.resource];
  });
}

/** Whether Kubernetes gave up the kind in its group, so that only another group continues it. */
function leftItsGroup({ catalog }: ApiSurface, origin: GroupVersionKind): boolean {
  return catalog.kind(origin)?.served.at(-1)?.last !== undefined;
}

/** Whether going from one version to the other would trade a stable or beta API for a less stable one. */
function lessStable(version: string, than: string): boolean {
  const order = ['stable', 'beta', 'alpha'];
  return order.indexOf(versionRank(version)?.stability ?? '') > order.indexOf(versionRank(than)?.stability ?? '');
}
