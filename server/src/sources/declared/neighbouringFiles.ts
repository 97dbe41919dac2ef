import type { SourceFile } from './value.ts';

/**
 * The neighbouring files of a file, for formats that span several files. Callers with access to files implement it.
 */
export interface NeighbouringFiles {
  /**
   * The texts of the wanted files of a folder, by name; `undefined` for an unreadable one. Undefined if the folder is
   * missing or inaccessible.
   */
  files(folder: string, wanted: (name: string) => boolean): ReadonlyMap<string, string | undefined> | undefined;
}

/** No neighbouring files. */
export const noNeighbouringFiles: NeighbouringFiles = { files: () => undefined };

/** A file by its path; undefined if it does not exist or cannot be read. */
export function fileAt(path: string, surroundings: NeighbouringFiles): SourceFile | undefined {
  const wanted = nameOf(path);
  const text = surroundings.files(folderOf(path), (name) => name === wanted)?.get(wanted);
  return text === undefined ? undefined : { path, text };
}

/** A parser that parses each file once for the same surroundings: many files may refer to one file. */
export function parseOnce<T>(parse: (file: SourceFile) => T): (file: SourceFile, surroundings: NeighbouringFiles) => T {
  const known = new WeakMap<NeighbouringFiles, Map<string, { readonly text: string; readonly parsed: T }>>();
  return (file, surroundings) => {
    // This object lives as long as the program, so nothing may be kept for it.
    if (surroundings === noNeighbouringFiles) return parse(file);
    const files = known.get(surroundings) ?? new Map<string, { readonly text: string; readonly parsed: T }>();
    known.set(surroundings, files);
    const before = files.get(file.path);
    if (before?.text === file.text) return before.parsed;
    const parsed = parse(file);
    files.set(file.path, { text: file.text, parsed });
    return parsed;
  };
}

/** The folder of a path with `/`. */
export function folderOf(path: string): string {
  const slash = path.lastIndexOf('/');
  return slash < 0 ? '' : path.slice(0, slash);
}

/** The file name of a path with `/`. */
export function nameOf(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Resolves a relative path: `../modules/eks` from `live/prod` is `live/modules/eks`. */
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
