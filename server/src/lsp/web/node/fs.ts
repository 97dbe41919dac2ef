import { disk, type Entry } from '../disk.ts';

/* The used part of `node:fs`, over the files in memory, without links and permissions. */

/** The modes of {@link accessSync}. */
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

/** The names in a folder. Throws if it does not exist. */
export function readdirSync(path: string | URL): string[];
/** The entries of a folder. Throws if it does not exist. */
export function readdirSync(path: string | URL, options: { readonly withFileTypes: true }): Found[];
/** Both. */
export function readdirSync(path: string | URL, options?: object): string[] | Found[] {
  const at = pathOf(path);
  const names = disk.names(at);
  if (names === undefined) throw failure(disk.entry(at) === undefined ? 'ENOENT' : 'ENOTDIR', at);
  return options === undefined ? [...names.keys()] : [...names].map(([name, entry]) => new Found(name, entry, 0));
}

/** A file in UTF-8. Throws if it does not exist. */
export function readFileSync(path: string | URL): FileBytes;
/** The text of a file. Throws if it does not exist. */
export function readFileSync(path: string | URL, encoding: 'utf8'): string;
/** Both. */
export function readFileSync(path: string | URL, encoding?: 'utf8'): FileBytes | string {
  const at = pathOf(path);
  const text = disk.text(at);
  if (text === undefined) throw failure(disk.entry(at) === undefined ? 'ENOENT' : 'EISDIR', at);
  return encoding === undefined ? new FileBytes(new TextEncoder().encode(text)) : text;
}

/** The kind of a path; there are no links. Throws if it does not exist. */
export function lstatSync(path: string): Found | undefined {
  return statSync(path);
}

/** The path itself. Throws if it does not exist. */
export function realpathSync(path: string): string {
  if (disk.entry(path) === undefined) throw failure('ENOENT', path);
  return path;
}

/** The kind of a path. Throws if it does not exist, unless disabled. */
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
