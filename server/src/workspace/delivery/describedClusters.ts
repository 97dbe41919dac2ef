import { dirname, sep } from 'node:path';
import table from '../../../data/authored/deliveries.json' with { type: 'json' };
import type { ClusterDescription } from '../../gitops/matchClusters.ts';
import { clusterTarget } from '../../sources/clusterTarget.ts';
import { apiServerOf, describeClusters } from '../../sources/describeClusters.ts';
import { readSource } from '../../sources/fileTarget.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import { typeOf } from '../../sources/source.ts';
import { textOf } from '../kustomize/handWritten.ts';
import { describingFileNames } from '../settings/discoverTargets.ts';
import { fileSurroundings } from '../settings/fileSurroundings.ts';
import type { RepositoryDeliveries } from './appliedFiles.ts';

/** A cluster description with its API server. */
export interface ReferencedDescription extends ClusterDescription {
  /** `FILE` or `FILE#CLUSTER`, from the root of the repository on. */
  readonly reference: string;
}

/** More cluster descriptions than any maintained repository has. */
const maxFiles = 2_000;

/** The clusters that files of a repository describe, in the order of the files. */
export function describedIn(
  { repository, files }: RepositoryDeliveries,
  paths: readonly string[],
): readonly ReferencedDescription[] {
  const surroundings = fileSurroundings([repository.root]);
  return paths
    .filter((path) => describingFileNames.test(path))
    .flatMap((path) => {
      const text = textOf(path);
      if (!mayDescribe(text)) return [];
      const manifest = readSource(text, path, mayDescribe);
      const all = describeClusters(manifest, path.split(sep).join('/'), surroundings);
      const clusters = all.filter((describedCluster) => apiServerOf(describedCluster) !== undefined);
      return clusters.flatMap((cluster, index): readonly ReferencedDescription[] => {
        const target = clusterTarget(cluster);
        if (!target.ok) return [];
        const behind = clusters.length === 1 ? '' : `#${index + 1}`;
        const root = manifest.documents.find((document) => document.index === cluster.document)?.root;
        return [
          {
            name: cluster.name,
            folder: repository.nameOf(dirname(path)),
            isOfAnother: root !== undefined && isObject(typeOf(root)) && files.has(path),
            target: JSON.stringify(target.target),
            reference: `${repository.nameOf(path)}${behind}`,
          },
        ];
      });
    })
    .slice(0, maxFiles);
}

/** Whether a document is an API object from which another cluster is created. */
function isObject({ apiVersion, group, kind }: ReturnType<typeof typeOf>): boolean {
  const { groups, ownCluster } = table.clientConfigurations;
  if (apiVersion === '' || groups.some((candidate) => group === candidate)) return false;
  return !ownCluster.some((candidate) => candidate.group === group && candidate.kind === kind);
}
