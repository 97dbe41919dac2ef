import table from '../../data/authored/deliveries.json' with { type: 'json' };
import type { Manifest } from '../manifest/manifest.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { nodesAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { wordSearch } from '../text/wordSearch.ts';
import { applicationOf, applicationsOf } from './applications.ts';
import { valuesOfRelease } from './chartValues.ts';
import {
  type Delivery,
  type DeliveryFacts,
  type Destination,
  type InflatedChart,
  noDeliveries,
  type RepositoryFiles,
} from './delivery.ts';
import { inflatedFolder, inflatingEntries, valuesOfInflation } from './inflatedCharts.ts';
import { installedCharts } from './installedCharts.ts';
import { textsAt } from './textsAt.ts';

const groups = [...new Set([...table.folders.map(({ group }) => group), table.sources.group, table.argo.group])];
const sourceKinds: ReadonlySet<string> = new Set([...table.sources.kinds, ...table.release.charts]);
const { charts, former, generator } = table.inflated;
const inflating = [charts.replace('[]', ''), former.replace('[]', ''), generator.kind];
const mentionsDelivery = wordSearch([...groups, table.argo.clusterLabel, table.argo.repository, ...inflating]);

/** Whether a text may have deliveries; a cheap search. */
export function mayDeliver(text: string): boolean {
  return mentionsDelivery(text);
}

/** Whether a text with deliveries may say how a tool runs `helm template`; a cheap search. */
export function mayRenderCharts(text: string): boolean {
  return text.includes(table.argo.group) || inflating.some((word) => text.includes(word));
}

/**
 * Reads the deliveries in the objects of a file. Parts of objects, such as patches, are skipped.
 *
 * @param repository the repository queries of Argo CD generators.
 */
export function readDeliveries({ text, documents }: Manifest, repository: RepositoryFiles): DeliveryFacts {
  const facts = documents.flatMap(({ root }, document) => {
    const all = root?.kind === 'map' ? itemsOf(root) : [];
    return all.map((mapNode) => ({
      ...factsOf(mapNode, repository),
      charts: installedCharts(mapNode, document),
      inflated: inflatedCharts(mapNode),
    }));
  });
  return {
    deliveries: facts.flatMap(({ deliveries }) => deliveries),
    sources: facts.flatMap(({ sources }) => sources),
    charts: facts.flatMap(({ charts }) => charts),
    inflated: facts.flatMap(({ inflated }) => inflated),
    servers: new Map(facts.flatMap(({ servers }) => [...servers])),
    isOpen:
      facts.some(({ isOpen }) => isOpen) ||
      documents.some(({ root, span }) => makesApplications(root, text.slice(span.start, span.end))),
  };
}

function inflatedCharts(root: MapNode): readonly InflatedChart[] {
  return inflatingEntries(root).flatMap((entry) => {
    const folder = inflatedFolder(entry);
    return folder === undefined ? [] : [{ folder, values: valuesOfInflation(entry) }];
  });
}
const applied = table.serverSideApply;

const repositoryKey = new RegExp(`^[^#\\n]*\\b${table.argo.repository}["']?\\s*:`, 'm');

/**
 * Whether a text names sources of Applications outside of Argo CD's objects: the values of a chart, a template that cannot
 * be read, or an object that generates others.
 */
function makesApplications(root: Node | undefined, text: string): boolean {
  if (!repositoryKey.test(text)) return false;
  if (root?.kind !== 'map') return true;
  return itemsOf(root).some(
    (item) =>
      stringFor(item, 'kind') !== 'CustomResourceDefinition' &&
      parseGroupVersion(stringFor(item, 'apiVersion') ?? '')?.group !== table.argo.group,
  );
}

/**
 * The deliveries of one object.
 *
 * @param repository the repository queries of Argo CD generators.
 */
export function deliveriesOf(root: MapNode, repository: RepositoryFiles): Pick<DeliveryFacts, 'deliveries' | 'isOpen'> {
  return factsOf(root, repository);
}

/** The items of a List, or the object itself. */
function itemsOf(root: MapNode): readonly MapNode[] {
  const items = entryFor(root, 'items')?.value;
  if (stringFor(root, 'kind')?.endsWith('List') !== true || items?.kind !== 'list') return [root];
  return items.items.flatMap((item) => (item.kind === 'map' ? [item] : []));
}

