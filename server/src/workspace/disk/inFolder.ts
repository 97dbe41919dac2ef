import { sep } from 'node:path';

/**
 * The path of `name` in an absolute, normalized folder. Equals `join`, which scans every character; this is called for
 * every file.
 */
export function inFolder(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}
