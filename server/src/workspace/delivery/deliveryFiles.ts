import { resolve } from 'node:path';
import { mayDeliver, mayRenderCharts } from '../../gitops/readDeliveries.ts';
import { mayDescribe } from '../../sources/mayDescribe.ts';
import { isBelow } from '../disk/isBelow.ts';

/** Collects the files that may define what is applied where, from the texts it is given. */
export class DeliveryFiles {
  readonly #looked = new Set<string>();
  readonly #paths = new Set<string>();
  readonly #rendering = new Set<string>();
  readonly #describing = new Set<string>();
  readonly #searched: readonly string[];

  /** @param searched absolute folders of which every manifest is given. */
  constructor(searched: readonly string[]) {
    this.#searched = searched;
  }

  /** Reads a file by absolute path. */
  read(path: string, text: string): void {
    this.#looked.add(path);
    if (mayDescribe(text)) this.#describing.add(path);
    if (!mayDeliver(text)) return;
    this.#paths.add(path);
    if (mayRenderCharts(text)) this.#rendering.add(path);
  }

  /** Whether a file was shown. */
  hasSeen(path: string): boolean {
    return this.#looked.has(path);
  }

  /** Whether a file may describe a cluster, by its text if it was shown. */
  mayDescribe(path: string): boolean {
    return this.#describing.has(path) || !this.#looked.has(path);
  }

  /** Whether every manifest of a folder was shown. */
  covers(folder: string): boolean {
    return this.#searched.some((candidate) => isBelow(folder, resolve(candidate)));
  }

  /** Whether any may say how a tool runs `helm template`. */
  get mayRenderCharts(): boolean {
    return this.#rendering.size > 0;
  }

  /** These files, in the order of their names. */
  get paths(): readonly string[] {
    return [...this.#paths].sort();
  }
}
