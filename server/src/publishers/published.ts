import { decodeBytes } from '../workspace/disk/decodeBytes.ts';
import { SourceProblem } from './problem.ts';

/** A text file at a source. */
export interface PublishedFile {
  /** From the root of what is published on, with `/`. */
  readonly name: string;
  readonly text: string;
}

/** What a source has. */
export interface Published {
  /** What the source calls it; '' where it has no versions. */
  readonly version: string;
  /** Where it came from exactly. */
  readonly resolved: string;
  readonly files: readonly PublishedFile[];
}

/** Bounds of everything that is looked into. */
const mostFiles = 10_000;
const mostBytes = 256 * 1024 * 1024;
/** Of one file: far above any definition, and what lists all of a large project. */
export const mostBytesOfFile = 32 * 1024 * 1024;

/** What others keep copies in, and tests take their inputs from. */
const passedOver = /(?:^|\/)(?:vendor|testdata|node_modules|third_party)\//;

/** Takes the files of a source that may have definitions, within bounds. */
export class Collection {
  readonly #path: string | undefined;
  readonly #files: PublishedFile[] = [];
  #bytes = 0;

  /** @param path the file or folder that has the definitions; undefined for all. */
  constructor(path: string | undefined) {
    this.#path = path?.replace(/^\.\//, '');
  }

  /** Whether a file may have definitions, by its name. */
  wants(name: string): boolean {
    if (!/\.(?:ya?ml|json)$/.test(name)) return false;
    const path = this.#path;
    if (path === undefined || path === '.') return !passedOver.test(name);
    return name === path || name.startsWith(`${path}/`);
  }

  /** Takes a file; what is no text, and what says nothing of definitions, is passed over. Throws a {@link SourceProblem} for too many. */
  take(name: string, bytes: Uint8Array): void {
    if (!Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).includes('CustomResourceDefinition')) return;
    this.#bytes += bytes.byteLength;
    if (this.#files.length >= mostFiles || this.#bytes > mostBytes) {
      throw new SourceProblem('it has too many files', 'name the folder of the definitions: SOURCE//FOLDER');
    }
    const content = decodeBytes(Buffer.from(bytes));
    if (content.ok) this.#files.push({ name, text: content.text });
  }

  /** In the order of their names. */
  get files(): readonly PublishedFile[] {
    return this.#files.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  }
}

/** The name of an entry of an archive without the folder that all are in. Throws a {@link SourceProblem} where it leads out of it. */
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
