import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { deprecationOf } from '../checks/deprecation.ts';
import { compareVersions } from '../targets/groupVersion.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { commonRank } from './commonKinds.ts';

/** A target with its served, creatable resources. */
export interface ServedAt {
  readonly surface: ApiSurface;
  readonly served: readonly ServedResource[];
}

/** Whether two resources are one version of one kind. */
export function isSame(a: ServedResource, b: ServedResource | undefined): boolean {
  return a.kind === b?.kind && a.group === b.group && a.version === b.version;
}

/** Of the versions of a kind the one that most targets serve, and do not call deprecated; the most stable and newest of several. */
export function bestOf(resources: readonly ServedResource[], all: readonly ServedAt[]): ServedResource | undefined {
  const worth = (resource: ServedResource) =>
    all.reduce((sum, { surface, served }) => {
      const found = served.find((servedResource) => isSame(servedResource, resource));
      return found === undefined ? sum : sum + (isDeprecated({ surface, found }) ? 2 : 3);
    }, 0);
  const sorted = resources.map((resource) => ({ resource, worth: worth(resource) }));
  sorted.sort((a, b) => b.worth - a.worth || compareVersions(a.resource.version, b.resource.version));
  return sorted[0]?.resource;
}

/** A target with the kind found there. */
export interface KindAtTarget {
  readonly surface: ApiSurface;
  readonly found: ServedResource | undefined;
}

/** Whether a version is deprecated somewhere, and where it comes among others. */
export function deprecationAndRank(having: readonly KindAtTarget[]): {
  readonly deprecated: boolean;
  readonly rank: number;
} {
  const deprecated = having.some(isDeprecated);
  return { deprecated, rank: (having.some(({ found }) => found === undefined) ? 2 : 0) + (deprecated ? 1 : 0) };
}

/** Whether a target deprecates the kind found there. */
export function isDeprecated({ surface, found }: KindAtTarget): boolean {
  return (
    found !== undefined &&
    (deprecationOf(surface, found) !== undefined || found.custom?.deprecationWarning !== undefined)
  );
}

/** Which targets lack it; '' for none. */
export function lackingTargetsText(lacking: readonly KindAtTarget[]): string {
  return lacking.length === 0 ? '' : `not served by ${lacking.map(({ surface }) => surface.name).join(', ')}`;
}

const creatableOf = new WeakMap<ApiSurface, readonly ServedResource[]>();

/** The served and creatable resources of a target. */
export function creatableResources(surface: ApiSurface): readonly ServedResource[] {
  return getOrInsertComputed(creatableOf, surface, () => {
    const all = [...surface.resources, ...(surface.customResources?.() ?? [])];
    return all.filter(({ verbs }) => verbs.includes('create'));
  });
}

/** The order in which kinds are offered: common ones first, then those of Kubernetes, then custom resources. */
export function worthOf(resource: ServedResource | undefined): number {
  if (resource === undefined) return Number.POSITIVE_INFINITY;
  return commonRank(resource) + (resource.custom === undefined ? 0 : 1);
}
