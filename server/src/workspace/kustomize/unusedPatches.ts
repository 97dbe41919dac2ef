import { dirname, relative } from 'node:path';
import type { Assembled, AssembledResource } from '../../kustomize/assembled.ts';
import type { PartContext } from '../../kustomize/fileContext.ts';
import type { Kustomization } from './kustomization.ts';

/** The context of a patch that no kustomization uses: what it would be applied to is unknown. */
export const unusedPatch: PartContext = {
  patch: { target: undefined },
  entry: undefined,
  assembled: () => undefined,
  patched: () => [],
  isRefused: () => false,
};

/**
 * Whether a file that no kustomization uses, and that the server refuses as it stands, is a patch: a kustomization above
 * it names it so in a comment, or its objects are among the resources of one that it is beside, or whose path to it calls
 * it a patch. Makefiles add such files with `kustomize edit add patch`.
 *
 * @param above the kustomizations of its folder and those above.
 * @param resources the objects of the file; undefined if it cannot be read.
 * @param assembled the resources of the kustomization of a folder; undefined if they are unknown.
 */
export function isUnusedPatch(
  path: string,
  above: readonly Kustomization[],
  resources: () => readonly AssembledResource[] | undefined,
  assembled: (folder: string) => Assembled | undefined,
): boolean {
  const candidates = above.filter(
    ({ folder, commentedOut }) =>
      commentedOut.has(path) || folder === dirname(path) || /patch/i.test(relative(folder, path)),
  );
  if (candidates.length === 0) return false;
  const objects = resources() ?? [];
  // The operations of a JSON patch are no objects, and are not checked without a target.
  if (objects.length === 0) return false;
  return candidates.some(({ folder, commentedOut }) => {
    if (commentedOut.has(path)) return true;
    const known = new Set(assembled(folder)?.resources.flatMap(identitiesOf));
    return objects.every((object) => identitiesOf(object).some((identity) => known.has(identity)));
  });
}

function identitiesOf({ group, kind, names }: AssembledResource): readonly string[] {
  return names.map((name) => `${group} ${kind} ${name}`);
}
