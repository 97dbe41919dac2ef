import { resolve } from 'node:path';
import { isRefusedText } from '../../kustomize/refusedText.ts';
import { derived } from '../ground/derived.ts';
import type { FoundKustomizations } from './foundKustomizations.ts';
import { KustomizationCycles } from './kustomizationCycles.ts';

/**
 * The kustomizations that Kustomize refuses wherever it runs: broken YAML, fields that it does not know or cannot decode,
 * patches that it cannot read, and cycles. Such a kustomization must be changed before anything can be built, so what it
 * builds is unknown. Missing and remote inputs are no such reason: where they exist, the same text is built.
 */
export class Refusals {
  readonly #found: FoundKustomizations;
  readonly #textAt: (path: string) => string | undefined;
  readonly #cycles: KustomizationCycles;
  readonly #refusesText = derived((folder: string) => this.#isRefusedText(folder));
  /** Whether Kustomize refuses to build the kustomization of a folder, for itself or for one that it builds on. */
  readonly refuses: (folder: string) => boolean = derived((folder) =>
    this.#found.tree(folder).some((item) => this.#refusesText(item) || this.closingAt(item).length > 0),
  );

  /** @param textAt the text of a file with patches; undefined if it cannot be read. */
  constructor(found: FoundKustomizations, textAt: (path: string) => string | undefined) {
    this.#found = found;
    this.#textAt = textAt;
    this.#cycles = new KustomizationCycles((folder) => found.of(folder));
  }

  /** The names in the kustomization of a folder that close a cycle: {@link KustomizationCycles.closingAt}. */
  closingAt(folder: string): readonly string[] {
    return this.#cycles.closingAt(folder);
  }

  #isRefusedText(folder: string): boolean {
    const kustomization = this.#found.of(folder);
    if (kustomization === undefined || kustomization.isBroken) return kustomization !== undefined;
    return isRefusedText(kustomization.root, (written) => this.#textAt(resolve(folder, written)));
  }
}
