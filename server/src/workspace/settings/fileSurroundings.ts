import { sep } from 'node:path';
import type { NeighbouringFiles } from '../../sources/declared/neighbouringFiles.ts';
import { readText } from '../disk/readFile.ts';
import { entryAt, readFolder, realPath } from '../disk/trackedFs.ts';

/** More files than any Terraform or Bicep folder has, and a maximum size for each. */
const maxFiles = 500;
const largest = 2_000_000;

/**
 * The files beside cluster descriptions. Each is read once.
 *
 * @param within the folders that all files must be in; undefined if the user named the file on the command line.
 */
export function fileSurroundings(within: readonly string[] | undefined): NeighbouringFiles {
  const folders = new Map<string, readonly string[] | undefined>();
  const texts = new Map<string, string | undefined>();
  const names = (folder: string) => {
    if (!folders.has(folder)) folders.set(folder, namesIn(folder, within));
    return folders.get(folder);
  };
  const text = (path: string) => {
    if (!texts.has(path)) texts.set(path, textOf(path));
    return texts.get(path);
  };
  return {
    files: (folder, wanted) => {
      const all = names(folder);
      return (
        all &&
        new Map(
          all
            .filter(wanted)
            .slice(0, maxFiles)
            .map((name) => [name, text(`${folder}/${name}`)]),
        )
      );
    },
  };
}

function namesIn(folder: string, within: readonly string[] | undefined): readonly string[] | undefined {
  const path = folder === '' ? sep : folder;
  try {
    if (within !== undefined) {
      const real = realPath(path) + sep;
      if (!within.some((root) => real.startsWith(realPath(root) + sep))) return undefined;
    }
    // A link may lead out of the workspace.
    return readFolder(path).flatMap((entry) => (entry.isFile() ? [entry.name] : []));
  } catch {
    return undefined;
  }
}

function textOf(path: string): string | undefined {
  try {
    if (entryAt(path).size > largest) return undefined;
  } catch {
    return undefined;
  }
  const content = readText(path);
  return content.ok ? content.text : undefined;
}
