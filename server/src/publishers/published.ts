import { decodeBytes } from '../workspace/disk/decodeBytes.ts';
import { SourceProblem } from './problem.ts';

/** A text file at a source. */
export interface PublishedFile {
  /** Relative to the root of the publication, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** The content of a source. */
export interface SourceContent {
  /** The source's name of the version; '' if it has none. */
  readonly version: string;
  /** The exact origin, such as a URL or a commit. */
  readonly resolved: string;
  readonly files: readonly PublishedFile[];
}

/** The limits of a source. */
const maxFiles = 10_000;
const maxBytes = 256 * 1024 * 1024;
/** The limit of a file, in bytes: larger than a file with all definitions of a large project. */
export const maxBytesOfFile = 32 * 1024 * 1024;

/** Folders with copies of other projects, or with test inputs. */
const ignoredFolders = /(?:^|\/)(?:vendor|testdata|node_modules|third_party)\//;

/** Collects the files of a source that may have definitions, up to a limit. */
export class Collection {
  readonly #path: string | undefined;
  readonly #files: PublishedFile[] = [];
  #bytes = 0;

  /** @param path the file or folder with the definitions; undefined for all. */
  constructor(path: string | undefined) {
    this.#path = path?.replace(/^\.\//, '');
  }

  /** Whether a file may have definitions, by its name. */
  isWanted(name: string): boolean {
    if (!/\.(?:ya?ml|json)$/.test(name)) return false;
    const path = this.#path;
    if (path === undefined || path === '.') return !ignoredFolders.test(name);
    return name === path || name.startsWith(`${path}/`);
  }

  /**
   * Adds a file, except binary files and those without definitions. Throws a {@link SourceProblem} beyond the limit.
   */
  take(name: string, bytes: Uint8Array): void {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('CustomResourceDefinition')) return;
    this.#bytes += bytes.byteLength;
    if (this.#files.length >= maxFiles || this.#bytes > maxBytes) {
      throw new SourceProblem('it has too many files', 'name the folder of the definitions: SOURCE//FOLDER');
    }
    const content = decodeBytes(Buffer.from(bytes));
    if (content.ok) this.#files.push({ name, text: content.text });
  }

  /** Sorted by name. */
  get files(): readonly PublishedFile[] {
    return this.#files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }
}

/**
 * The name of an archive entry with `/`. Throws a {@link SourceProblem} for a path outside of the archive.
 *
 * @param isInFolder whether to remove the first folder.
 */
export function entryName(name: string, isInFolder: boolean): string {
  const parts = name
    .replaceAll('\\', '/')
    .split('/')
    .filter((part) => part !== '' && part !== '.');
  if (name.startsWith('/') || /^[A-Za-z]:/.test(name) || parts.includes('..')) {
    throw new SourceProblem(
      `the archive has an entry outside of its folder (${name})`,
      'do not use it: it is broken or malicious',
    );
  }
  return (isInFolder ? parts.slice(1) : parts).join('/');
}
