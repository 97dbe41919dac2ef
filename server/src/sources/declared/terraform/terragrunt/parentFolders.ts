import { fileAt, folderOf, joinPath, type NeighbouringFiles } from '../../neighbouringFiles.ts';
import type { SourceFile } from '../../value.ts';

/** The maximum number of parent folders: deeper than any repository. */
const maxFolders = 30;

/** The nearest file of a name in the parents of a folder; undefined if there is none. */
export function findAbove(folder: string, name: string, surroundings: NeighbouringFiles): SourceFile | undefined {
  let current = folder;
  for (let steps = 0; steps < maxFolders && current !== ''; steps++) {
    current = folderOf(current);
    const wanted = joinPath(current, name);
    const found = fileAt(wanted, surroundings);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The root of the git checkout that contains a folder; undefined if there is none. */
export function repositoryOf(folder: string, surroundings: NeighbouringFiles): string | undefined {
  let current = folder;
  for (let steps = 0; steps < maxFolders && current !== ''; steps++) {
    if (surroundings.files(`${current}/.git`, () => false) !== undefined) return current;
    current = folderOf(current);
  }
  return undefined;
}

/** The relative path from one folder to another: `../../modules`, `.` for itself. */
export function relativePath(from: string, to: string): string {
  const [left, right] = [from.split('/'), to.split('/')];
  let common = 0;
  while (common < left.length && common < right.length && left[common] === right[common]) common++;
  return [...left.slice(common).map(() => '..'), ...right.slice(common)].join('/') || '.';
}

/** A path in the absolute form that Terragrunt functions return: with a leading slash. */
export function absolutePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** Reverts {@link absolutePath}. The form of `like`, absolute or not, shows whether a slash was added. */
export function ownPath(path: string, like: string): string {
  return path.startsWith('/') && !like.startsWith('/') ? path.slice(1) : path;
}
