/** The kind of a path. */
export type Entry = 'file' | 'folder';

/**
 * An in-memory file system by absolute path with `/`, for editors without a disk. A folder exists while it has content,
 * and `/` always.
 */
export class Disk {
  readonly #texts = new Map<string, string>();
  readonly #folders = new Map<string, Map<string, Entry>>([['/', new Map()]]);

  /** Writes or replaces a file; removes it without a text. */
  put(path: string, text: string | undefined): void {
    if (text === undefined) this.#remove(path);
    else {
      this.#texts.set(path, text);
      this.#enter(path, 'file');
    }
  }

  /** The text of a file. */
  text(path: string): string | undefined {
    return this.#texts.get(normal(path));
  }

  /** The kind of a path; undefined if missing. */
  entry(path: string): Entry | undefined {
    const at = normal(path);
    if (this.#texts.has(at)) return 'file';
    return this.#folders.has(at) ? 'folder' : undefined;
  }

  /** The entries of a folder by name; undefined if it does not exist. */
  names(path: string): ReadonlyMap<string, Entry> | undefined {
    return this.#folders.get(normal(path));
  }

  #enter(path: string, entry: Entry): void {
    if (path === '/') return;
    const [parent, name] = split(path);
    const siblings = this.#folders.get(parent);
    if (siblings !== undefined) siblings.set(name, entry);
    else {
      this.#folders.set(parent, new Map([[name, entry]]));
      this.#enter(parent, 'folder');
    }
  }

  #remove(path: string): void {
    // Removing a folder removes its content.
    for (const name of [...(this.#folders.get(path)?.keys() ?? [])]) this.#remove(`${path}/${name}`);
    this.#texts.delete(path);
    this.#leave(path);
  }

  #leave(path: string): void {
    if (path === '/') return;
    const [parent, name] = split(path);
    const siblings = this.#folders.get(parent);
    siblings?.delete(name);
    if (siblings?.size !== 0 || parent === '/') return;
    this.#folders.delete(parent);
    this.#leave(parent);
  }
}

/** The disk of this program: there is one, as elsewhere. */
export const disk = new Disk();

function split(path: string): readonly [parent: string, name: string] {
  const at = path.lastIndexOf('/');
  return [at <= 0 ? '/' : path.slice(0, at), path.slice(at + 1)];
}

function normal(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path;
}
