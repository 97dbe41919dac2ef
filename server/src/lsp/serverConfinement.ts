import { dirname } from 'node:path';
import { confine, confinement, repositoryAround } from '../workspace/disk/confinement.ts';
import { isBelow } from '../workspace/disk/isBelow.ts';
import type { WorkspaceFolders } from './workspaceFolders.ts';

/**
 * The file access of the server: nothing outside of an untrusted workspace, and in a trusted one no links that lead out
 * of it, unless a user setting allows it. A document opened alone has the workspace of its repository, or its folder.
 */
export class ServerConfinement {
  readonly #folders: WorkspaceFolders;
  readonly #alone = new Set<string>();
  #isTrusted: boolean;
  #followsLinks = false;

  constructor(folders: WorkspaceFolders, isTrusted: boolean) {
    this.#folders = folders;
    this.#isTrusted = isTrusted;
    this.update();
  }

  /** The folders of the workspace may have changed. */
  update(): void {
    const folders = [...this.#folders.paths, ...this.#alone];
    confine(this.#isTrusted && this.#followsLinks ? undefined : { folders, isStrict: !this.#isTrusted });
  }

  /** The user trusts the workspace. */
  trust(): void {
    this.#isTrusted = true;
    this.update();
  }

  /** Takes the user's setting. */
  followLinks(follows: boolean): void {
    if (follows === this.#followsLinks) return;
    this.#followsLinks = follows;
    this.update();
  }

  /** A document was opened; absolute path. */
  opened(path: string): void {
    if (confinement()?.folders.some((folder) => isBelow(path, folder)) !== false) return;
    this.#alone.add(repositoryAround(dirname(path)));
    this.update();
  }
}
