import { dirname } from 'node:path';
import { type OldObjects, oldObjectsOf } from '../../update/oldObjects.ts';
import { filesAtRevision } from '../programs/gitRevision.ts';

/** CustomResourceDefinitions as committed at git's HEAD, read once per file. */
export class CommittedDefinitions {
  readonly #known = new Map<string, OldObjects | undefined>();

  /** The definitions of a file at HEAD; undefined if git has none. */
  of(path: string): OldObjects | undefined {
    if (!this.#known.has(path)) {
      const read = filesAtRevision('HEAD', [path], dirname(path));
      this.#known.set(path, read.ok && read.files.length > 0 ? oldObjectsOf(read.files) : undefined);
    }
    return this.#known.get(path);
  }

  /** Call when the text of the file at HEAD may have changed. */
  forget(path: string): void {
    this.#known.delete(path);
  }
}
