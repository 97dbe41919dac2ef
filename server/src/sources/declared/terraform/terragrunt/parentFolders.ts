import { folderOf, joinPath, type Surroundings } from '../../surroundings.ts';
import type { SourceFile } from '../../value.ts';

/** More folders than a repository has one in another. */
const mostFolders = 30;

/** The file of a name in a folder above another, the nearest first; undefined where there is none. */
export function findAbove(folder: string, name: string, surroundings: Surroundings): SourceFile | undefined {
  let here = folder;
  for (let steps = 0; steps < mostFolders && here !== ''; steps++) {
    here = folderOf(here);
    const wanted = joinPath(here, name);
    const found = fileAt(wanted, surroundings);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The folder above another, or the other itself, that is a checkout of git. */
export function repositoryOf(folder: string, surroundings: Surroundings): string | undefined {
  let here = folder;
  for (let steps = 0; steps < mostFolders && here !== ''; steps++) {
    if (surroundings.files(`${here}/.git`, () => false) !== undefined) return here;
    here = folderOf(here);
  }
  return undefined;
}

/** A file by its path; undefined where it is not there or cannot be read. */
export function fileAt(path: string, surroundings: Surroundings): SourceFile | undefined {
  const slash = path.lastIndexOf('/');
  const name = path.slice(slash + 1);
  const text = surroundings.files(folderOf(path), (candidate) => candidate === name)?.get(name);
  return text === undefined ? undefined : { path, text };
}

/** The path from one folder to another below or above it: `../../modules`, `.` for itself. */
export function relativePath(from: string, to: string): string {
  const [a, b] = [from.split('/'), to.split('/')];
  let common = 0;
  while (common < a.length && common < b.length && a[common] === b[common]) common++;
  return [...a.slice(common).map(() => '..'), ...b.slice(common)].join('/') || '.';
}

/** A path as Terragrunt gives it to expressions, which it is absolute to: with a slash in front. */
export function absolutePath(path: string): string {
  return path.startsWith('/') ? path : `/${path}`;
}

/** What {@link absolutePath} was given, by a path that is written alike; a path of another kind as it is. */
export function ownPath(path: string, like: string): string {
  return path.startsWith('/') && !like.startsWith('/') ? path.slice(1) : path;
}
