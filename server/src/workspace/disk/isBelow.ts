import { sep } from 'node:path';

/** Whether an absolute path is a folder or lies in it. Nothing is asked of the disk: links count as they are written. */
export function isBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
