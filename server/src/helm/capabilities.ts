import type { ApiSurface } from '../catalog/surface.ts';
import type { TemplateCommand } from '../targets/templateCommand.ts';
import { type Minor, parseMinor } from '../targets/version.ts';
import { gitVersionOf, possibleReports, reportsOfServer, type VersionReport } from '../targets/versionReport.ts';
import { satisfies } from './constraint.ts';

/** The value of `.Capabilities` in Helm's templates for a cluster; undefined if unknown. */
export interface Capabilities {
  readonly major: string;
  /** As the server writes it: `33`, or `33+`; undefined if the version is unknown. */
  readonly minor: string | undefined;
  /** The number in it. */
  readonly minorNumber: number | undefined;
  /**
   * `.Capabilities.KubeVersion.Version`: with the lowest and the highest patch number, if that is unknown; none if the
   * version is.
   */
  readonly versions: readonly string[];
  /** Whether it is known what follows the numbers of the version, so that its text can be tested. */
  readonly hasKnownSuffix: boolean;
  /** `semverCompare CONSTRAINT .Capabilities.KubeVersion.Version`. */
  satisfies(constraint: string): boolean | undefined;
  /** `.Capabilities.APIVersions.Has VERSION`. */
  has(version: string): boolean | undefined;
}

/** Above any patch release, so that a constraint which holds at 0 and here holds for every patch release. */
const patchBeyondAll = 9_999;

/**
 * The capabilities that Helm may find in a cluster, the likeliest first; several if it is not known how the server
 * writes its version. The version is the gitVersion of `/version`
 * (`helm.sh/helm/v3/pkg/action/action.go`, getCapabilities), which is the server's binary version regardless of
 * emulation, as recorded servers show; `APIVersions` has discovery's group versions, and with `/Kind` their kinds.
 */
export function capabilitiesOf(surface: ApiSurface): readonly [Capabilities, ...Capabilities[]] {
  const { reports } = surface.target;
  const [first, ...others] = reports ?? possibleReports;
  const capabilities = (report: VersionReport) => capabilitiesWith(surface, report, reports !== undefined);
  return [capabilities(first ?? possibleReports[0]), ...others.map(capabilities)];
}

function capabilitiesWith(surface: ApiSurface, report: VersionReport, hasKnownSuffix: boolean): Capabilities {
  const has = (version: string) => hasVersion(surface, version);
  return { ...versionOf(report, surface.versions.binary), hasKnownSuffix, has };
}

type KubeVersion = Omit<Capabilities, 'has' | 'hasKnownSuffix'>;

function versionOf(report: VersionReport, minor: Minor): KubeVersion {
  const versions = [0, patchBeyondAll].map((patch) => gitVersionOf(report, minor, patch));
  return {
    major: '1',
    minor: `${minor}${report.minorSuffix}`,
    minorNumber: minor,
    versions,
    satisfies: (constraint) => agreed(versions.map((version) => satisfies(constraint, version))),
  };
}

const unknownVersion: KubeVersion = {
  ...{ major: '1', minor: undefined, minorNumber: undefined, versions: [] },
  satisfies: () => undefined,
};

/**
 * The capabilities of `helm template`, run by a tool: the version of the flag, or Helm's own; the API versions of the
 * flag, and any other that Helm was compiled with (`pkg/chart/common/capabilities.go`, allKnownVersions). Those are
 * group versions without kinds; for an old one they depend on the release of Helm.
 */
export function capabilitiesOfTemplate(
  surface: ApiSurface,
  { kubeVersion, apiVersions, knowsCluster }: TemplateCommand,
): Capabilities {
  const written = kubeVersion === undefined ? undefined : parseMinor(kubeVersion);
  const [report = possibleReports[0]] = kubeVersion === undefined ? [] : reportsOfServer(kubeVersion, undefined);
  const minor = written ?? (kubeVersion === undefined && knowsCluster ? surface.versions.binary : undefined);
  // Helm completes 1.20 to 1.20.0.
  const shown = kubeVersion === undefined ? report : { ...report, patch: report.patch ?? 0 };
  return {
    ...(minor === undefined ? unknownVersion : versionOf({ ...shown, minorSuffix: '' }, minor)),
    hasKnownSuffix: kubeVersion !== undefined,
    has: (version) => {
      if (apiVersions?.includes(version) === true) return true;
      const served = hasVersion(surface, version);
      const isKind = /\/[A-Z]/.test(version);
      if (apiVersions === undefined && knowsCluster) return served === false && !isKind ? undefined : served;
      if (isKind) return false;
      return served === true ? true : undefined;
    },
  };
}

/** The answer that all versions give; undefined if they differ. */
export function agreed(answers: readonly (boolean | undefined)[]): boolean | undefined {
  const [first, ...others] = answers;
  return others.every((answer) => answer === first) ? first : undefined;
}

function hasVersion(surface: ApiSurface, written: string): boolean | undefined {
  const [first = '', second, third, ...others] = written.split('/');
  if (others.length > 0) return false;
  if (second === undefined) return servesVersion(surface, '', first);
  if (third !== undefined) return servesKind(surface, first, second, third);
  return /^[A-Z]/.test(second) ? servesKind(surface, '', first, second) : servesVersion(surface, first, second);
}

function servesVersion(surface: ApiSurface, group: string, version: string): boolean | undefined {
  if (surface.resources.some((resource) => resource.group === group && resource.version === version)) return true;
  return surface.availability({ group, version, kind: '' }).state === 'custom' ? undefined : false;
}

function servesKind(surface: ApiSurface, group: string, version: string, kind: string): boolean | undefined {
  const { state } = surface.availability({ group, version, kind });
  if (state === 'served') return true;
  // Discovery includes the kinds of subresources, such as Scale.
  return state === 'custom' || state === 'not-a-resource' ? undefined : false;
}
