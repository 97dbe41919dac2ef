import table from '../../data/authored/deliveries.json' with { type: 'json' };
import { type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt, scalarTextsAt } from '../manifest/nodesAt.ts';
import { hasVariable } from '../manifest/read/placeholder.ts';
import { readYamlDocument } from '../manifest/read/readManifest.ts';
import type { TemplateCommand } from '../targets/templateCommand.ts';

/** The values that an object renders a chart with, as far as known. */
export interface ChartValues {
  /** Values files, as written. */
  readonly files: readonly string[];
  /** Further values, as arguments of Helm: `--set-json=image.tag="1.2"`. */
  readonly set: readonly string[];
  /** ConfigMaps and Secrets with further values, which {@link set} overrides, in the order in which they are merged. */
  readonly from?: readonly ValuesFrom[];
  /** Values that it has and that are left out of these, as in "rendered without the variables in its values". */
  readonly open?: readonly string[];
  /** Whether values files that do not exist are skipped. */
  readonly skipsMissing?: boolean;
  /** The name and the namespace of the release; undefined if open. */
  readonly release?: string | undefined;
  readonly namespace?: string | undefined;
  /** How its tool runs `helm template`; absent if Helm itself asks the cluster. */
  readonly command?: TemplateCommand;
}

/** Values that a HelmRelease takes from another object. */
export interface ValuesFrom {
  readonly kind: string;
  readonly name: string;
  /** The key of its data. */
  readonly key: string;
  /** The path that the value is written to; undefined if it is a map of values. */
  readonly path: string | undefined;
}

/** The limit of arguments, more than hand-written. */
const maxSet = 500;
const longestSet = 60_000;

/**
 * The values of a Flux HelmRelease.
 *
 * Source: `api/v2/helmrelease_types.go` of github.com/fluxcd/helm-controller.
 */
export function valuesOfRelease(root: Node): ChartValues {
  const files = scalarTextsAt(root, 'spec.chart.spec.valuesFiles[]');
  const from = mapsAt(root, 'spec.valuesFrom[]').map(({ node }): ValuesFrom => {
    const text = (key: string) => stringFor(node, key);
    const key = text('valuesKey') ?? 'values.yaml';
    return { kind: text('kind') ?? '', name: text('name') ?? '', key, path: text('targetPath') };
  });
  const written = mapsAt(root, 'spec.values').flatMap(({ node }) => settings(node, ''));
  // Flux may fill in variables before it applies the object.
  const certain = written.filter((setting) => !hasVariable(setting));
  const open = certain.length === written.length ? [] : ['the variables in its values'];
  const skipsMissing = isTrueAt(root, 'spec.chart.spec.ignoreMissingValuesFiles');
  return { ...bounded({ files, set: certain, from, open }), skipsMissing };
}

/**
 * The values that an object installs a chart with, in its HelmRelease, its Application or the template of its
 * ApplicationSet.
 *
 * @param chart the name of the chart; undefined if the source is the chart itself.
 */
export function valuesOfInstaller(root: MapNode, chart: string | undefined): ChartValues {
  const { argo, release } = table;
  const kind = stringFor(root, 'kind');
  if (kind === release.kind) return valuesOfRelease(root);
  const spec = kind === argo.application ? 'spec' : kind === argo.applicationSet ? 'spec.template.spec' : undefined;
  if (spec === undefined) return { files: [], set: [], open: ['the values of its generator'] };
  const sources = [...mapsAt(root, `${spec}.source`), ...mapsAt(root, `${spec}.sources[]`)];
  const source = sources.find(({ node }) => stringFor(node, 'chart') === chart)?.node;
  return source === undefined ? { files: [], set: [] } : valuesOfSource(source);
}

/** Values of another object as arguments of Helm; undefined if they are no YAML that could be read. */
export function settingsFrom({ path }: ValuesFrom, text: string): readonly string[] | undefined {
  const root = readYamlDocument(text)?.root;
  if (root === undefined) return undefined;
  if (path !== undefined) return [`--set-json=${path}=${jsonText(root)}`];
  return root.kind === 'map' ? settings(root, '') : undefined;
}

/**
 * The values of a source of Argo CD: files, then values, then parameters.
 *
 * Source: `reposerver/repository/repository.go` of github.com/argoproj/argo-cd.
 */
export function valuesOfSource(source: MapNode): ChartValues {
  const helm = mapFor(source, 'helm');
  const apiVersions = helm && scalarTextsAt(helm, 'apiVersions[]');
  const command: TemplateCommand = {
    tool: 'Argo CD',
    kubeVersion: helm && scalarTextsAt(helm, 'kubeVersion')[0],
    apiVersions: apiVersions === undefined || apiVersions.length === 0 ? undefined : apiVersions,
    knowsCluster: true,
  };
  if (helm === undefined) return { files: [], set: [], command };
  const text = stringFor(helm, 'values');
  const written = text === undefined ? undefined : readYamlDocument(text)?.root;
  const object = mapFor(helm, 'valuesObject') ?? (written?.kind === 'map' ? written : undefined);
  const parameters = mapsAt(helm, 'parameters[]').flatMap(({ node }) => {
    const [name] = scalarTextsAt(node, 'name');
    const [value = ''] = scalarTextsAt(node, 'value');
    const isText = isTrueAt(node, 'forceString');
    return name === undefined ? [] : [`--set${isText ? '-string' : ''}=${name}=${value}`];
  });
  const set = [...(object === undefined ? [] : settings(object, '')), ...parameters];
  const skipsMissing = isTrueAt(helm, 'ignoreMissingValueFiles');
  return { ...bounded({ files: scalarTextsAt(helm, 'valueFiles[]'), set }), skipsMissing, command };
}

/** If there are more than a command line allows, use none: a part would be wrong. */
function bounded(values: ChartValues): ChartValues {
  const { set, open = [] } = values;
  if (set.length <= maxSet && set.join().length <= longestSet) return values;
  return { ...values, set: [], open: [...open, 'its values, of which there are too many'] };
}

function isTrueAt(root: Node, path: string): boolean {
  return nodesAt(root, path).some(({ node }) => node.kind === 'scalar' && node.value === true);
}

/** The values in a map as arguments of Helm. */
export function settingsOfMap(map: MapNode): readonly string[] {
  return settings(map, '');
}

/** Each value by path, so that it merges with those of files. */
function settings(map: MapNode, prefix: string): readonly string[] {
  return map.entries.flatMap(({ key, value }): readonly string[] => {
    const path = prefix + key.replace(/[\\.,=[\]]/g, '\\$&');
    if (value.kind === 'map' && value.entries.length > 0) return settings(value, `${path}.`);
    return [`--set-json=${path}=${jsonText(value)}`];
  });
}

function jsonText(node: Node): string {
  switch (node.kind) {
    case 'map':
      return `{${node.entries.map(({ key, value }) => `${JSON.stringify(key)}:${jsonText(value)}`).join(',')}}`;
    case 'list':
      return `[${node.items.map(jsonText).join(',')}]`;
    case 'scalar':
      return typeof node.value === 'bigint' ? String(node.value) : JSON.stringify(node.value);
  }
}
