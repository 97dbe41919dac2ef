import { disk, type Entry } from '../disk.ts';

/* What we use of `node:fs`, over the files in memory. Links and rights there are none. */

/** What may be asked of {@link accessSync}. */
export const constants = { X_OK: 1 };

/** The text of a file, as the bytes of a file are turned into one. */
class FileBytes extends Uint8Array {
  override toString(): string {
    return new TextDecoder().decode(this);
  }
}

class Found {
  readonly name: string;
  readonly size: number;
  readonly mtimeMs = 0;
  readonly #entry: Entry;

  constructor(name: string, entry: Entry, size: number) {
    this.name = name;
    this.size = size;
    this.#entry = entry;
  }

  isFile(): boolean {
    return this.#entry === 'file';
  }

  isDirectory(): boolean {
    return this.#entry === 'folder';
  }

  isSymbolicLink(): boolean {
    return false;
  }
}

/** No file is a program. */
export function accessSync(path: string): never {
  throw failure('EACCES', path);
}

/** Whether there is a file or a folder. */
export function existsSync(path: string | URL): boolean {
  return disk.entry(pathOf(path)) !== undefined;
}

/** The names in a folder. Throws where there is none. */
export function readdirSync(path: string | URL): string[];
/** What is in a folder. Throws where there is none. */
export function readdirSync(path: string | URL, options: { readonly withFileTypes: true }): Found[];
/** Both. */
export function readdirSync(path: string | URL, options?: object): string[] | Found[] {
  const at = pathOf(path);
  const names = disk.names(at);
  if (names === undefined) throw failure(disk.entry(at) === undefined ? 'ENOENT' : 'ENOTDIR', at);
  return options === undefined ? [...names.keys()] : [...names].map(([name, entry]) => new Found(name, entry, 0));
}

/** A file in UTF-8. Throws where there is none. */
export function readFileSync(path: string | URL): FileBytes;
/** The text of a file. Throws where there is none. */
export function readFileSync(path: string | URL, encoding: 'utf8'): string;
/** Both. */
export function readFileSync(path: string | URL, encoding?: 'utf8'): FileBytes | string {
  const at = pathOf(path);
  const text = disk.text(at);
  if (text === undefined) throw failure(disk.entry(at) === undefined ? 'ENOENT' : 'EISDIR', at);
  return encoding === undefined ? new FileBytes(new TextEncoder().encode(text)) : text;
}

/** What is at a path, as there are no links. Throws where there is nothing. */
export function lstatSync(path: string): Found | undefined {
  return statSync(path);
}

/** The path itself. Throws where there is nothing. */
export function realpathSync(path: string): string {
  if (disk.entry(path) === undefined) throw failure('ENOENT', path);
  return path;
}

/** What is at a path. Throws where there is nothing, unless it is told not to. */
export function statSync(path: string, options: { readonly throwIfNoEntry?: boolean } = {}): Found | undefined {
  const entry = disk.entry(path);
  if (entry !== undefined) return new Found(path, entry, disk.text(path)?.length ?? 0);
  if (options.throwIfNoEntry === false) return undefined;
  throw failure('ENOENT', path);
}

function pathOf(path: string | URL): string {
  return typeof path === 'string' ? path : decodeURIComponent(path.pathname);
}

function failure(code: string, path: string): Error {
  return Object.assign(new Error(`${code}: ${path}`), { code });
}
