import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { settingsOfPlugins } from './admissionSettings.ts';
import { itemWord } from './commandWords.ts';
import { componentNamed } from './components.ts';
import type { Cursor } from './cursor.ts';
import type { DescribedCluster, DescribedComponent, ToolNote, WrittenFlag, WrittenText } from './description.ts';
import {
  flagOfMap,
  flagOfValue,
  flagOfValues,
  flagsOfApis,
  flagsOfArguments,
  flagsOfExtraArgs,
  flagsOfWords,
} from './flags.ts';
import { flagsOfK3s } from './k3sWords.ts';
import { flagsOfKubeadm, type ReadFlags } from './kubeadmArguments.ts';
import { scalarText } from './scalarText.ts';
import { flagsOfTalos } from './talosArguments.ts';
import { channelIn, versionAt } from './writtenVersion.ts';

/** A path, or several of which the first present one counts. */
export type Paths = string | readonly string[];

/** The fields of a document that describes a cluster: an entry of `data/authored/target-sources.json`. */
export interface DocumentFormat {
  readonly format: string;
  readonly name?: Paths | undefined;
  /** The name that the tool gives to clusters without one; only other names identify a cluster. */
  readonly defaultName?: string | undefined;
  /** The provider of the cluster, by its name in `data/authored/support-windows.json`. */
  readonly provider?: string | undefined;
  /** The field that enables all alpha features if true. */
  readonly alpha?: string | undefined;
  readonly components: readonly ComponentFields[];
}

/** The fields of a component's version and flags. */
export interface ComponentFields {
  readonly component: string;
  /** The path of the descriptions of a component, if there are several; the other paths are relative to it. */
  readonly each?: string | undefined;
  readonly version?: Paths | undefined;
  /** `image`: the tag of an image; `openshift`, `openshift-image`: the version of an OpenShift. */
  readonly versionAs?: string | undefined;
  /** The field with the release channel, which decides the version if none is written. */
  readonly channel?: Paths | undefined;
  readonly flags: readonly FlagField[];
  /** A list of admission plugins with their settings: `name`, `configuration` or `config`, `disabled`. */
  readonly plugins?: string | undefined;
}

interface FlagField {
  readonly at: string;
  /**
   * `arguments`: names and values; `kubeadm-map`, `kubeadm-list`, `talos`: those of a tool; `words`: a list of `name=value`; `command`: the words of a command; `last-words`: of these, the last of a name; `settings`: a map of the settings of `flag`;
   * `setting-words`: a list of them; `apis`: a list of APIs that `flag` enables; `values`: one value of `flag`, or a list;
   * `k3s`: words for the program k3s.
   */
  readonly as: string;
  readonly flag?: string | undefined;
  /** A key that replaces it, even without a value. */
  readonly unless?: string | undefined;
  /** Its flags replace those of earlier fields, name by name. */
  readonly replaces?: boolean | undefined;
}

/** The description in a document, by its format. */
export function describeDocument(format: DocumentFormat, root: Cursor, index: number): DescribedCluster {
  const notes: ToolNote[] = [];
  const components = format.components.flatMap((fields) => componentsOf(fields, root, notes));
  const named = format.name === undefined ? undefined : firstAt(root, format.name);
  const name = named?.node.kind === 'scalar' ? named.scalar() : undefined;
  const { provider, defaultName } = format;
  const position = { span: root.keySpan, path: '' };
  const described = { format: format.format, document: index, name, components, ...position };
  const alphaField = format.alpha === undefined ? undefined : firstAt(root, format.alpha);
  return {
    ...described,
    ...(provider === undefined ? {} : { provider }),
    ...(defaultName !== undefined && name !== undefined && name !== defaultName ? { hasOwnName: true } : {}),
    ...(alphaField?.scalar() === 'true' ? { alpha: true } : {}),
    ...(notes.length === 0 ? {} : { notes }),
  };
}

/** The first value at one of the paths. */
export function firstAt(root: Cursor, paths: Paths): Cursor | undefined {
  for (const path of typeof paths === 'string' ? [paths] : paths) {
    const found = path.includes('[]') ? root.all(path)[0] : root.at(path);
    if (found !== undefined) return found;
  }
  return undefined;
}

function componentsOf(fields: ComponentFields, root: Cursor, notes: ToolNote[]): readonly DescribedComponent[] {
  const component = componentNamed(fields.component);
  const cursors = fields.each === undefined ? [root] : root.all(fields.each);
  if (component === undefined) return [];
  return cursors.map((cursor) => ({
    component,
    version: versionOf(fields, cursor),
    flags: [...flagsOfFields(fields.flags, component, cursor, notes), ...disabledPlugins(fields, cursor)],
    ...configuredPlugins(fields, cursor),
    span: cursor.keySpan,
    path: cursor.path,
  }));
}

