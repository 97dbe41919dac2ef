/** A destination cluster. */
export interface DestinationCluster {
  readonly name: string;
  /** Its entry folder, relative to the root of the repository; '.' for the root, undefined if unknown. */
  readonly folder: string | undefined;
}

/** A cluster description. */
export interface ClusterDescription {
  /** The name of the cluster there. */
  readonly name: string | undefined;
  /** The folder that it is in, from the root of the repository on. */
  readonly folder: string;
  /** Whether it is for another cluster than that of its folder: an object that is applied there. */
  readonly isOfAnother: boolean;
  /** Equal for equal targets. */
  readonly target: string;
}

/**
 * Matches clusters with their descriptions, if certain: one in the entry folder of the cluster, one of its name, one in
 * a folder of its name, or one in a parent folder without entries of other clusters. Several count if they describe the
 * same target. A description that matches two clusters by folder belongs to neither.
 */
export function matchClusters<Description extends ClusterDescription>(
  clusters: readonly DestinationCluster[],
  described: readonly Description[],
): ReadonlyMap<DestinationCluster, Description> {
  const found = clusters.flatMap((cluster) => {
    for (const [index, candidates] of candidatesFor(cluster, clusters, described).entries()) {
      const [first, ...others] = candidates;
      if (first === undefined) continue;
      const named = candidates.filter(({ name }) => isSame(name, cluster.name));
      const chosen = others.length > 0 && named.length > 0 ? named : candidates;
      const isOne = chosen.every(({ target }) => target === chosen[0]?.target);
      return isOne && chosen[0] !== undefined ? [{ cluster, description: chosen[0], isByPlace: index !== 1 }] : [];
    }
    return [];
  });
  const isOfOthers = (match: (typeof found)[number]) =>
    match.isByPlace && found.some((other) => other !== match && other.description === match.description);
  return new Map(found.flatMap((item) => (isOfOthers(item) ? [] : [[item.cluster, item.description] as const])));
}

/** The possible descriptions of a cluster, the most certain first. */
function candidatesFor<Description extends ClusterDescription>(
  { name, folder }: DestinationCluster,
  clusters: readonly DestinationCluster[],
  described: readonly Description[],
): readonly (readonly Description[])[] {
  const beside = described.filter(({ isOfAnother }) => !isOfAnother);
  const isIn = (inner: string, outer: string) => inner === outer || inner.startsWith(`${outer}/`);
  const inFolder =
    folder === undefined || folder === '.' ? [] : beside.filter((description) => isIn(description.folder, folder));
  const above = beside.filter((description) => {
    if (folder === undefined || description.folder === '.' || !isIn(folder, description.folder)) return false;
    return (
      clusters.filter((other) => other.folder !== undefined && isIn(other.folder, description.folder)).length === 1
    );
  });
  return [
    inFolder,
    described.filter((description) => isSame(description.name, name)),
    beside.filter((description) => description.folder.split('/').some((segment) => isSame(segment, name))),
    above,
  ];
}

function isSame(left: string | undefined, right: string): boolean {
  return left?.toLowerCase() === right.toLowerCase();
}
