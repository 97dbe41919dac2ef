import type { Manifest } from '../manifest/manifest.ts';
import { Cursor } from './cursor.ts';
import { describeBicep, isBicepFile } from './declared/bicepModule.ts';
import { type NeighbouringFiles, noNeighbouringFiles } from './declared/neighbouringFiles.ts';
import { describeTerraform } from './declared/terraform/describeTerraform.ts';
import { isTerraformFile } from './declared/terraform/folder.ts';
import { describeTerragrunt, isTerragruntFile } from './declared/terraform/terragrunt/describeTerragrunt.ts';
import type { DescribedCluster, DescribedComponent } from './description.ts';
import { targetSources } from './registry.ts';
import { typeOf } from './source.ts';
import { isUnitFile, readCommandLines } from './units.ts';

/**
 * The clusters that a file describes, in text order; empty for other files. A file with one API server describes one
 * cluster, so its documents are merged. Never throws.
 *
 * @param surroundings the neighbouring files, for formats that span several files.
 */
export function describeClusters(
  manifest: Manifest,
  path: string,
  surroundings: NeighbouringFiles = noNeighbouringFiles,
): readonly DescribedCluster[] {
  const { text, documents } = manifest;
  if (isTerraformFile(path)) return describeTerraform({ path, text }, surroundings);
  if (isTerragruntFile(path)) return describeTerragrunt({ path, text }, surroundings);
  if (isBicepFile(path)) return describeBicep({ path, text }, surroundings);
  if (isUnitFile(path)) return joined(readCommandLines(text));
  const found: DescribedCluster[] = [];
  for (const { root, index, problems } of documents) {
    if (root === undefined || problems.length > 0) continue;
    for (const object of objectsOf(Cursor.root(text, root))) {
      const type = typeOf(object.node);
      for (const source of targetSources) {
        if (!source.reads(type)) continue;
        found.push(...source.read({ root: object, type, index, path, surroundings }));
      }
    }
  }
  return joined(found);
}

/** The items of a List, as `kubectl get -o yaml` prints it, or the document itself. */
function objectsOf(root: Cursor): readonly Cursor[] {
  const items = root.string('kind')?.endsWith('List') === true ? root.at('items')?.items() : undefined;
  return items ?? [root];
}

/** The clusters of a file that the user names as a cluster description, which may also be a script or a command line. */
export function describeNamedFile(
  manifest: Manifest,
  path: string,
  surroundings?: NeighbouringFiles,
): readonly DescribedCluster[] {
  if (isTerraformFile(path))
    return describeTerraform({ path, text: manifest.text }, surroundings ?? noNeighbouringFiles, true);
  const found = describeClusters(manifest, path, surroundings);
  return found.length > 0 ? found : joined(readCommandLines(manifest.text));
}

/** The API server of a cluster; undefined if a file only describes other components. */
export function apiServerOf({ components }: DescribedCluster): DescribedComponent | undefined {
  return components.find(({ component }) => component === 'kube-apiserver');
}

/**
 * The name in `data/authored/support-windows.json` of the supporter of a cluster's version: its provider, or `kubernetes`
 * if it is self-managed; undefined if that is unknown.
 */
export function supporterOf({ provider, registered }: DescribedCluster): string | undefined {
  return provider ?? (registered === undefined ? 'kubernetes' : undefined);
}

function withOthers(cluster: DescribedCluster, others: readonly DescribedComponent[]): DescribedCluster {
  return { ...cluster, components: [...cluster.components, ...others] };
}

/** With one API server in a file, everything else belongs to it; otherwise descriptions are separate. */
function joined(found: readonly DescribedCluster[]): readonly DescribedCluster[] {
  if (found.length === 0) return found;
  const [cluster, ...more] = found.filter((describedCluster) => apiServerOf(describedCluster) !== undefined);
  if (cluster === undefined || more.length > 0) return found;
  const others = found
    .filter((describedCluster) => describedCluster !== cluster)
    .flatMap(({ components }) => components);
  const server = apiServerOf(cluster)?.version;
  // Node configurations of kubeadm have no version: it is that of the API server.
  const completed = others.map((other) =>
    other.version === undefined && other.flags.length > 0 ? { ...other, version: server } : other,
  );
  const notes = found.flatMap((described) => described.notes ?? []);
  const { atVersion } = cluster;
  return [
    {
      ...cluster,
      components: [...cluster.components, ...completed],
      ...(notes.length === 0 ? {} : { notes }),
      ...(atVersion === undefined ? {} : { atVersion: (version) => withOthers(atVersion(version), completed) }),
    },
  ];
}