/** The admission settings in a list of plugins, which replaces a file. */
function configuredPlugins({ plugins }: ComponentFields, cursor: Cursor): Pick<DescribedComponent, 'admission'> {
  const list = plugins === undefined ? undefined : cursor.at(plugins);
  if (plugins === undefined || list === undefined) return {};
  return { admission: { settings: settingsOfPlugins(list.items(), plugins) } };
}

function disabledPlugins({ plugins }: ComponentFields, cursor: Cursor): readonly WrittenFlag[] {
  const items = plugins === undefined ? [] : (cursor.at(plugins)?.items() ?? []);
  return items.flatMap((item): readonly WrittenFlag[] => {
    const name = item.at('name');
    if (name === undefined || item.at('disabled')?.scalar() !== 'true') return [];
    return flagOfValue('disable-admission-plugins', name, { whole: item, nameSpan: name.keySpan });
  });
}

function versionOf({ version, versionAs, channel }: ComponentFields, cursor: Cursor): WrittenText | undefined {
  const written = version === undefined ? undefined : versionAt(firstAt(cursor, version), versionAs);
  if (written !== undefined || channel === undefined) return written;
  const channelField = firstAt(cursor, channel);
  const source = channelField === undefined ? undefined : scalarText(channelField);
  return source === undefined ? undefined : channelIn(source);
}

function flagsOfFields(
  fields: readonly FlagField[],
  component: string,
  root: Cursor,
  notes: ToolNote[],
): readonly WrittenFlag[] {
  let flags: readonly WrittenFlag[] = [];
  for (const field of fields) {
    const found = flagsAt(field, component, root, notes);
    const replaced = new Set(field.replaces === true ? found.map(({ flag }) => flag) : []);
    flags = [...flags.filter(({ flag }) => !replaced.has(flag)), ...found];
  }
  return flags;
}

function flagsAt(
  { at, as, flag = '', unless }: FlagField,
  component: string,
  root: Cursor,
  notes: ToolNote[],
): readonly WrittenFlag[] {
  const cursor = firstAt(root, at);
  if (cursor === undefined || (unless !== undefined && hasKey(root, unless))) return [];
  const noted = (read: ReadFlags) => {
    notes.push(...read.notes);
    return read.flags;
  };
  const readers: Readonly<Record<string, () => readonly WrittenFlag[]>> = {
    arguments: () => flagsOfExtraArgs(cursor),
    'kubeadm-map': () => noted(flagsOfKubeadm(cursor, false, component, root)),
    'kubeadm-list': () => noted(flagsOfKubeadm(cursor, true, component, root)),
    talos: () => noted(flagsOfTalos(cursor, root)),
    words: () => flagsOfArguments(cursor),
    command: () => noted(flagsOfCommand(cursor)),
    'last-words': () => [...new Map(noted(flagsOfCommand(cursor)).map((found) => [found.flag, found])).values()],
    settings: () => flagOfMap(flag, cursor),
    'setting-words': () =>
      itemsOf(cursor).flatMap((item) => flagOfValue(flag, item, { whole: item, nameSpan: cursor.keySpan })),
    apis: () => flagsOfApis(flag, cursor),
    values: () => flagOfValues(flag, at.includes('[]') ? root.all(at) : itemsOf(cursor), cursor),
    k3s: () => flagsOfK3s(component, at.includes('[]') ? root.all(at) : itemsOf(cursor)),
  };
  return readers[as]?.() ?? [];
}

/** The flags in a list of words that a tool passes on as they are. */
function flagsOfCommand(cursor: Cursor): ReadFlags {
  const flags = flagsOfWords(cursor.items().flatMap((item) => itemWord(item) ?? []));
  if (cursor.node.kind === 'list') return { flags, notes: [] };
  const { keySpan: span, path } = cursor;
  const message = `${cursor.key} is a list of words, not a ${cursor.node.kind}`;
  const why = 'The tool decodes the file into its own types and stops at the first value of another type.';
  const { source } = sources.commandWords;
  return {
    flags,
    notes: [{ effect: 'refused', span, path, message, why, remedy: 'write a list, one word an item', source }],
  };
}

function hasKey(root: Cursor, path: string): boolean {
  const last = path.lastIndexOf('.');
  return (
    root
      .at(path.slice(0, last))
      ?.entries()
      .some(({ key }) => key === path.slice(last + 1)) === true
  );
}

function itemsOf(cursor: Cursor): readonly Cursor[] {
  return cursor.node.kind === 'list' ? cursor.items() : [cursor];
}
