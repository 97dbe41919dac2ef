import type { Minor } from './version.ts';

/**
 * How a server writes its version in the answer to `/version`, which is all that Helm's templates see of it. Providers
 * add texts of their own: `v1.33.5-eks-5d632ec` with the minor `33+`.
 */
export interface VersionReport {
  /** What follows the three numbers of `gitVersion`, such as `-eks-5d632ec` or `+k3s1`; empty for plain Kubernetes. */
  readonly suffix: string;
  /** What follows the number of `minor`: `+` or nothing. */
  readonly minorSuffix: string;
  /** The patch number; undefined if unknown. */
  readonly patch?: number;
}

/** The reports of a server with an unknown provider, the likeliest first. */
export const possibleReports: readonly [VersionReport, ...VersionReport[]] = [
  { suffix: '', minorSuffix: '' },
  { suffix: '-0', minorSuffix: '' },
  { suffix: '-0', minorSuffix: '+' },
];

/**
 * The reports that a written version allows: those of a whole release with a suffix, such as `1.31.6-gke.1020000` or
 * `v1.33.4+k3s1`. Undefined for other texts: a provider may add a suffix to them.
 */
export function reportsOfVersion(text: string): readonly VersionReport[] | undefined {
  const [, patch, written] = release.exec(text.trim()) ?? [];
  if (patch === undefined || written === undefined) return undefined;
  const suffix = reportedSuffix(written);
  const minorSuffixes = suffix.startsWith('-') ? ['', '+'] : [''];
  return minorSuffixes.map((minorSuffix) => ({ suffix, minorSuffix, patch: Number(patch) }));
}

/**
 * The report of a server that was asked.
 *
 * @param minorText its `minor`; undefined if it is not known, as in copies of older programs.
 */
export function reportsOfServer(gitVersion: string, minorText: string | undefined): readonly VersionReport[] {
  const [, patch, suffix = ''] = release.exec(gitVersion) ?? [];
  if (patch === undefined) return possibleReports;
  const written = minorText === undefined ? undefined : /^\d+(\+?)$/.exec(minorText)?.[1];
  const minorSuffixes = written !== undefined ? [written] : suffix.startsWith('-') ? ['', '+'] : [''];
  return minorSuffixes.map((minorSuffix) => ({ suffix, minorSuffix, patch: Number(patch) }));
}

/**
 * The suffix that a server reports, for one of a tag or of a release of an installer. A tag cannot have the `+` of
 * k3s and RKE2 (`rancher/k3s:v1.33.4-k3s1`). k0s and RKE number their own releases of one server: `+k0s.0` reports
 * `+k0s`, and the servers of `-rancher1-1` are those of Kubernetes itself.
 */
function reportedSuffix(written: string): string {
  return written
    .replace(/^-(?=(?:k3s|rke2r)\d)/, '+')
    .replace(/^[-+]k0s\.\d+$/, '+k0s')
    .replace(/^-rancher\d+(?:-\d+)?$/, '');
}

const release = /^v?1\.\d+\.(\d{1,4})([-+][\w.+-]+)?$/;

/** The `gitVersion` of a report. @param patch the patch number, if the report has none. */
export function gitVersionOf({ suffix, patch: known }: VersionReport, minor: Minor, patch: number): string {
  return `v1.${minor}.${known ?? patch}${suffix}`;
}