function factsOf(root: MapNode, repository: RepositoryFiles): DeliveryFacts {
  const group = parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group;
  const kind = stringFor(root, 'kind') ?? '';
  if (group === table.sources.group && sourceKinds.has(kind)) return sourceIn(root, kind);
  if (group === table.argo.group) {
    if (kind === table.argo.application) return { ...noDeliveries, deliveries: applicationOf(root) };
    if (kind === table.argo.applicationSet) return { ...noDeliveries, ...applicationsOf(root, repository) };
  }
  if (group === '' && kind === 'Secret') return { ...noDeliveries, servers: serversIn(root) };
  if (table.templated.kinds.includes(kind)) return { ...noDeliveries, isOpen: true };
  if (group === table.release.group && kind === table.release.kind) {
    const charts = chartOf(root);
    if (charts.length > 0) return { ...noDeliveries, deliveries: charts };
  }
  const forms = table.folders.filter((folder) => folder.group === group && folder.kind === kind);
  return { ...noDeliveries, deliveries: forms.flatMap((form) => folderOf(root, form)) };
}

type FolderForm = (typeof table.folders)[number];

/** The folder that a Flux object applies; none if a part of it is missing, as in patches. */
function folderOf(root: MapNode, form: FolderForm): readonly Delivery[] {
  if (nodesAt(root, form.needs).length === 0) return [];
  const [path = ''] = textsAt(root, form.path);
  const [source = table.sources.defaultName] = textsAt(root, form.sourceName);
  const [name = ''] = textsAt(root, 'metadata.name');
  const [kubeconfig] = form.kubeconfig.flatMap((field) => textsAt(root, field));
  const components = textsAt(root, form.components);
  const folders = [{ path, components, recurses: true, from: { source } }];
  const destination: Destination =
    kubeconfig === undefined ? { kind: 'here' } : { kind: 'cluster', name: clusterOfKubeconfig(kubeconfig) };
  return [
    {
      tool: 'Flux',
      kind: form.kind,
      name,
      folders,
      destination,
      serverSideApply: applied.folders,
      begins: form.begins,
    },
  ];
}

/** The chart of a HelmRelease that comes from a repository, and not from one of charts. */
function chartOf(root: MapNode): readonly Delivery[] {
  const { chart, sourceKind, sourceName, charts } = table.release;
  const [path] = textsAt(root, chart);
  const [kind] = textsAt(root, sourceKind);
  const [source] = textsAt(root, sourceName);
  if (path === undefined || source === undefined || kind === undefined || charts.includes(kind)) return [];
  const [name = ''] = textsAt(root, 'metadata.name');
  const from = { source };
  const { releaseName, namespace } = table.release;
  const [target] = textsAt(root, namespace);
  const [ownNamespace] = textsAt(root, 'metadata.namespace');
  // Source: GetReleaseName and GetReleaseNamespace in `api/v2/helmrelease_types.go` of fluxcd/helm-controller.
  const [release = target === undefined ? name : `${target}-${name}`] = textsAt(root, releaseName);
  const values = { ...valuesOfRelease(root), release, namespace: target ?? ownNamespace };
  const folders = [{ path, components: [], recurses: false, from, values }];
  const { fields, values: on, not: off, manager } = applied.release;
  const settings = fields.flatMap((field) => textsAt(root, field));
  const isOn = settings.some((setting) => on.includes(setting)) && !settings.some((setting) => off.includes(setting));
  const serverSideApply = isOn ? manager : undefined;
  const destination = { kind: 'here' } as const;
  return [{ tool: 'Flux', kind: table.release.kind, name, folders, destination, serverSideApply, begins: false }];
}

/** Cluster API names the Secret with the kubeconfig of a cluster after it. */
function clusterOfKubeconfig(name: string): string {
  const { suffix } = table.kubeconfigSuffix;
  return name.endsWith(suffix) ? name.slice(0, -suffix.length) : name;
}

function sourceIn(root: MapNode, kind: string): DeliveryFacts {
  const [name] = textsAt(root, 'metadata.name');
  const [url] = textsAt(root, table.sources.url);
  const [version] = [...textsAt(root, table.sources.version), ...textsAt(root, table.sources.range)];
  if (name === undefined || url === undefined) return noDeliveries;
  return { ...noDeliveries, sources: [{ kind, name, url, version }] };
}

/** The cluster that a Secret of Argo CD names. */
function serversIn(root: MapNode): ReadonlyMap<string, string> {
  const metadata = mapFor(root, 'metadata');
  const labels = metadata && mapFor(metadata, 'labels');
  if (labels === undefined || stringFor(labels, table.argo.clusterLabel) !== table.argo.clusterLabelValue) {
    return new Map();
  }
  const [name] = textsAt(root, 'stringData.name');
  const [server] = textsAt(root, 'stringData.server');
  return name === undefined || server === undefined ? new Map() : new Map([[server, name]]);
}
