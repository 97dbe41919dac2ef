/**
 * The files beside one that is read, for formats in which several files say one thing. Whoever can look at the disk
 * makes it; what is not handed over is not there.
 */
export interface Surroundings {
  /**
   * The texts of the files of a folder whose names are asked for, by their names; a file that could not be read has
   * `undefined`. Undefined where there is no such folder, or nobody may look into it.
   */
  files(folder: string, wanted: (name: string) => boolean): ReadonlyMap<string, string | undefined> | undefined;
}

/** Nothing is beside the file. */
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
