import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, mapFor, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt, scalarTextsAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { type ChartValues, settingsOfMap } from './chartValues.ts';
import { textAt } from './textsAt.ts';

const { inflated } = table;

/** An entry that has Kustomize render a chart, and the folder that it keeps charts in, relative to its file. */
export interface InflatingEntry {
  readonly node: MapNode;
  readonly home: string;
}

/**
 * The charts that a kustomization renders: those of its fields, those of generators that are written out in it, or that
 * of a generator that a kustomization names.
 */
export function inflatingEntries(root: MapNode): readonly InflatingEntry[] {
  const entry = (node: MapNode, home: string = inflated.defaultHome) => ({
    node,
    home: textAt(node, inflated.ownHome) ?? home,
  });
  if (isGenerator(root)) return [entry(root)];
  const apiVersion = stringFor(root, 'apiVersion');
  if (apiVersion !== undefined && parseGroupVersion(apiVersion)?.group !== inflated.group) return [];
  const written = nodesAt(root, inflated.generators).flatMap(({ node }) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('\n')
      ? readManifest(node.value).documents.flatMap((document) => (document.root?.kind === 'map' ? [document.root] : []))
      : [],
  );
  return [
    ...mapsAt(root, inflated.charts).map(({ node }) => entry(node, textAt(root, inflated.home))),
    ...mapsAt(root, inflated.former).map(({ node }) => entry(node)),
    ...written.filter(isGenerator).map((node) => entry(node)),
  ];
}

/** Whether an object has Kustomize render a chart, as a generator that a kustomization names. */
function isGenerator(root: MapNode): boolean {
  const { apiVersion, kind } = inflated.generator;
  return stringFor(root, 'apiVersion') === apiVersion && stringFor(root, 'kind') === kind;
}

/** The first of several names of a field. */
export function inflatedText(node: MapNode, field: 'name' | 'url' | 'version' | 'namespace'): string | undefined {
  return inflated[field].map((key) => textAt(node, key)).find((text) => text !== undefined);
}

/** The folder of a chart, relative to the file of its entry; undefined without the name of a chart. */
export function inflatedFolder({ node, home }: InflatingEntry): string | undefined {
  const chart = inflatedText(node, 'name');
  const version = inflatedText(node, 'version');
  if (chart === undefined) return undefined;
  const isFetched = inflatedText(node, 'url') !== undefined && version !== undefined;
  return isFetched ? `${home}/${chart}-${version}/${chart}` : `${home}/${chart}`;
}

/**
 * The values that Kustomize renders a chart with, and its flags of `helm template`.
 *
 * Source: `api/types/helmchartargs.go` (AsHelmArgs) and `api/internal/builtins/HelmChartInflationGenerator.go` of
 * sigs.k8s.io/kustomize.
 */
export function valuesOfInflation({ node }: InflatingEntry): ChartValues {
  const merge = textAt(node, 'valuesMerge') ?? 'override';
  const inline = mapFor(node, 'valuesInline');
  const file = merge === 'replace' && inline !== undefined ? [] : scalarTextsAt(node, 'valuesFile');
  const set = inline === undefined ? [] : settingsOfMap(inline);
  return {
    files: [...file, ...scalarTextsAt(node, 'additionalValuesFiles[]')],
    set: merge === 'merge' ? [] : set,
    open: merge === 'merge' && set.length > 0 ? ['valuesInline, which its values file overrides'] : [],
    release: textAt(node, 'releaseName'),
    namespace: inflatedText(node, 'namespace'),
    command: {
      tool: 'Kustomize',
      kubeVersion: textAt(node, 'kubeVersion'),
      apiVersions: scalarTextsAt(node, 'apiVersions[]'),
      knowsCluster: false,
    },
  };
}
