import { sep } from 'node:path';

/**
 * Whether an absolute path is a folder or is in it. Nothing is asked of the disk: links count as they are written.
 * Windows writes drive letters and names in any case.
 */
export function isBelow(path: string, folder: string): boolean {
  if (isWindows) return isWrittenBelow(path.toLowerCase(), folder.toLowerCase());
  return isWrittenBelow(path, folder);
}

const isWindows = sep === '\\';

function isWrittenBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
