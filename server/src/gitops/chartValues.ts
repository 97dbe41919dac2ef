import { type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { readYamlDocument } from '../manifest/read/readManifest.ts';

/** The values that an object renders a chart with, as far as known. */
export interface ChartValues {
  /** Values files, as written. */
  readonly files: readonly string[];
  /** Values beside these, as arguments of Helm: `--set-json=image.tag="1.2"`. */
  readonly set: readonly string[];
}

/** The limit of arguments, more than hand-written. */
const mostSet = 500;
const longestSet = 60_000;

/**
 * The values of a Flux HelmRelease, except those from ConfigMaps and Secrets.
 *
 * Source: `api/v2/helmrelease_types.go` of github.com/fluxcd/helm-controller.
 */
export function valuesOfRelease(root: Node): ChartValues {
  const files = textsAt(root, 'spec.chart.spec.valuesFiles[]');
  return { files, set: bounded(mapsAt(root, 'spec.values').flatMap(({ node }) => settings(node, ''))) };
}

/**
 * The values of a source of Argo CD: files, then values, then parameters.
 *
 * Source: `reposerver/repository/repository.go` of github.com/argoproj/argo-cd.
 */
export function valuesOfSource(source: MapNode): ChartValues {
  const helm = mapFor(source, 'helm');
  if (helm === undefined) return { files: [], set: [] };
  const text = stringFor(helm, 'values');
  const written = text === undefined ? undefined : readYamlDocument(text)?.root;
  const object = mapFor(helm, 'valuesObject') ?? (written?.kind === 'map' ? written : undefined);
  const parameters = mapsAt(helm, 'parameters[]').flatMap(({ node }) => {
    const [name] = textsAt(node, 'name');
    const [value = ''] = textsAt(node, 'value');
    const isText = nodesAt(node, 'forceString').some(
      ({ node: option }) => option.kind === 'scalar' && option.value === true,
    );
    return name === undefined ? [] : [`--set${isText ? '-string' : ''}=${name}=${value}`];
  });
  const set = [...(object === undefined ? [] : settings(object, '')), ...parameters];
  return { files: textsAt(helm, 'valueFiles[]'), set: bounded(set) };
}

/** If there are more than a command line allows, use none: a part would be wrong. */
function bounded(set: readonly string[]): readonly string[] {
  return set.length > mostSet || set.join().length > longestSet ? [] : set;
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

function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && node.value !== null ? [String(node.value)] : [],
  );
}
