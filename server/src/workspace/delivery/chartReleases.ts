import type { ChartInstaller } from '../../targets/templateCommand.ts';
import type { ChartRelease } from '../charts/renderCharts.ts';
import type { ClusterOfFile, ClustersOfFiles } from './clustersOfFiles.ts';

/**
 * The distinct renderings of a chart.
 *
 * @param targetOf the target of a cluster, if known.
 */
export function chartReleases(
  all: ReturnType<ClustersOfFiles['releasesOf']>,
  targetOf: (cluster: ClusterOfFile) => string | undefined,
): readonly ChartRelease[] {
  const releases = all.map(({ cluster, ...release }) => ({ ...release, target: cluster && targetOf(cluster) }));
  return [...new Map(releases.map((release) => [JSON.stringify(release), release])).values()];
}

/** Who installs a chart, without the values. */
export function installersIn(releases: readonly ChartRelease[]): readonly ChartInstaller[] {
  const installers = releases.map(({ target, command }): ChartInstaller => ({ target, command }));
  return [...new Map(installers.map((installer) => [JSON.stringify(installer), installer])).values()];
}
