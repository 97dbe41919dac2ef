import resources from '../../data/authored/cluster-resources.json' with { type: 'json' };
import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { wordSearch } from '../text/wordSearch.ts';

/** A word of each format: names of components, groups of objects, and the settings that name a version. */
const words: readonly string[] = [
  ...sources.components.map(({ name }) => name),
  'hyperkube',
  ...sources.objects.map(({ group }) => group),
  ...sources.settingsFiles.map(({ needs: [first = ''] }) => first.slice(first.lastIndexOf('.') + 1)),
  ...sources.compose.images,
  sources.clusterSecrets.label,
  sources.clusterSecrets.fleetGroup,
  ...sources.kind.groups,
  ...Object.keys(sources.k3s.flags).filter((name) => name !== 'about'),
  sources.k0s.group,
  sources.k0s.installerGroup,
  ...[resources.terraform, resources.azure].flatMap((item) => [...item.resources, ...item.modules].flatMap(typesOf)),
  ...[resources.cloudFormation, resources.pulumi].flatMap((item) => item.resources.flatMap(typesOf)),
  'KubernetesVersion',
  'kubernetes-version',
  'feature-gates',
];

function typesOf({ types }: { readonly types: readonly string[] }): readonly string[] {
  return types;
}

/** Whether a text may describe a cluster, before reading it. */
export const mayDescribe = wordSearch(words);
