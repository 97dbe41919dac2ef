import facts from '../../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { Block } from '../../../languages/expression.ts';
import type { DescribedCluster } from '../../description.ts';
import { type ClusterResource, declaredCluster, resourceOfType } from '../clusterResource.ts';
import { folderOf, joinPath, type NeighbouringFiles, nameOf } from '../neighbouringFiles.ts';
import { Budget, type SourceFile, type Value } from '../value.ts';
import { attributeOf, blockValue } from './blockValue.ts';
import {
  type InFile,
  isLoadedAutomatically,
  isValuesFile,
  readTerraformFolder,
  type TerraformFolder,
} from './folder.ts';
import { type BlockInstance, instancesOf } from './instances.ts';
import { localSource, TerraformModule } from './module.ts';

const resources: readonly ClusterResource[] = facts.terraform.resources;
const modules: readonly ClusterResource[] = facts.terraform.modules;

/** A word of every file that declares a cluster: a type, or the call of a module. */
const hint = new RegExp([...resources.flatMap(({ types }) => types), '\\bmodule[ \\t]+"'].join('|'));

/** Whether a text has a word that all files with clusters have. */
export function mayDeclareCluster(text: string): boolean {
  return hint.test(text);
}

/**
 * The clusters that a Terraform or OpenTofu file declares: those of its blocks, or, for a values file, those of its
 * folder with these values. Variables, locals and calls of local modules are followed; never throws.
 *
 * @param named whether the user named the file: a values file then represents all clusters of its folder, otherwise only
 * those whose version it sets.
 */
export function describeTerraform(
  file: SourceFile,
  surroundings: NeighbouringFiles,
  named = false,
): readonly DescribedCluster[] {
  const isValues = isValuesFile(file.path);
  if (!isValues && !mayDeclareCluster(file.text)) return [];
  const folder = readTerraformFolder(folderOf(file.path), surroundings, file);
  if (folder === undefined) return [];
  const name = nameOf(file.path);
  const valuesFile = isValues && !isLoadedAutomatically(name) ? name : undefined;
  const module = rootModule(folder, surroundings, valuesFile);
  // An automatically loaded values file describes nothing itself: its values belong to the folder.
  if (isValues && valuesFile === undefined) return [];
  const isDescribed = (block: InFile<Block>) => isValues || block.file.path === file.path;
  const found = clustersOf(module, isDescribed).map((cluster) =>
    declaredCluster({ ...cluster, file, head: isValues ? { start: 0, end: 0 } : cluster.head }),
  );
  return isValues && !named ? found.filter(givesVersion) : found;
}

/** A called module that cannot be read: its name and source. */
export interface UnreadModule {
  readonly label: string;
  readonly source: string;
  /** Whether the source is a local path. */
  readonly isLocal: boolean;
}

/** The unknown modules that a file calls: missing folders, and remote modules. */
export function unreadModules(file: SourceFile, surroundings: NeighbouringFiles): readonly UnreadModule[] {
  const folder = readTerraformFolder(folderOf(file.path), surroundings, file);
  if (folder === undefined) return [];
  const module = rootModule(folder, surroundings);
  return [...folder.blocks.values()].flatMap((block): readonly UnreadModule[] => {
    if (block.is.type !== 'module' || block.file.path !== file.path) return [];
    const source = attributeOf(block.is.body, 'source', module.scope(block.file));
    if (source.kind !== 'text' || moduleNamed(source.text) !== undefined) return [];
    const isLocal = localSource.test(source.text);
    if (isLocal && readTerraformFolder(joinPath(folder.path, source.text), surroundings) !== undefined) return [];
    return [{ label: block.is.labels[0] ?? '', source: source.text, isLocal }];
  });
}

/** Whether the version is in the described file itself. */
function givesVersion({ components }: DescribedCluster): boolean {
  return components.some(({ version }) => version?.elsewhere === undefined && (version?.span.end ?? 0) > 0);
}

