import facts from '../../../data/authored/cluster-resources.json' with { type: 'json' };
import { readManifest } from '../../manifest/read/readManifest.ts';
import { Cursor } from '../cursor.ts';
import type { DescribedCluster } from '../description.ts';
import type { TargetSource } from '../source.ts';
import { type ClusterResource, declaredCluster, resourceOfType } from './clusterResource.ts';
import { type DocumentReader, documentValue } from './documentValue.ts';
import { callFunction } from './functions.ts';
import { folderOf, joinPath, type NeighbouringFiles, nameOf } from './neighbouringFiles.ts';
import { Budget, emptyMap, openValue, type SourceFile, type Value, valueBelow } from './value.ts';

const resources: readonly ClusterResource[] = facts.pulumi.resources;

/**
 * Programs of Pulumi in YAML, and the files of their stacks, which have their configuration
 * (https://www.pulumi.com/docs/iac/languages-sdks/yaml/yaml-language-reference/).
 */
export const pulumi: TargetSource = {
  reads: ({ apiVersion, kind }) => apiVersion === '' && kind === '',
  read({ root, index, path, surroundings }): readonly DescribedCluster[] {
    const file = { path, text: root.text };
    if (/^Pulumi\.[^/]+\.ya?ml$/.test(nameOf(path)) && root.at('resources') === undefined) {
      return ofStack(root, file, surroundings);
    }
    if (root.at('resources') === undefined || root.at('runtime') === undefined) return [];
    return clustersOf({ root, file, stack: undefined, shown: file, document: index });
  },
};

function ofStack(root: Cursor, file: SourceFile, surroundings: NeighbouringFiles): readonly DescribedCluster[] {
  const stack = root.at('config');
  if (stack === undefined) return [];
  const folder = folderOf(file.path);
  const programs = surroundings.files(folder, (name) => /^Pulumi\.ya?ml$/.test(name));
  const [name, text] = [...(programs ?? [])][0] ?? [];
  if (name === undefined || text === undefined) return [];
  const program = readManifest(text).documents[0]?.root;
  if (program === undefined) return [];
  const read = Cursor.root(text, program);
  const stackFile = { path: joinPath(folder, name), text };
  return clustersOf({ root: read, file: stackFile, stack, shown: file, document: 0 });
}

interface Program {
  readonly root: Cursor;
  readonly file: SourceFile;
  /** The configuration of a stack. */
  readonly stack: Cursor | undefined;
  /** The described file: the program, or one of its stacks. */
  readonly shown: SourceFile;
  readonly document: number;
}

function clustersOf(program: Program): readonly DescribedCluster[] {
  const { root, file, shown, document } = program;
  const reader: DocumentReader = {
    file,
    budget: new Budget(),
    special: (cursor) => special(cursor, program, reader),
  };
  return (root.at('resources')?.entries() ?? []).flatMap((declared): readonly DescribedCluster[] => {
    const type = declared.string('type');
    const resource = type === undefined ? undefined : resourceOfType(resources, type);
    if (resource === undefined) return [];
    const written = declared.at('properties');
    const properties = written === undefined ? emptyMap : documentValue(written, reader);
    const head = shown === file ? declared.keySpan : { start: 0, end: 0 };
    const label = declared.key;
    return [declaredCluster({ resource, format: `Pulumi ${type}`, properties, label, file: shown, head, document })];
  });
}

/** `${name.of.something}` alone or in a text, `fn::…`, and values encrypted with `pulumi config set --secret`. */
function special(cursor: Cursor, program: Program, reader: DocumentReader): Value | undefined {
  const { node } = cursor;
  const [only] = cursor.entries();
  if (only?.key === 'secure') return openValue('the value is encrypted');
  if (only?.key === 'fn::secret') return documentValue(only, reader);
  if (only?.key.startsWith('fn::') === true) return openValue(`the result of ${only.key} is known only at run time`);
  if (node.kind !== 'scalar' || typeof node.value !== 'string' || !node.value.includes('${')) return undefined;
  const parts = node.value.split(/(\$\{[^}]*\})/).flatMap((piece): readonly Value[] => {
    const name = /^\$\{(.*)\}$/.exec(piece)?.[1];
    if (name !== undefined) return [named(name.trim(), program, reader)];
    const origin = { file: reader.file, span: { start: node.start, end: node.end } };
    return piece === '' ? [] : [{ kind: 'text', type: 'string', text: piece, origin, isGenerated: true }];
  });
  const [first] = parts;
  return (parts.length === 1 ? first : callFunction('concat', parts)) ?? openValue('the value is computed at run time');
}

function named(name: string, program: Program, reader: DocumentReader): Value {
  const [first = '', ...rest] = name.split(/[.[\]"]+/).filter((part) => part !== '');
  const { root, stack, shown } = program;
  const project = root.string('name') ?? '';
  const isOf = (key: string) => key === first || key === `${project}:${first}`;
  const given = stack?.entries().find(({ key }) => isOf(key));
  const below = (value: Value) => valueBelow(value, rest) ?? openValue(`"${name}" is not defined here`);
  if (given !== undefined) return below(documentValue(given, { ...reader, file: shown }));
  const configured = ['config', 'configuration']
    .flatMap((at) => root.at(at)?.entries() ?? [])
    .find(({ key }) => isOf(key));
  if (configured !== undefined) {
    const value = configured.node.kind === 'map' ? (configured.at('default') ?? configured.at('value')) : configured;
    return value === undefined
      ? openValue(`${first} has no value here; the stack files set it`)
      : below(documentValue(value, reader));
  }
  const variable = root
    .at('variables')
    ?.entries()
    .find(({ key }) => key === first);
  if (variable !== undefined) return below(documentValue(variable, reader));
  return openValue(`"${name}" is known only at run time`);
}
