import table from '../../data/authored/substitutions.json' with { type: 'json' };
import type { Manifest } from '../manifest/manifest.ts';
import { type MapNode, mapFor, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { parseGroupVersion } from '../target/groupVersion.ts';

/** An object that has a controller build and apply a folder. */
export interface Applier {
  /** From the root of the repository, as it is written; '' for none. */
  readonly path: string;
  /** Components that are put onto it, from that folder. */
  readonly components: readonly string[];
  /** Variables are filled in before anything is applied. */
  readonly substitutes: boolean;
  /** The objects whose values are filled in, besides its own. */
  readonly sources: readonly ValueSource[];
  readonly name: string;
  /** What it holds of a kustomization, under the same names: patches, images; undefined for nothing. */
  readonly kustomization: MapNode | undefined;
}

/** A ConfigMap or Secret with values for variables. */
export interface ValueSource {
  readonly kind: string;
  readonly name: string;
}

/** What a file says of who fills in variables. */
export interface SubstitutionFacts {
  readonly appliers: readonly Applier[];
  /** Something else than such an object itself gives values, such as a patch: any of them may have some. */
  readonly patches: boolean;
}

/** Whether a text may have such objects; searching costs little. */
export function mayApply(text: string): boolean {
  return table.appliers.some(({ group, word }) => text.includes(group) || text.includes(word));
}

/** Reads who applies folders, and whether variables are filled in. */
export function readAppliers({ text, documents }: Manifest): SubstitutionFacts {
  const found = documents.flatMap(({ root }) => (root?.kind === 'map' ? (applierOf(root) ?? []) : []));
  const own = found.filter(({ substitutes }) => substitutes).length;
  return {
    appliers: found,
    patches: table.appliers.some(({ word }) => text.split(`${word}:`).length - 1 > own),
  };
}

function applierOf(root: MapNode): Applier | undefined {
  const group = parseGroupVersion(stringFor(root, 'apiVersion') ?? '')?.group;
  const form = table.appliers.find((one) => one.group === group && one.kind === stringFor(root, 'kind'));
  if (form === undefined) return undefined;
  const [path = ''] = textsAt(root, form.path);
  const [name = ''] = textsAt(root, form.name);
  const [held] = mapsAt(root, form.kustomization);
  return {
    path,
    name,
    kustomization: held?.node,
    components: textsAt(root, form.components),
    sources: mapsAt(root, form.sources).flatMap(({ node }) => {
      const [sourceKind, sourceName] = [stringFor(node, 'kind'), stringFor(node, 'name')];
      return sourceKind === undefined || sourceName === undefined ? [] : [{ kind: sourceKind, name: sourceName }];
    }),
    substitutes: form.values.some((field) => nodesAt(root, field).some(({ node }) => !isEmpty(node))),
  };
}

/** The names of the values of those of some objects that a file has; of encrypted ones the names can be read as well. */
export function valuesIn({ documents }: Manifest, sources: readonly ValueSource[]): readonly string[] {
  return documents.flatMap(({ root }) => {
    if (root?.kind !== 'map') return [];
    const metadata = mapFor(root, 'metadata');
    const [kind, name] = [stringFor(root, 'kind'), metadata && stringFor(metadata, 'name')];
    if (!sources.some((one) => one.kind === kind && one.name === name)) return [];
    return ['data', 'stringData'].flatMap((field) => mapFor(root, field)?.entries.map(({ key }) => key) ?? []);
  });
}

function isEmpty(node: Node): boolean {
  return node.kind === 'map' ? node.entries.length === 0 : node.kind === 'list' ? node.items.length === 0 : true;
}

function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && node.value !== null ? [String(node.value)] : [],
  );
}

/** Whether a file, by its path with `/`, is a script that may call such a program. */
export function isScript(path: string): boolean {
  return table.programs.some(({ scripts }) => new RegExp(scripts).test(path) || new RegExp(scripts).test(nameOf(path)));
}

/** The words of the lines of a script in which a program fills in variables: files and folders may be among them. */
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
  return table.templates.some(({ files }) => new RegExp(files).test(nameOf(path)));
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}