/** A cluster that a module declares. */
export interface DeclaredCluster {
  readonly resource: ClusterResource;
  readonly format: string;
  readonly properties: Value;
  readonly label: string;
  /** The block in the root module. */
  readonly head: { readonly start: number; readonly end: number };
}

/** The module of a folder that the tool runs in. */
function rootModule(folder: TerraformFolder, surroundings: NeighbouringFiles, valuesFile?: string): TerraformModule {
  const reading = { surroundings, budget: new Budget(), root: folder.path, stack: [folder.path] };
  return new TerraformModule(folder, { given: undefined, valuesFile }, reading);
}

function clustersOf(module: TerraformModule, wanted: (block: InFile<Block>) => boolean): readonly DeclaredCluster[] {
  return [...module.folder.blocks].flatMap(([address, block]): readonly DeclaredCluster[] => {
    const [first = ''] = block.is.labels;
    if (!wanted(block) || address.startsWith('data.')) return [];
    if (block.is.type === 'module') return moduleClusters(module, block);
    const resource = resourceOfType(resources, first);
    if (resource === undefined) return [];
    const label = block.is.labels[1] ?? first;
    return instances(module, block, label, (properties, named) => [
      { resource, format: `Terraform ${first}`, properties, label: named, head: block.is.head },
    ]);
  });
}

function moduleClusters(module: TerraformModule, block: InFile<Block>): readonly DeclaredCluster[] {
  const [label = ''] = block.is.labels;
  const source = attributeOf(block.is.body, 'source', module.scope(block.file));
  if (source.kind !== 'text') return [];
  const { head } = block.is;
  return instances(module, block, label, (properties, named) =>
    clustersOfCall(module, source.text, properties, named).map((found) => ({ ...found, head })),
  );
}

/** The clusters of a called module: a known one declares a cluster, a local folder may declare several. */
export function clustersOfCall(
  module: TerraformModule,
  source: string,
  properties: Value,
  label: string,
): readonly Omit<DeclaredCluster, 'head'>[] {
  const known = moduleNamed(source);
  if (known !== undefined) {
    return [{ resource: known, format: `Terraform module ${known.types[0]}`, properties, label }];
  }
  const called = module.called(source, properties);
  if (called === undefined || !mayHoldClusters(called.folder)) return [];
  const inside = clustersOf(called, () => true);
  return inside.map((found) => ({ ...found, label: inside.length === 1 ? label : `${label}.${found.label}` }));
}

function instances(
  module: TerraformModule,
  { file, is }: InFile<Block>,
  label: string,
  make: (properties: Value, label: string) => readonly DeclaredCluster[],
): readonly DeclaredCluster[] {
  return instancesOf(is, module.scope(file)).flatMap(({ each, key }: { each?: BlockInstance; key?: string }) => {
    const properties = blockValue(is.body, module.scope(file, each));
    return make(properties, key === undefined ? label : key);
  });
}

function mayHoldClusters({ blocks }: TerraformFolder): boolean {
  return [...blocks.values()].some(
    ({ is }) => is.type === 'module' || resourceOfType(resources, is.labels[0] ?? '') !== undefined,
  );
}

/** The known module of a source, from a registry or git, ignoring folder and version. */
function moduleNamed(source: string): ClusterResource | undefined {
  const normalized = source
    .replace(/^(?:git::|tfr:\/\/\/?)/, '')
    .replace(/^(?:https?:\/\/|ssh:\/\/)?(?:[\w.-]+@)?/, '')
    .replace(/^github\.com:/, 'github.com/')
    .replace(/\?.*$/, '')
    .replace('.git', '')
    .replace(/^(?:registry\.[\w.]+|app\.terraform\.io)\//, '');
  const [name = '', submodule] = normalized.split(/\/\/modules\//);
  return modules.find(
    ({ types, submodules }) =>
      types.includes(normalized) ||
      (types.includes(name) && submodules !== undefined && submodule?.includes(submodules) === true),
  );
}
