import { type MapNode, type Node, stringFor } from '../manifest/node.ts';
import { mapsAt, nodesAt } from '../manifest/nodesAt.ts';
import { type PatchTarget, targetOf } from './patches.ts';

/** What a kustomization names by its path. */
export interface NamedFile {
  /** As it is written: relative to the kustomization's folder, or the address of something that is fetched. */
  readonly path: string;
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
    .map((path): NamedFile => ({ path, remote: isRemote(path), patch: false, target: undefined }));
  const merged = textsAt(root, 'patchesStrategicMerge[]').map(
    (path): NamedFile => ({ path, remote: false, patch: true, target: undefined }),
  );
  const entries = [...mapsAt(root, 'patches[]'), ...mapsAt(root, 'patchesJson6902[]')];
  return [...plain, ...merged, ...entries.flatMap(({ node }) => patchFile(node))];
}

function patchFile(entry: MapNode): readonly NamedFile[] {
  const path = stringFor(entry, 'path');
  return path === undefined || path === '' ? [] : [{ path, remote: false, patch: true, target: targetOf(entry) }];
}

/** Strings of one line; those of more are written out in place of a file. */
function textsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && typeof node.value === 'string' && node.value !== '' && !/[\n{]/.test(node.value)
      ? [node.value]
      : [],
  );
}

function isRemote(path: string): boolean {
  return /^[\w+.-]+:\/\/|^git@|^(?:github|gitlab|bitbucket)\.(?:com|org)\/|\?(?:ref|version|timeout|submodules)=/.test(
    path,
  );
}
