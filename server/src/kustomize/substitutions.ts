import table from '../../data/authored/substitutions.json' with { type: 'json' };
import type { Manifest } from '../manifest/manifest.ts';
import { entryFor, type MapEntry, type MapNode, mapFor, type Node, scalarFor, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt, scalarTextsAt } from '../manifest/nodesAt.ts';
import { isFilledIn } from '../manifest/read/placeholder.ts';
import { parseGroupVersion } from '../targets/groupVersion.ts';
import { wordSearch } from '../text/wordSearch.ts';
import { generatedData, type ReadText } from './generatedData.ts';
import { type PluginSource, pluginSources } from './pluginSources.ts';
import { waitReferencesIn } from './waits.ts';

/** An object that has a controller build and apply a folder. */
export interface Applier {
  /** Relative to the root of the repository, as written; '' if absent. */
  readonly path: string;
  /** Components added to it, relative to that folder. */
  readonly components: readonly string[];
  /** Variables are filled in before anything is applied. */
  readonly substitutes: boolean;
  readonly name: string;
  /** It applies to another cluster than the one that it is in itself. */
  readonly isForOther: boolean;
  /** The names in its dependsOn. */
  readonly dependsOn: readonly string[];
  /** Its kustomization fields, under the same names: patches, images; undefined if it has none. */
  readonly kustomization: MapNode | undefined;
  /** The values that it gives itself, which come before all others. */
  readonly inline: ReadonlyMap<string, string>;
  /** The objects that it takes values from, the last one first to count. */
  readonly from: readonly ValueHolder[];
  /** The plugin that generates what is applied, which may change anything; undefined without one. */
  readonly plugin: string | undefined;
}

/** An object that holds values; undefined for a name or a kind that cannot be read. */
export interface ValueHolder {
  /** Whether its values are readable in a repository, unlike those of a Secret. */
  readonly isOpen: boolean;
  /** Empty if it cannot be read, as is the name. */
  readonly kind: string;
  readonly name: string;
  /** Whether it may be absent. */
  readonly isOptional: boolean;
}

/** The facts in a file about variable substitution. */
export interface SubstitutionFacts {
  readonly appliers: readonly Applier[];
  /** Whether something else, such as a patch, may give values to any of them. */
  readonly patches: boolean;
  /** Whether something else may overwrite the values of such an object. */
  readonly overrides: boolean;
}

const mentionsApplier = wordSearch(table.appliers.flatMap(({ group, word }) => [group, word]));

/** Whether a text may have such objects; searching costs little. */
export function mayApply(text: string): boolean {
  if (text.includes(table.plugged.group) && text.includes(`${table.plugged.plugin}:`)) return true;
  return mentionsApplier(text);
}

/** Reads who applies folders, and whether variables are filled in. */
export function readAppliers({ text, documents }: Manifest): SubstitutionFacts {
  const found = documents.flatMap(({ root }) =>
    root?.kind === 'map' ? (applierOf(root) ?? pluginSources(root).flatMap(pluggedApplier)) : [],
  );
  const substituting = found.filter(({ substitutes, plugin }) => substitutes && plugin === undefined).length;
  return {
    appliers: found,
    patches: table.appliers.some(({ word }) => text.split(`${word}:`).length - 1 > substituting),
    overrides: table.appliers.some(({ inline }) => {
      const field = inline.slice(inline.lastIndexOf('.') + 1);
      const mentioned = text.replaceAll(table.disabled.key, '');
      const times = mentioned.match(new RegExp(`\\b${field}\\b`, 'g'))?.length ?? 0;
      return times > found.filter(({ inline: inlineValues }) => inlineValues.size > 0).length;
    }),
  };
}

/** The fields of an object that has a controller apply a folder; undefined for any other object. */
export function applierForm(root: MapNode): (typeof table.appliers)[number] | undefined {
  const group = parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group;
  return table.appliers.find((applier) => applier.group === group && applier.kind === stringFor(root, 'kind'));
}

function applierOf(root: MapNode): Applier | undefined {
  const form = applierForm(root);
  if (form === undefined) return undefined;
  const [path = ''] = scalarTextsAt(root, form.path);
  const [name = ''] = scalarTextsAt(root, form.name);
  const [held] = mapsAt(root, form.kustomization);
  const [inline] = mapsAt(root, form.inline);
  return {
    path,
    name,
    isForOther: nodesAt(root, form.otherCluster).length > 0,
    dependsOn: waitReferencesIn(root).map((waitReference) => waitReference.name),
    kustomization: held && {
      ...held.node,
      entries: held.node.entries.map((entry) => namedAsThere(entry, form.namespace)),
    },
    inline: new Map(
      inline?.node.entries.flatMap(({ key, value }) =>
        value.kind === 'scalar' && value.value !== null ? [[key, String(value.value)] as const] : [],
      ),
    ),
    from: mapsAt(root, form.from).map(({ node }) => ({
      isOpen: stringFor(node, 'kind') === form.holder,
      kind: stringFor(node, 'kind') ?? '',
      name: stringFor(node, 'name') ?? '',
      isOptional: (scalarFor(node, 'optional')?.value ?? false) !== false,
    })),
    components: scalarTextsAt(root, form.components),
    substitutes: form.values.some((field) => nodesAt(root, field).some(({ node }) => !isEmpty(node))),
    plugin: undefined,
  };
}

