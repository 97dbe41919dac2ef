import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag, WrittenText } from './description.ts';
import { flagOfMap, flagsOfArguments, flagsOfExtraArgs } from './flags.ts';
import { scalarText } from './scalarText.ts';
import { type SourceDocument, type TargetSource, typeOf } from './source.ts';

/**
 * Objects of tools that make clusters, each with fixed fields for versions and flags: kubeadm, Cluster API, kops,
 * Gardener and the components' own configurations. What stands where is data (`data/authored/target-sources.json`).
 */
export const objects: TargetSource = {
  reads: ({ group }) => groups.has(group),
  read: (document) => formats.flatMap((format) => readObject(format, document)),
};

interface ObjectFormat {
  readonly format: string;
  readonly group: string;
  readonly versions: readonly string[];
  readonly kind: string;
  readonly name?: string | undefined;
  /** A field without which a document of the kind describes no cluster. */
  readonly needs?: string | undefined;
  readonly components: readonly ComponentFields[];
}

interface ComponentFields {
  readonly component: string;
  /** Where the component is described several times; its other paths then start there. */
  readonly each?: string | undefined;
  readonly version?: string | undefined;
  readonly flags: readonly FlagField[];
}

interface FlagField {
  readonly at: string;
  /** `arguments`: names and values; `words`: a list of `name=value`; `settings`: a map of the settings of `flag`. */
  readonly as: string;
  readonly flag?: string | undefined;
}

const formats: readonly ObjectFormat[] = sources.objects;
const groups: ReadonlySet<string> = new Set(formats.map(({ group }) => group));

/** What a document of kubeadm's `ClusterConfiguration` describes, also where its `apiVersion` is left out. */
export function clusterConfiguration(root: Cursor, index: number): readonly DescribedCluster[] {
  const kind = root.string('kind');
  const format = formats.find((one) => one.kind === kind && root.string('apiVersion') === undefined);
  if (format !== undefined) return described(format, root, index);
  return formats.flatMap((one) => readObject(one, { root, type: typeOf(root.node), index, path: '' }));
}

function readObject(format: ObjectFormat, { root, type, index }: SourceDocument): readonly DescribedCluster[] {
  const { group, version, kind } = type;
  const isThis = kind === format.kind && group === format.group && format.versions.includes(version);
  if (!isThis || (format.needs !== undefined && root.at(format.needs) === undefined)) return [];
  return described(format, root, index);
}

function described(format: ObjectFormat, root: Cursor, index: number): readonly DescribedCluster[] {
  const components = format.components.flatMap((fields) => componentsOf(fields, root));
  const name = format.name === undefined ? undefined : root.string(format.name);
  return [{ format: format.format, document: index, name, components, span: root.keySpan, path: '' }];
}

function componentsOf(fields: ComponentFields, root: Cursor): readonly DescribedComponent[] {
  const component = componentNamed(fields.component);
  const places = fields.each === undefined ? [root] : root.all(fields.each);
  if (component === undefined) return [];
  return places.map((place) => ({
    component,
    version: fields.version === undefined ? undefined : textAt(place.at(fields.version)),
    flags: fields.flags.flatMap((field) => flagsAt(field, place)),
    span: place.keySpan,
    path: place.path,
  }));
}

/** A scalar as it is written; undefined where there is none. */
export function textAt(cursor: Cursor | undefined): WrittenText | undefined {
  const source = cursor === undefined ? undefined : scalarText(cursor);
  if (cursor === undefined || source === undefined) return undefined;
  const isNumber = cursor.node.kind === 'scalar' && typeof cursor.node.value === 'number';
  return { text: source.value, span: source.span, path: source.path, ...(isNumber ? { number: true } : {}) };
}

function flagsAt({ at, as, flag }: FlagField, root: Cursor): readonly WrittenFlag[] {
  const cursor = root.at(at);
  if (cursor === undefined) return [];
  const readers: Readonly<Record<string, () => readonly WrittenFlag[]>> = {
    arguments: () => flagsOfExtraArgs(cursor),
    words: () => flagsOfArguments(cursor),
    settings: () => flagOfMap(flag ?? '', cursor),
  };
  return readers[as]?.() ?? [];
}
