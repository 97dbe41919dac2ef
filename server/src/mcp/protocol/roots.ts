import { fileURLToPath } from 'node:url';
import { isBelow } from '../../workspace/disk/isBelow.ts';
import { realPath, statOf } from '../../workspace/disk/trackedFs.ts';

/** A readable folder: as named, and its real path. */
function pathsOf(folder: string): readonly string[] {
  try {
    const real = realPath(folder);
    return statOf(real)?.isDirectory() === true ? [...new Set([folder, real])] : [];
  } catch {
    return [];
  }
}

/** The folders in a client's roots; anything that is not a local folder is ignored. */
export function foldersOf(uris: readonly string[]): readonly string[] {
  return uris.flatMap((uri) => {
    try {
      return pathsOf(fileURLToPath(uri));
    } catch {
      return [];
    }
  });
}

/**
 * The readable folders: those of the command line, and the client's roots inside them. Without command line folders,
 * the client's roots.
 *
 * @param given absolute folders of the command line; undefined if there are none.
 */
export function rootsFor(
  given: readonly string[] | undefined,
  ofClient: readonly string[] | undefined,
): readonly string[] {
  if (given === undefined) return ofClient ?? [];
  const folders = given.flatMap(pathsOf);
  if (ofClient === undefined || ofClient.length === 0) return folders;
  return ofClient.filter((root) => folders.some((folder) => isBelow(root, folder)));
}
