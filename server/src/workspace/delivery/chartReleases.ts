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
