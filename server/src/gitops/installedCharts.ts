import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { InstalledChart } from './delivery.ts';
import { textAt } from './textsAt.ts';

/**
 * The charts that an object of Flux or Argo CD installs: in its HelmRelease, its Application, or the template of its
 * ApplicationSet; and those that a kustomization renders. Parts of objects, such as patches, install nothing.
 *
 * @param document the index of its document.
 */
export function installedCharts(root: MapNode, document: number): readonly InstalledChart[] {
  const apiVersion = stringFor(root, 'apiVersion');
  const group = parseGroupVersion(apiVersion ?? '')?.group;
  const kind = stringFor(root, 'kind');
  if (isInflating(root)) return inflatedChart(root, document, table.inflated.defaultHome);
  if (apiVersion === undefined || group === table.inflated.group) return chartsOfKustomization(root, document);
  if (group === table.release.group && kind === table.release.kind) return chartOfRelease(root, document);
  if (group !== table.argo.group) return [];
  if (kind === table.argo.application) return chartsOfApplication(root, 'spec', 'metadata.name', document);
  if (kind !== table.argo.applicationSet) return [];
  return chartsOfApplication(root, 'spec.template.spec', 'spec.template.metadata.name', document);
}

/** The charts of a kustomization, of the field that it had before, and of generators that are written out in it. */
function chartsOfKustomization(root: MapNode, document: number): readonly InstalledChart[] {
  const { charts, former, generators, home, defaultHome } = table.inflated;
  const written = nodesAt(root, generators).flatMap(({ node }) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value.includes('\n')
      ? readManifest(node.value).documents.flatMap((document) => (document.root?.kind === 'map' ? [document.root] : []))
      : [],
  );
  return [
    ...mapsAt(root, charts).flatMap(({ node }) => inflatedChart(node, document, textAt(root, home) ?? defaultHome)),
    ...mapsAt(root, former).flatMap(({ node }) => inflatedChart(node, document, defaultHome)),
    ...written.filter(isInflating).flatMap((node) => inflatedChart(node, document, defaultHome)),
  ];
}

/** Whether an object has Kustomize render a chart, as a generator that a kustomization names. */
function isInflating(root: MapNode): boolean {
  const { apiVersion, kind } = table.inflated.generator;
  return stringFor(root, 'apiVersion') === apiVersion && stringFor(root, 'kind') === kind;
}

/** Kustomize uses a chart in its chart home, and fetches any other. */
function inflatedChart(node: MapNode, document: number, defaultHome: string): readonly InstalledChart[] {
  const { inflated } = table;
  const first = (keys: readonly string[]) => keys.map((key) => textAt(node, key)).find((text) => text !== undefined);
  const home = textAt(node, inflated.ownHome) ?? defaultHome;
  const chart = first(inflated.name);
  const url = first(inflated.url);
  if (chart === undefined || url === undefined) return [];
  const version = first(inflated.version);
  const kept = version === undefined ? `${home}/${chart}` : `${home}/${chart}-${version}/${chart}`;
  const release = textAt(node, 'releaseName');
  const namespace = first(inflated.namespace);
  return [{ document, release, namespace, chart, version, from: { url }, delivery: undefined, kept }];
}

function chartOfRelease(root: MapNode, document: number): readonly InstalledChart[] {
  const { release: paths } = table;
  const name = textAt(root, 'metadata.name') ?? '';
  const release = textAt(root, paths.releaseName) ?? name;
  const namespace = textAt(root, paths.namespace) ?? textAt(root, 'metadata.namespace');
  const chart = textAt(root, paths.chart);
  const kind = textAt(root, paths.sourceKind);
  const source = textAt(root, paths.sourceName);
  if (chart !== undefined && kind !== undefined && source !== undefined) {
    const delivery = paths.charts.includes(kind) ? undefined : name;
    const version = textAt(root, paths.version);
    return [{ document, release, namespace, chart, version, from: { kind, name: source }, delivery }];
  }
  const referredKind = textAt(root, paths.referredKind);
  const referred = textAt(root, paths.referredName);
  if (referredKind === undefined || referred === undefined) return [];
  const from = { kind: referredKind, name: referred };
  return [{ document, release, namespace, chart: undefined, version: undefined, from, delivery: undefined }];
}

/** A path is certainly a chart if it has Helm options. */
function chartsOfApplication(root: MapNode, spec: string, named: string, document: number): readonly InstalledChart[] {
  const name = textAt(root, named);
  const owner = textAt(root, 'metadata.name') ?? '';
  const namespace = textAt(root, `${spec}.destination.namespace`);
  const sources = [...mapsAt(root, `${spec}.source`), ...mapsAt(root, `${spec}.sources[]`)];
  return sources.flatMap(({ node }): readonly InstalledChart[] => {
    const url = textAt(node, 'repoURL');
    const published = textAt(node, 'chart');
    const isFolder = published === undefined && nodesAt(node, 'helm').length > 0;
    const chart = isFolder ? textAt(node, 'path') : published;
    if (url === undefined || chart === undefined) return [];
    const release = textAt(node, 'helm.releaseName') ?? name;
    const version = textAt(node, 'targetRevision');
    return [{ document, release, namespace, chart, version, from: { url }, delivery: isFolder ? owner : undefined }];
  });
}