/** A folder whose files a plugin of Argo CD, an unknown program, turns into what is applied. */
function pluggedApplier({ path, plugin }: PluginSource): readonly Applier[] {
  if (path === '') return [];
  const nothing = { components: [], dependsOn: [], inline: new Map(), from: [], kustomization: undefined };
  return [{ ...nothing, path, name: plugin, plugin, substitutes: true, isForOther: false }];
}

/** The names of the values of some objects in a file; those of encrypted objects are readable as well. */
export function valueNamesIn({ documents }: Manifest, holders: readonly ValueHolder[]): readonly string[] {
  return documents.flatMap(({ root }) => {
    if (root?.kind !== 'map') return [];
    const metadata = mapFor(root, 'metadata');
    const [kind, name] = [stringFor(root, 'kind'), metadata && stringFor(metadata, 'name')];
    if (!holders.some((holder) => holder.kind === kind && holder.name === name)) return [];
    return ['data', 'stringData'].flatMap((field) => mapFor(root, field)?.entries.map(({ key }) => key) ?? []);
  });
}

/** An entry under the name that kustomizations have for it. */
function namedAsThere(entry: MapEntry, namespace: string): MapEntry {
  return entry.key === namespace ? { ...entry, key: 'namespace' } : entry;
}

/** The variable values in a ConfigMap, by key, undefined for unknown ones. Undefined for any other object. */
export function valuesIn(root: Node, name: string): ReadonlyMap<string, string | undefined> | undefined {
  if (root.kind !== 'map' || !table.appliers.some(({ holder }) => holder === stringFor(root, 'kind'))) return undefined;
  if (scalarTextsAt(root, 'metadata.name')[0] !== name) return undefined;
  const [data] = mapsAt(root, 'data');
  return new Map(
    data?.node.entries.map(({ key, value }) => {
      const text = value.kind === 'scalar' ? value.value : undefined;
      return [key, typeof text === 'string' && !isFilledIn(text) ? text : undefined] as const;
    }),
  );
}

/**
 * The variable values in the ConfigMaps of a name that a kustomization generates; undefined for each that is not
 * certain, such as one that is merged into another.
 */
export function generatedValues(
  root: Node,
  name: string,
  read: ReadText,
): readonly (ReadonlyMap<string, string> | undefined)[] {
  return table.appliers.flatMap(({ generator }) =>
    mapsAt(root, `${generator}[]`).flatMap(({ node }) => {
      if (stringFor(node, 'name') !== name) return [];
      const isNew = (stringFor(node, 'behavior') ?? 'create') === 'create';
      const data = isNew ? generatedData(node, read) : undefined;
      return [data !== undefined && [...data.values()].some(isFilledIn) ? undefined : data];
    }),
  );
}

const mentionsHolder = wordSearch(table.appliers.flatMap(({ holder, generator }) => [holder, generator]));

/** Whether a text may have an object that holds values, or generate one. */
export function mayHoldValues(text: string): boolean {
  return mentionsHolder(text);
}

function isEmpty(node: Node): boolean {
  return node.kind === 'map' ? node.entries.length === 0 : node.kind === 'list' ? node.items.length === 0 : true;
}

/** Whether an object changes what it applies: by its kustomization fields, or by a plugin. */
export function isChanging({ kustomization, plugin }: Applier): boolean {
  if (plugin !== undefined) return true;
  return kustomization !== undefined && patchFields.some((field) => entryFor(kustomization, field) !== undefined);
}

/** How messages name what an object does with a build. */
export function applierAction({ name, plugin }: Applier): string {
  if (plugin === undefined) return `applied by the Kustomization ${name} of Flux`;
  return `generated by ${plugin === '' ? 'a plugin' : `the plugin ${plugin}`} of Argo CD`;
}

const patchFields = [
  'patches',
  'patchesStrategicMerge',
  'patchesJson6902',
  'images',
  'components',
  'namespace',
  'namePrefix',
  'nameSuffix',
  'commonMetadata',
] as const;

/** Whether a file, by its path with `/`, is a script that may call such a program. */
export function isScript(path: string): boolean {
  return table.programs.some(({ scripts }) => new RegExp(scripts).test(path) || new RegExp(scripts).test(nameOf(path)));
}

/** The words of script lines with a substituting program, which may include files and folders. */
export function wordsForPrograms(text: string): readonly string[] {
  const programs = table.programs.map(({ program }) => program);
  if (!programs.some((program) => text.includes(program))) return [];
  return text
    .replaceAll('\\\n', ' ')
    .split('\n')
    .filter((line) => !line.trimStart().startsWith('#') && programs.some((program) => line.includes(program)))
    .flatMap((line) => line.split(/[\s"'`;|<>()=]+/))
    .filter((word) => /[/.]/.test(word));
}

/** Whether a file is one that a tool fills in, by its name. */
export function isTemplateName(path: string): boolean {
  return templateNames.some((name) => name.test(nameOf(path)));
}

const templateNames = table.templates.map(({ files }) => new RegExp(files));

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
