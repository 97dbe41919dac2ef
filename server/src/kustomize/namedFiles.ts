import type { MapNode, Node } from '../manifest/node.ts';
import { mapsAt, type NodeAtPath, nodesAt } from '../manifest/nodesAt.ts';
import { type FieldPath, fieldOf, formatPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';
import { type PatchTarget, targetOf } from './patches.ts';

/** A path in a kustomization. */
export interface NamedFile {
  /** As written: relative to the kustomization's folder, or a remote address. */
  readonly path: string;
  /** The field or item that it is the value of. */
  readonly at: FieldPath;
  /** Where it is written, quotes included. */
  readonly span: Span;
  readonly remote: boolean;
  /** The file holds patches. */
  readonly patch: boolean;
  /** The file holds replacements. */
  readonly replacements: boolean;
  /** The target of its patches, if the kustomization has one. */
  readonly target: PatchTarget | undefined;
}

/** Fields with paths of files and folders. */
const plainPaths: readonly string[] = [
  'resources[]',
  'bases[]',
  'components[]',
  'crds[]',
  'configurations[]',
  'replacements[].path',
  'generators[]',
  'transformers[]',
  'validators[]',
  'openapi.path',
  'configMapGenerator[].envs[]',
  'configMapGenerator[].env',
  'secretGenerator[].envs[]',
  'secretGenerator[].env',
];

/** Fields with paths after the key of the content: `key=path`, or the path alone. */
const sourcePaths: readonly string[] = ['configMapGenerator[].files[]', 'secretGenerator[].files[]'];

/**
 * The files and folders that a kustomization needs to be built. Patches written in the kustomization itself are left out.
 *
 * Source: `api/types/kustomization.go` of sigs.k8s.io/kustomize.
 */
export function namedFiles(root: Node): readonly NamedFile[] {
  const plain = plainPaths.flatMap((path) => textsAt(root, path)).map((text) => named(text, false));
  const read = sourcePaths
    .flatMap((path) => textsAt(root, path))
    .map((text) => named({ ...text, path: text.path.slice(text.path.indexOf('=') + 1) }, false));
  const merged = textsAt(root, 'patchesStrategicMerge[]').map((text) => named(text, true));
  const entries = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  return [...plain, ...read, ...merged, ...entries.flatMap(patchFile)];
}

function named(text: Text, patch: boolean): NamedFile {
  const replacements = text.of === 'replacements[].path';
  const { path, at, span } = text;
  return { path, at, span, remote: isRemote(path), patch, replacements, target: undefined };
}

function patchFile({ node, path }: NodeAtPath<MapNode>): readonly NamedFile[] {
  return textsAt(node, 'path').map((text) => ({
    ...named({ ...text, at: fieldOf(path, 'path') }, true),
    target: targetOf(node),
  }));
}

interface Text extends Pick<NamedFile, 'path' | 'at' | 'span'> {
  /** The searched field path. */
  readonly of: string;
}

/** Single-line strings; multi-line ones are inline content. */
function textsAt(root: Node, path: string): readonly Text[] {
  return nodesAt(root, path).flatMap(({ node, path: at }) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' && !/[\n{]/.test(node.value)
      ? [{ path: node.value, at, span: { start: node.start, end: node.end }, of: path }]
      : [],
  );
}

const remote: readonly RegExp[] = [
  /^(?:[\w+.-]+::)?[\w+.-]+:\/\//,
  /^git::|^gh:|^[\w.-]+@[\w.-]+[:/]/,
  /^(?:github|gitlab|bitbucket)\.(?:com|org)[/:]/i,
  /\.git(?:[/?]|$)|\/_git\//,
  /\?(?:ref|version|timeout|submodules)=/,
];

function isRemote(path: string): boolean {
  return remote.some((form) => form.test(path));
}

/** The entry that names a file: `patches[0]` of `patches[0].path`. */
export function entryOf({ at }: NamedFile): string {
  return formatPath(at).replace(/\.path$/, '');
}
