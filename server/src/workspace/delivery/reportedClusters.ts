import type { ApiSurface } from '../../catalog/surface.ts';
import type { ReportDeliveries } from '../../report/reportBuilder.ts';
import type { ReportCluster } from '../../report/workspaceReport.ts';
import { isPartOfChart } from '../charts/charts.ts';
import { type FoundFile, reportName } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import type { Application, ClusterOfFile, ClustersOfFiles } from './clustersOfFiles.ts';

/** A file of a run with its targets. */
export interface FileWithTargets extends FoundFile {
  readonly settings: Pick<FileSettings, 'surfaces'> | undefined;
}

/** The target of a cluster, if known. */
type TargetOf = (cluster: ClusterOfFile) => ApiSurface | undefined;

/**
 * Where the files of a run are applied, for its report; undefined if none of their repositories applies anything.
 *
 * @param targetOf the target of a cluster, if known.
 */
export function reportedClusters(
  files: readonly FileWithTargets[],
  clusters: Pick<ClustersOfFiles, 'of'>,
  targetOf: TargetOf,
  cwd: string,
): ReportDeliveries | undefined {
  const found = new Map<ClusterOfFile, { readonly targets: Set<string>; readonly files: string[] }>();
  const [notApplied, unknownClusters]: [string[], string[]] = [[], []];
  let isKnown = false;
  for (const { path, file, settings } of files) {
    const applied = clusters.of(path);
    if (applied === undefined) continue;
    isKnown = true;
    // A chart is meant to be installed, possibly elsewhere.
    if (applied.isNotApplied && !isPartOfChart(path)) notApplied.push(file);
    if (applied.clusters.includes(undefined)) unknownClusters.push(file);
    for (const { cluster, targets } of judgedClusters(applied, settings, targetOf)) {
      const entry = found.get(cluster) ?? { targets: new Set(), files: [] };
      found.set(cluster, entry);
      entry.files.push(file);
      for (const name of targets) entry.targets.add(name);
    }
  }
  if (!isKnown) return undefined;
  const all = [...found].map(([cluster, { targets, files: of }]): ReportCluster => {
    const { name, tool, folder } = cluster;
    const begins =
      folder === undefined || !isBelow(folder, cwd) ? (cluster.begins ?? null) : reportName(folder, cwd) || '.';
    return { name, tool, begins, targets: [...targets].sort(), files: of };
  });
  return { clusters: all, notApplied, unknownClusters };
}

/** A cluster that a file is applied to. */
export interface JudgedCluster {
  readonly cluster: ClusterOfFile;
  /** The names of the targets that judge the file for it. */
  readonly targets: readonly string[];
}

/**
 * The known clusters that a file is applied to.
 *
 * @param settings those of the file.
 * @param targetOf the target of a cluster, if known.
 */
export function judgedClusters(
  { clusters }: Application,
  settings: Pick<FileSettings, 'surfaces'> | undefined,
  targetOf: TargetOf,
): readonly JudgedCluster[] {
  const known = clusters.filter((cluster) => cluster !== undefined);
  const configured = new Map(known.map((clusterOfFile) => [clusterOfFile, targetOf(clusterOfFile)?.name]));
  const names = settings?.surfaces.map(({ name }) => name) ?? [];
  return known.map((cluster) => ({
    cluster,
    targets: targetsFor(configured.get(cluster), names, [...configured.values()]),
  }));
}

/** The targets that judge a file for a cluster: its own, or those without a cluster. */
function targetsFor(
  configured: string | undefined,
  names: readonly string[],
  all: readonly (string | undefined)[],
): readonly string[] {
  if (configured !== undefined && names.includes(configured)) return [configured];
  const others = names.filter((name) => !all.includes(name));
  return others.length === 0 ? names : others;
}
