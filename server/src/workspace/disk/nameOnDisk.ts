import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path';
import { namesIn } from './trackedFs.ts';

/** The names in a folder; none if it cannot be read. */
export type ListNames = (folder: string) => readonly string[];

/** Whether this system finds files under names of another case or Unicode normalization. */
const findsOtherSpellings = process.platform === 'win32' || process.platform === 'darwin';

/**
 * Resolves the names that a file of a folder has for others, as the disk spells them: where the system finds `web.yaml`
 * under `Web.yaml`, both are one file.
 *
 * @param folder absolute.
 */
export function nameResolver(folder: string): (name: string) => string {
  if (!findsOtherSpellings) return (name) => resolve(folder, name);
  const listed = new Map<string, readonly string[]>();
  const list = (at: string): readonly string[] => {
    const names = listed.get(at) ?? namesIn(at);
    listed.set(at, names);
    return names;
  };
  return (name) => pathOnDisk(folder, name, list);
}

/** The path of a name with the real spelling of each existing folder and file; missing parts stay as written. */
export function pathOnDisk(folder: string, name: string, list: ListNames): string {
  const path = resolve(folder, name);
  const way = relative(folder, path);
  // Another drive of Windows.
  if (way === '' || isAbsolute(way)) return path;
  return way.split(sep).reduce((at, segment) => {
    if (segment === '..') return dirname(at);
    const names = list(at);
    const found = names.includes(segment) ? segment : names.find((candidate) => folded(candidate) === folded(segment));
    return join(at, found ?? segment);
  }, folder);
}

function folded(name: string): string {
  return name.normalize('NFC').toLowerCase();
}
