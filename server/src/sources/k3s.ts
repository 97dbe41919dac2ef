import sources from '../../data/authored/target-sources.json' with { type: 'json' };
import { readManifest } from '../manifest/read/readManifest.ts';
import type { AdmissionConfiguration } from '../targets/admissionConfiguration.ts';
import { itemWord } from './commandWords.ts';
import { componentNamed } from './components.ts';
import { Cursor } from './cursor.ts';
import { type NeighbouringFiles, nameOf } from './declared/neighbouringFiles.ts';
import type { DescribedCluster, DescribedComponent, WrittenFlag } from './description.ts';
import { flagOfText, flagOfValues } from './flags.ts';
import { flagsOfK3sArguments, k3sOptions } from './k3sWords.ts';
import { plainText } from './scalarText.ts';
import type { TargetSource } from './source.ts';

/**
 * Configuration files of k3s and RKE2: keys such as `kube-apiserver-arg`, one value or a list. They contain no version.
 */
export const k3s: TargetSource = {
  reads: ({ kind }) => kind === '',
  read({ root, index, path, surroundings }): readonly DescribedCluster[] {
    if (root.node.kind !== 'map' || root.at('kind') !== undefined) return [];
    const mayBe = nameOf(path) === sources.k3s.file || root.entries().some(({ key }) => isK3s(key.replace(/\+$/, '')));
    if (!mayBe) return [];
    const settings = effectiveSettings([root, ...dropIns(path, surroundings)]);
    const options = [...settings].flatMap(([name, written]) => optionOf(name, written, root));
    const components = [...settings].flatMap(([name, written]) => componentOf(name, written, root) ?? []);
    if (components.length + options.length === 0) return [];
    const at = components.findIndex(({ component }) => component === 'kube-apiserver');
    const server = components[at];
    if (server !== undefined) components[at] = { ...server, flags: [...options, ...server.flags] };
    else if (options.length > 0) components.push(serverOf(options, root));
    const profile = profileOf(root);
    const described = components.map((component) =>
      component.component === 'kube-apiserver' && profile !== undefined
        ? { ...component, admission: profile }
        : component,
    );
    const format = 'k3s or RKE2 configuration';
    return [{ format, document: index, name: undefined, components: described, span: root.keySpan, path: '' }];
  },
};

/** A setting of the program, after all files: the last entry of its name, and its values. */
interface Setting {
  readonly entry: Cursor;
  readonly items: readonly Cursor[];
}

/**
 * The settings of files that are read one after the other: a later one replaces an earlier one, or extends it if its key
 * ends in `+` (github.com/k3s-io/k3s/pkg/configfilearg/parser.go).
 */
function effectiveSettings(files: readonly Cursor[]): ReadonlyMap<string, Setting> {
  const settings = new Map<string, Setting>();
  for (const entry of files.flatMap((file) => file.entries())) {
    const name = entry.key.replace(/\+$/, '');
    const items = entry.node.kind === 'list' ? entry.items() : [entry];
    const before = name === entry.key ? [] : (settings.get(name)?.items ?? []);
    settings.set(name, { entry, items: [...before, ...items] });
  }
  return settings;
}

/** The files in `config.yaml.d`, in the order of their names. */
function dropIns(path: string, surroundings: NeighbouringFiles): readonly Cursor[] {
  const files = [...(surroundings.files(`${path}.d`, (name) => /\.ya?ml$/.test(name)) ?? [])];
  return files
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .flatMap(([, text = '']) =>
      readManifest(text)
        .documents.slice(0, 1)
        .map(({ root }) => [text, root] as const),
    )
    .flatMap(([text, root]) => (root === undefined ? [] : [Cursor.root(text, root)]));
}

function componentOf(name: string, { entry, items }: Setting, root: Cursor): DescribedComponent | undefined {
  const component = componentNamed(names.get(name) ?? '');
  if (component === undefined) return undefined;
  const isOwn = entry.text === root.text;
  const { keySpan: span, path } = isOwn ? entry : root;
  const flags = flagsOfK3sArguments(items.flatMap((item) => itemWord(item) ?? []));
  return { component, version: undefined, flags: flags.map((flag) => placed(flag, items, root)), span, path };
}

/** An option of the program that becomes a flag of the API server. */
function optionOf(name: string, { entry, items }: Setting, root: Cursor): readonly WrittenFlag[] {
  const flag = k3sOptions.get(name);
  if (flag === undefined) return [];
  return flagOfValues(flag, items, entry).map((found) => placed(found, items, root));
}

/** A flag at its place; if other files have it, at the beginning of this one, and without edits. */
function placed(flag: WrittenFlag, items: readonly Cursor[], root: Cursor): WrittenFlag {
  if (items.every(({ text }) => text === root.text)) return flag;
  return flagOfText(flag.flag, root.keySpan, { ...plainText(flag.value, 0, flag.value.length), span: root.keySpan });
}

/** The admission settings of a CIS profile; a named configuration file replaces them. */
function profileOf(root: Cursor): AdmissionConfiguration | undefined {
  const { key, begins, defaults, namespaces } = sources.k3s.profile;
  const name = root.string(key);
  if (name?.startsWith(begins) !== true) return undefined;
  const podSecurity = { defaults, namespaces, usernames: [], runtimeClasses: [] };
  return { settings: { file: `${key}: ${name}`, podSecurity } };
}

function serverOf(flags: readonly WrittenFlag[], root: Cursor): DescribedComponent {
  return { component: 'kube-apiserver', version: undefined, flags, span: root.keySpan, path: '' };
}

function isK3s(name: string): boolean {
  return names.has(name) || k3sOptions.has(name);
}

const names: ReadonlyMap<string, string> = new Map(Object.entries(sources.k3s.arguments));
