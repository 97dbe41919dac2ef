import type { MapNode, Node } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import type { Span } from '../text/span.ts';
import { type PatchTarget, targetOf } from './patches.ts';

/** What a kustomization names by its path. */
export interface NamedFile {
  /** As it is written: relative to the kustomization's folder, or the address of something that is fetched. */
  readonly path: string;
  /** Where it is written, quotes included. */
  readonly span: Span;
  readonly remote: boolean;
  /** The file holds patches. */
  readonly patch: boolean;
  /** What its patches are put into, where the kustomization says so. */
  readonly target: PatchTarget | undefined;
}

/**
 * The files and folders that a kustomization needs to be built. Patches written in the kustomization itself are left out.
 *
 * Source: `api/types/kustomization.go` of sigs.k8s.io/kustomize.
 */
export function namedFiles(root: Node): readonly NamedFile[] {
  const plain = ['resources[]', 'bases[]', 'components[]', 'crds[]', 'configurations[]', 'replacements[].path']
    .flatMap((path) => textsAt(root, path))
    .map(({ path, span }): NamedFile => ({ path, span, remote: isRemote(path), patch: false, target: undefined }));
  const merged = textsAt(root, 'patchesStrategicMerge[]').map(
    ({ path, span }): NamedFile => ({ path, span, remote: false, patch: true, target: undefined }),
  );
  const entries = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  return [...plain, ...merged, ...entries.flatMap(({ node }) => patchFile(node))];
}

function patchFile(entry: MapNode): readonly NamedFile[] {
  return textsAt(entry, 'path').map(({ path, span }) => ({
    path,
    span,
    remote: false,
    patch: true,
    target: targetOf(entry),
  }));
}

/** Strings of one line; those of more are written out in place of a file. */
function textsAt(root: Node, path: string): readonly Pick<NamedFile, 'path' | 'span'>[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' && !/[\n{]/.test(node.value)
      ? [{ path: node.value, span: { start: node.start, end: node.end } }]
      : [],
  );
}

function isRemote(path: string): boolean {
  return /^[\w+.-]+:\/\/|^git@|^(?:github|gitlab|bitbucket)\.(?:com|org)\/|\?(?:ref|version|timeout|submodules)=/.test(
    path,
  );
}
