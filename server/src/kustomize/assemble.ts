import type { Manifest } from '../manifest/manifest.ts';
import { entryFor, type MapNode, mapFor, type Node, stringFor, valueFor } from '../manifest/node.ts';
import { mapsAt } from '../manifest/nodesAt.ts';
import { hasPlaceholder } from '../manifest/read/placeholder.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import type { Assembled, AssembledResource, PossibleWrite } from './assembled.ts';
import { changedBy } from './changedBy.ts';
import type { Variables } from './declaredVariables.ts';
import { asSecretData, generatedData, type ReadText } from './generatedData.ts';
import { type LayerFiles, layerWrites } from './layerWrites.ts';
import { matchOf } from './resourceSelector.ts';
import { joined, variablesOf, withVariables } from './variables.ts';

/** The resources of a file, as far as they are certain. */
export function resourcesOf(manifest: Manifest, path: string): FileResources {
  const { resources, notJudged } = findResources(manifest, path);
  const read = resources.flatMap(({ apiVersion, kind, root, partial, part }) => {
    const groupVersion = parseGroupVersion(apiVersion);
    const metadata = mapFor(root, 'metadata');
    const name = metadata && nameIn(metadata, 'name');
    const namespace = metadata && nameIn(metadata, 'namespace');
    if (groupVersion === undefined || partial !== undefined || part !== undefined) return [];
    if (name === undefined || namespace === undefined) return [];
    const may = hasPlaceholder(name + namespace) ? ('renamed' as const) : undefined;
    const { group, version } = groupVersion;
    return [{ ...untouched, group, version, kind, root, names: [name], namespaces: [namespace], from: path, may }];
  });
  return { resources: read, isComplete: read.length === resources.length && notJudged.length === 0 };
}

/** The resources of a file. */
export interface FileResources {
  readonly resources: readonly AssembledResource[];
  /** Whether there are no others. */
  readonly isComplete: boolean;
}

/** The properties of an assembled resource that no kustomization has changed. */
export const untouched = {
  may: undefined,
  writes: [],
  from: undefined,
  changes: [],
  fills: [],
  isOpen: false,
  reads: [],
  selectors: [],
  moved: [],
  generated: undefined,
};

/** '' if absent; undefined if not a text. */
function nameIn(metadata: MapNode, field: string): string | undefined {
  return valueFor(metadata, field) === undefined ? '' : stringFor(metadata, field);
}

/** Adds the generators of a kustomization, which create or change resources. */
export function withGenerated(
  root: MapNode,
  resources: readonly AssembledResource[],
  read: ReadText,
): readonly AssembledResource[] {
  let all = resources;
  for (const [field, kind] of [
    ['configMapGenerator[]', 'ConfigMap'],
    ['secretGenerator[]', 'Secret'],
  ] as const) {
    for (const { node } of mapsAt(root, field)) {
      const name = stringFor(node, 'name') ?? '';
      const namespace = stringFor(node, 'namespace') ?? '';
      const behavior = stringFor(node, 'behavior') ?? 'create';
      const data = generatedData(node, read);
      const generated = kind === 'Secret' ? data && asSecretData(data) : data;
      const configOrSecret = {
        ...untouched,
        group: '',
        kind,
        names: [name],
        namespaces: [namespace],
        root: undefined,
        generated,
      };
      if (behavior !== 'merge' && behavior !== 'replace') {
        all = [...all, { ...configOrSecret, version: coreVersion }];
      } else {
        const isMerged = behavior === 'merge';
        all = all.map((resource) =>
          resource.kind === kind && resource.names.includes(name)
            ? { ...resource, root: undefined, generated: isMerged ? merged(resource.generated, generated) : generated }
            : resource,
        );
      }
    }
  }
  return all;
}

function merged(data: AssembledResource['generated'], more: AssembledResource['generated']) {
  return data === undefined || more === undefined ? undefined : new Map([...data, ...more]);
}

/** The version of ConfigMaps and Secrets that Kustomize makes (`api/internal/generators/utils.go`). */
const coreVersion = 'v1';

/** Fields that add unknown resources. */
const sourcesOfOthers: readonly string[] = ['generators', 'helmCharts', 'helmChartInflationGenerator'];

/** Fields that add inputs to a kustomization: without any, another kustomization or a tool adds them. */
const sources: readonly string[] = ['resources', 'bases', 'components', 'configMapGenerator', 'secretGenerator'];

/** Whether a kustomization gets resources from elsewhere than files, or names them in ways that are filled in later. */
export function addsResources(root: MapNode): boolean {
  const isComponent = stringFor(root, 'kind') === 'Component';
  if (!isComponent && sources.every((field) => valueFor(root, field) === undefined)) return true;
  const named = ['namePrefix', 'nameSuffix', 'namespace'].map((field) => stringFor(root, field) ?? '');
  return sourcesOfOthers.some((field) => valueFor(root, field) !== undefined) || named.some(hasPlaceholder);
}

