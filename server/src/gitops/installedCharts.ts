import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { InstalledChart } from './delivery.ts';
import { type InflatingEntry, inflatedFolder, inflatedText, inflatingEntries } from './inflatedCharts.ts';
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
  const inflating = inflatingEntries(root);
  if (inflating.length > 0 || apiVersion === undefined)
    return inflating.flatMap((entry) => inflatedChart(entry, document));
  if (group === table.release.group && kind === table.release.kind) return chartOfRelease(root, document);
  if (group !== table.argo.group) return [];
  if (kind === table.argo.application) return chartsOfApplication(root, 'spec', 'metadata.name', document);
  if (kind !== table.argo.applicationSet) return [];
  return chartsOfApplication(root, 'spec.template.spec', 'spec.template.metadata.name', document);
}

/** Kustomize uses a chart in its chart home, and fetches any other. */
function inflatedChart(entry: InflatingEntry, document: number): readonly InstalledChart[] {
  const { node } = entry;
  const chart = inflatedText(node, 'name');
  const url = inflatedText(node, 'url');
  const kept = inflatedFolder(entry);
  if (chart === undefined || url === undefined || kept === undefined) return [];
  const version = inflatedText(node, 'version');
  const [release, namespace] = [textAt(node, 'releaseName'), inflatedText(node, 'namespace')];
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
