/**
 * The neighbouring files of a file, for formats that span several files. Callers with file access provide it; missing
 * files do not exist.
 */
export interface Surroundings {
  /**
   * The texts of the wanted files of a folder, by name; `undefined` for an unreadable one. Undefined if the folder is
   * missing or inaccessible.
   */
  files(folder: string, wanted: (name: string) => boolean): ReadonlyMap<string, string | undefined> | undefined;
}

/** No neighbouring files. */
export const alone: Surroundings = { files: () => undefined };

/** The folder of a path with `/`. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The file name of a path with `/`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** A path below or beside a folder: `../modules/eks` from `live/prod` is `live/modules/eks`. */
export function joinPath(folder: string, relative: string): string {
  const parts = folder === '' ? [] : folder.split('/');
  for (const part of relative.split('/')) {
    if (part === '' || part === '.') continue;
    const last = parts.at(-1);
    if (part === '..' && last !== undefined && last !== '..' && last !== '') parts.pop();
    else parts.push(part);
  }
  return parts.join('/');
}
