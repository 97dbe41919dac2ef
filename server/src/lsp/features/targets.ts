import { join } from 'node:path';
import { isPlainVersion } from '../../catalog/plainVersion.ts';
import { binaryText } from '../../catalog/previewNote.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Analysis } from '../../judge/analysis.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { reportShare, shareOf } from '../../report/share.ts';
import { formatMinor, type Minor, minor } from '../../targets/version.ts';
import { discoverTargets } from '../../workspace/settings/discoverTargets.ts';
import type { ActiveTargets, DescribedTarget, Emulations, TargetSummary } from '../protocol.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { filePathOf, uriOf } from '../uris.ts';

/**
 * Answers `kubecompat/targets`: the targets of a document, and the alternatives.
 *
 * @param analysis of the document; undefined if it is not open or not a manifest.
 */
export function activeTargets(
  files: TargetsOfFiles,
  uri: string | undefined,
  analysis: Analysis | undefined,
): ActiveTargets {
  const path = (uri === undefined ? undefined : filePathOf(uri)) ?? join(files.folder, 'untitled.yaml');
  const { surfaces, decidedBy, configFile, problems } = files.ofPath(path);
  const reported = new Map(files.reported().map((reportedSurface) => [reportedSurface.surface, reportedSurface]));
  return {
    targets: surfaces.map((surface) => summary(surface, reported.get(surface))),
    decidedBy,
    ...(configFile === undefined ? {} : { configFile }),
    problems,
    configured: files.configuredNames(path),
    ...(analysis === undefined ? {} : { coverage: reportShare(shareOf(analysis)) }),
    minors: minorsOf(files),
    emulations: emulationsOf(files),
  };
}

/** Answers `kubecompat/describedTargets`: every file below the workspace's folders that describes an API server. */
export function describedTargets(files: TargetsOfFiles, folders: readonly string[]): readonly DescribedTarget[] {
  return discoverTargets(folders, files.folder, files.catalog).found.map((found) => ({
    expression: found.expression,
    description:
      found.versions === undefined
        ? found.problems.join('; ')
        : describeVersions({ versions: found.versions, catalog: files.catalog }),
    usable: found.versions !== undefined,
    format: found.name === undefined ? found.format : `${found.format} ${found.name}`,
    uri: uriOf(join(files.folder, found.file)),
    line: found.position.line,
  }));
}

/** Unknown properties of a live cluster are shown with its versions. */
function summary(surface: ApiSurface, reported: ReportedSurface | undefined): TargetSummary {
  const description = [describeVersions(surface), ...(reported?.notes ?? [])].join('; ');
  return { name: surface.name, description, source: reported?.source ?? '' };
}

/** `kube-apiserver 1.37, emulating 1.35, compatible with 1.33`; without what follows from the version alone. */
export function describeVersions(surface: Pick<ApiSurface, 'versions' | 'catalog'>): string {
  const { binary, emulation, minCompatibility } = surface.versions;
  const parts = [`kube-apiserver ${binaryText(surface)}`];
  if (emulation !== binary) parts.push(`emulating ${formatMinor(emulation)}`);
  if (!isPlainVersion(surface.versions)) parts.push(`compatible with ${formatMinor(minCompatibility)}`);
  return parts.join(', ');
}

function minorsOf({ catalog }: TargetsOfFiles): string[] {
  return downFrom(catalog.newest, catalog.oldest).map(formatMinor);
}

/** Only binaries that know the flag emulate anything. */
function emulationsOf({ catalog }: TargetsOfFiles): Emulations[] {
  return downFrom(catalog.newest, catalog.oldest).flatMap((binary) => {
    const { emulationFloor, flags } = catalog.binary(binary);
    if (emulationFloor === undefined || !flags.has('emulated-version')) return [];
    const emulated = downFrom(binary, emulationFloor).slice(1).map(formatMinor);
    return emulated.length === 0 ? [] : [{ binary: formatMinor(binary), emulated }];
  });
}

function downFrom(newest: Minor, oldest: Minor): readonly Minor[] {
  return Array.from({ length: Math.max(0, newest - oldest + 1) }, (_, index) => minor(newest - index));
}
