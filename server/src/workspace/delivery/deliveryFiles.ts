import { resolve } from 'node:path';
import { mayDeliver } from '../../gitops/readDeliveries.ts';
import { isBelow } from '../disk/isBelow.ts';

/** Collects the files that may say what is applied where, from the texts that it is shown. */
export class DeliveryFiles {
  readonly #looked = new Set<string>();
  readonly #paths = new Set<string>();
  readonly #searched: readonly string[];

  /** @param searched the folders of which every manifest is shown, absolute. */
  constructor(searched: readonly string[]) {
    this.#searched = searched;
  }

  /** Looks at a file, whose path is absolute. Gives whether what is applied where may be something else now. */
  look(path: string, text: string): boolean {
    this.#looked.add(path);
    if (mayDeliver(text)) {
      this.#paths.add(path);
      return true;
    }
    return this.#paths.delete(path);
  }

  /** Whether a file was shown. */
  hasSeen(path: string): boolean {
    return this.#looked.has(path);
  }

  /** Whether every manifest of a folder was shown. */
  covers(folder: string): boolean {
    return this.#searched.some((candidate) => isBelow(folder, resolve(candidate)));
  }

  /** The files that may say it, in the order of their names. */
  get paths(): readonly string[] {
    return [...this.#paths].sort();
  }
}
