import { formatMinor, type Minor, parseMinor } from '../../server/src/targets/version.ts';

/** A release of Kubernetes as its modules are versioned: `1.38.0-alpha.0` is v1.38.0-alpha.0 and, of the staging modules, v0.38.0-alpha.0. */
export interface Release {
  /** `1.37.1` or `1.38.0-alpha.0`. */
  readonly version: string;
  readonly minor: Minor;
  /** `1.37`: how the facts write the minor. */
  readonly minorText: string;
  /** Whether it comes before its minor's first release. */
  readonly preview: boolean;
}

/** The module with the programs and the documents of a release. */
export const mainModule = 'k8s.io/kubernetes';

/** The requested release, with or without a `v`; undefined if Kubernetes does not use such tags. */
export function parseRelease(text: string): Release | undefined {
  const version = /^v?(1\.\d+\.\d+(?:-(?:alpha|beta|rc)\.\d+)?)$/.exec(text)?.[1];
  const minor = version === undefined ? undefined : parseMinor(version);
  if (version === undefined || minor === undefined) return undefined;
  return { version, minor, minorText: formatMinor(minor), preview: version.includes('-') };
}

/** The version of a module in a release: Kubernetes' own unchanged, a staging module's with major 0. */
export function moduleVersion(module: string, release: Release): string {
  return module === mainModule ? `v${release.version}` : `v0.${release.version.slice('1.'.length)}`;
}

/**
 * The newest release of each minor that the facts can take in, newest last: a later one of a minor that they have, from
 * `oldest` on, and what there is of the minors after those. `isThere` says whether a release can be had at all; not all tags can.
 */
export function newerReleases(
  published: readonly string[],
  read: ReadonlyMap<string, string>,
  oldest: Minor,
  isThere: (release: Release) => boolean,
): Release[] {
  const known = new Map(
    [...read].flatMap(([name, version]) => {
      const release = parseRelease(version);
      return release === undefined ? [] : [[name, release]];
    }),
  );
  const newest = Math.max(oldest, ...[...known.values()].map(({ minor }) => minor));
  const isNewer = (release: Release): boolean => {
    const before = known.get(release.minorText);
    return before === undefined ? release.minor > newest : byVersion(before, release) < 0;
  };
  const newer = published
    .flatMap((version) => parseRelease(version) ?? [])
    .filter((release) => release.minor >= oldest && isNewer(release))
    .sort(byVersion);
  const minors = [...new Set(newer.map(({ minorText }) => minorText))];
  return minors.flatMap((minor) => newer.findLast((release) => release.minorText === minor && isThere(release)) ?? []);
}

/** Orders releases as semantic versions do: a preview comes before its release. */
export function byVersion(a: Release, b: Release): number {
  const [first, second] = [parts(a), parts(b)];
  const at = first.findIndex((part, index) => part !== second[index]);
  return at === -1 ? 0 : (first[at] ?? 0) - (second[at] ?? 0);
}

const stages = ['alpha', 'beta', 'rc'];

function parts({ version }: Release): number[] {
  const [numbers = '', suffix] = version.split('-');
  const [stage = '', number = '0'] = suffix?.split('.') ?? [];
  return [
    ...numbers.split('.').map(Number),
    suffix === undefined ? stages.length : stages.indexOf(stage),
    Number(number),
  ];
}
