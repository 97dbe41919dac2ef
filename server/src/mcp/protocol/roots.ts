import { fileURLToPath } from 'node:url';
import { isBelow } from '../../workspace/disk/isBelow.ts';
import { realPath, statOf } from '../../workspace/disk/trackedFs.ts';

/** A folder that may be read: as it was named, and where it really is. */
function placesOf(folder: string): readonly string[] {
  try {
    const real = realPath(folder);
    return statOf(real)?.isDirectory() === true ? [...new Set([folder, real])] : [];
  } catch {
    return [];
  }
}

/** The folders that a client's roots name; what is no folder here names nothing. */
export function foldersOf(uris: readonly string[]): readonly string[] {
  return uris.flatMap((uri) => {
    try {
      return placesOf(fileURLToPath(uri));
    } catch {
      return [];
    }
  });
}

/**
 * The folders that may be read: those of the command line; of the client's roots, those that lie in them. Where the
 * command line names none, the client's roots.
 *
 * @param given folders of the command line, absolute; undefined where it names none.
 */
export function rootsFor(
  given: readonly string[] | undefined,
  ofClient: readonly string[] | undefined,
): readonly string[] {
  if (given === undefined) return ofClient ?? [];
  const folders = given.flatMap(placesOf);
  if (ofClient === undefined || ofClient.length === 0) return folders;
  return ofClient.filter((one) => folders.some((folder) => isBelow(one, folder)));
}
