/** An API group and one of its versions. The core group is the empty string. */
export interface GroupVersion {
  readonly group: string;
  readonly version: string;
}

/** The `apiVersion` and `kind` of a manifest. */
export interface GroupVersionKind extends GroupVersion {
  readonly kind: string;
}

/** `apps/v1`, or `v1` for the core group: the form of a manifest's `apiVersion`. */
export function formatGroupVersion({ group, version }: GroupVersion): string {
  return group === '' ? version : `${group}/${version}`;
}

/**
 * Reads `apps/v1` or `v1` as `schema.ParseGroupVersion` of `k8s.io/apimachinery` does: at most one slash, and `/v1` is
 * the core group's `v1`. Undefined for more slashes or an empty version.
 */
export function parseGroupVersion(apiVersion: string): GroupVersion | undefined {
  // Called several times per resource, so it allocates no lists.
  const slash = apiVersion.indexOf('/');
  const version = apiVersion.slice(slash + 1);
  return version === '' || version.includes('/')
    ? undefined
    : { group: apiVersion.slice(0, Math.max(slash, 0)), version };
}

/** `apps/v1 Deployment`, for people. */
export function formatGroupVersionKind(gvk: GroupVersionKind): string {
  return `${formatGroupVersion(gvk)} ${gvk.kind}`;
}

/** How stable a version of an API is, most stable first. */
export type Stability = 'stable' | 'beta' | 'alpha';

/** A version's parts by the naming rule `v<major>[alpha|beta<minor>]`. */
export interface VersionRank {
  readonly stability: Stability;
  readonly major: number;
  readonly minor: number;
}

/** The parts of `v1`, `v2beta1`, `v1alpha3`; undefined for a name that does not follow the rule. */
export function versionRank(version: string): VersionRank | undefined {
  const match = /^v(\d+)(?:(alpha|beta)(\d+))?$/.exec(version);
  if (match === null) return undefined;
  const [, major = '', level, minor = '0'] = match;
  const stability: Stability = level === 'alpha' || level === 'beta' ? level : 'stable';
  return { stability, major: Number(major), minor: Number(minor) };
}

const stabilityOrder: Readonly<Record<Stability, number>> = { stable: 0, beta: 1, alpha: 2 };

/**
 * Sorts versions most preferred first, as `k8s.io/apimachinery/pkg/version.CompareKubeAwareVersionStrings` does:
 * stable before beta before alpha, then higher numbers first; other names come last, alphabetically.
 */
export function compareVersions(first: string, second: string): number {
  const left = versionRank(first);
  const right = versionRank(second);
  if (left === undefined || right === undefined) {
    if (left === undefined && right === undefined) return first < second ? -1 : first > second ? 1 : 0;
    return left === undefined ? 1 : -1;
  }
  return (
    stabilityOrder[left.stability] - stabilityOrder[right.stability] ||
    right.major - left.major ||
    right.minor - left.minor
  );
}