/** What an entry of a kustomization brings. */
export interface Brought {
  /** Its path: `resources[1]`. */
  readonly entry: string;
  /** Whether another kustomization does, at which repetitions within it are reported. */
  readonly isBuilt: boolean;
  readonly resources: readonly AssembledResource[];
}

/**
 * The resources that are brought a second time.
 *
 * Source: Append in `api/resmap/reswrangler.go` of sigs.k8s.io/kustomize, which compares current names.
 */
export function clashesIn(all: readonly Brought[]): Assembled['clashes'] {
  const known = new Map<string, Brought>();
  return all.flatMap((brought) =>
    brought.resources.flatMap((resource) => {
      const name = currentName(resource);
      if (name === undefined) return [];
      const before = known.get(name);
      if (before === undefined) known.set(name, brought);
      const isHere = before !== undefined && !(before === brought && brought.isBuilt);
      return isHere ? [{ resource, entry: brought.entry }] : [];
    }),
  );
}

/** Undefined if it is uncertain. */
function currentName({ group, version, kind, names, namespaces, may }: AssembledResource): string | undefined {
  const [name = '', namespace = ''] = [names.at(-1), namespaces.at(-1)];
  if (may !== undefined || name === '') return undefined;
  return [group, version, kind, namespace === '' ? 'default' : namespace, name].join('\n');
}

/** The inputs of a kustomization. */
export interface LayerSources {
  readonly resources: readonly AssembledResource[];
  readonly isComplete: boolean;
  readonly clashes: Assembled['clashes'];
  /** The variables of its bases. */
  readonly variables: readonly Variables[];
}

/** The resources as the patches and replacements of a kustomization see them, under all their names. */
export function assembledFor(
  root: Node,
  { resources, isComplete, clashes, variables }: LayerSources,
  files: LayerFiles,
): Assembled {
  const { read, file } = files;
  const come = resources.map((resource) => renamed(resource, root));
  let changed: readonly AssembledResource[] | undefined;
  return {
    isComplete,
    resources: come,
    clashes,
    ownWrites: layerWrites(root, read),
    changed: () => (changed ??= changedBy(root, come, { resources, isComplete }, files)),
    variables: joined([...variables, variablesOf(root, file, read)]),
  };
}

/** The resources as they leave a kustomization, with its possible writes. */
export function outputResources(assembled: Assembled): readonly AssembledResource[] {
  const changed = assembled.changed();
  return resourcesSeenBy(assembled, undefined).resources.map((resource, index) => ({
    ...resource,
    writes: [...resource.writes, ...writesInto(resource, assembled.ownWrites, undefined)],
    changes: changed[index]?.changes ?? resource.changes,
    fills: changed[index]?.fills ?? resource.fills,
    isOpen: changed[index]?.isOpen ?? resource.isOpen,
    reads: changed[index]?.reads ?? resource.reads,
    selectors: changed[index]?.selectors ?? resource.selectors,
    moved: changed[index]?.moved ?? resource.moved,
  }));
}

/** The final output, if no other kustomization builds on it. */
export function finalResources(assembled: Assembled): readonly AssembledResource[] {
  return withVariables(outputResources(assembled), assembled.variables);
}

/** The resources as one entry of a kustomization sees them, after all others may have run; undefined for no entry. */
export function resourcesSeenBy(assembled: Assembled, entry: string | undefined): Assembled {
  const turns = assembled.ownWrites.flatMap(({ write, into, entry: by }) =>
    (write === 'renamed' || write === 'turned') && by !== entry ? [{ write, into }] : [],
  );
  const resources = assembled.resources.map((resource) => {
    const mine = turns.filter(({ into }) => into === undefined || matchOf(into, resource) !== 'no');
    if (mine.length === 0) return resource;
    const isTurned = resource.may === 'turned' || mine.some(({ write }) => write === 'turned');
    return { ...resource, may: isTurned ? ('turned' as const) : ('renamed' as const) };
  });
  return { ...assembled, resources };
}

/** The possible writes of a kustomization itself into a resource, except those of one entry. */
export function writesInto(
  resource: AssembledResource,
  ownWrites: Assembled['ownWrites'],
  except: string | undefined,
): readonly PossibleWrite[] {
  return ownWrites.flatMap(({ write, into, entry }) =>
    typeof write === 'object' && entry !== except && (into === undefined || matchOf(into, resource) !== 'no')
      ? [write]
      : [],
  );
}

function renamed(resource: AssembledResource, root: Node): AssembledResource {
  if (root.kind !== 'map') return resource;
  const prefix = stringFor(root, 'namePrefix') ?? '';
  const suffix = stringFor(root, 'nameSuffix') ?? '';
  const names = prefix === '' && suffix === '' ? [] : [`${prefix}${resource.names.at(-1) ?? ''}${suffix}`];
  const namespace = entryFor(root, 'namespace') === undefined ? [] : [stringFor(root, 'namespace') ?? ''];
  return {
    ...resource,
    names: [...new Set([...resource.names, ...names])],
    namespaces: [...new Set([...resource.namespaces, ...namespace])],
  };
}
