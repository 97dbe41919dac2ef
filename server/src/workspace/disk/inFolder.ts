import { sep } from 'node:path';

/**
 * The path of `name` in a folder whose path is absolute and normalized. The same as `join`, which looks at every
 * character of both: that counts where it is asked for every file.
 */
export function inFolder(folder: string, name: string): string {
  return folder.endsWith(sep) ? folder + name : folder + sep + name;
}
