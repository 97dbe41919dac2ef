import { join } from 'node:path';
import { isPlainVersion } from '../../catalog/plainVersion.ts';
import { binaryText } from '../../catalog/previewNote.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { Analysis } from '../../judge/analysis.ts';
import type { ReportedSurface } from '../../report/buildReport.ts';
import { shareOf } from '../../report/share.ts';
import { splitExpressions } from '../../targets/splitExpressions.ts';
import { formatMinor, type Minor, minor } from '../../targets/version.ts';
import { discoverTargets } from '../../workspace/settings/discoverTargets.ts';
import { editorShare } from '../editorShare.ts';
import type { ActiveTargets, CheckedTargets, DescribedTarget, Emulations, TargetSummary } from '../protocol.ts';
import { targetLabels } from '../targetLabels.ts';
import type { TargetsOfFiles } from '../targets.ts';
import { filePathOf, uriOf } from '../uris.ts';

/**
 * Answers `kubecompat/targets`: the targets of a document, and the alternatives.
 *
 * @param analysis of the document; undefined if it is not open or not a manifest.
 * @param judging whether files are still being checked.
 */
export function activeTargets(
  files: TargetsOfFiles,
  uri: string | undefined,
  analysis: Analysis | undefined,
  judging: boolean,
): ActiveTargets {
  const path = (uri === undefined ? undefined : filePathOf(uri)) ?? join(files.folder, 'untitled.yaml');
  const { surfaces, decidedBy, configFile, problems } = files.ofPath(path);
  return {
    targets: summaries(files, surfaces),
    decidedBy,
    ...(configFile === undefined ? {} : { configFile }),
    problems,
    judging,
    configured: files.configuredNames(path),
    ...(analysis === undefined ? {} : { coverage: editorShare(shareOf(analysis)) }),
    minors: minorsOf(files),
    emulations: emulationsOf(files),
  };
}

/** Answers `kubecompat/describedTargets`: every file below the workspace's folders that describes an API server. */
export function describedTargets(files: TargetsOfFiles, folders: readonly string[]): readonly DescribedTarget[] {
  const { found: all } = discoverTargets(folders, files.folder, files.catalog);
  const labels = targetLabels(
    all.flatMap(({ expression, versions }) => (versions === undefined ? [] : [{ expression, versions }])),
  );
  return all.map((found) => ({
    expression: found.expression,
    label: labels.get(found.expression) ?? found.file,
    description:
      found.versions === undefined
        ? found.problems.join('; ')
        : describeVersions({ versions: found.versions, catalog: files.catalog }),
    usable: found.versions !== undefined,
    format: found.name === undefined ? found.format : `${found.format} ${found.name}`,
    file: found.file,
    uri: uriOf(join(files.folder, found.file)),
    line: found.position.line,
  }));
}

/** Answers `kubecompat/checkTargets`: how typed texts are understood. */
export function checkedTargets(files: TargetsOfFiles, typed: readonly string[]): CheckedTargets {
  const checked = typed.flatMap(splitExpressions).map((expression) => files.understood(expression));
  const problems = checked.flatMap((one) => (one.ok ? [] : one.problems));
  const targets = checked.flatMap((one) => (one.ok ? one.target : []));
  return { problems, targets: problems.length > 0 ? [] : summariesOf(targets) };
}

/** The targets of some files in a few words. */
export function summaries(files: TargetsOfFiles, surfaces: readonly ApiSurface[]): readonly TargetSummary[] {
  const reported = new Map(files.reported().map((reportedSurface) => [reportedSurface.surface, reportedSurface]));
  return summariesOf(surfaces.map((surface) => reported.get(surface) ?? { surface, source: '' }));
}

/** Unknown properties of a live cluster are shown with its versions. */
function summariesOf(targets: readonly ReportedSurface[]): readonly TargetSummary[] {
  const expressionOf = ({ expression, surface }: ReportedSurface) => expression ?? surface.name;
  const labels = targetLabels(
    targets.map((target) => ({ expression: expressionOf(target), versions: target.surface.versions })),
  );
  return targets.map((target) => ({
    name: target.surface.name,
    expression: expressionOf(target),
    label: labels.get(expressionOf(target)) ?? target.surface.name,
    description: [describeVersions(target.surface), ...(target.notes ?? [])].join('; '),
    source: target.source,
  }));
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
