import { sep } from 'node:path';

/**
 * Whether an absolute path is a folder or inside it, by text only: links are not resolved. On Windows, case is ignored.
 */
export function isBelow(path: string, folder: string): boolean {
  if (isWindows) return isWrittenBelow(path.toLowerCase(), folder.toLowerCase());
  return isWrittenBelow(path, folder);
}

const isWindows = sep === '\\';

function isWrittenBelow(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}
