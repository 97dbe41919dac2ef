import { resolve } from 'node:path';
import { hasForeignPlugin } from '../../kustomize/plugins.ts';
import type { Node } from '../../manifest/node.ts';
import { statOf } from '../disk/trackedFs.ts';

/** A kustomization, as far as what it names. */
interface Naming {
  /** Everything local that it names, absolute. */
  readonly files: readonly string[];
  /** The same as it names them, in the same order. */
  readonly local: readonly string[];
  /** Those of them that objects are taken from, and other kustomizations. */
  readonly sources: readonly string[];
}

/** What kustomizations name for plugins: files with their configurations, or folders of kustomizations that build such. */
export class PluginFiles {
  readonly #kustomizationIn: (folder: string) => Naming | undefined;
  readonly #documentsAt: (path: string) => readonly Node[] | undefined;

  /** @param documentsAt the documents of a file; undefined where it cannot be read. */
  constructor(
    kustomizationIn: (folder: string) => Naming | undefined,
    documentsAt: (path: string) => readonly Node[] | undefined,
  ) {
    this.#kustomizationIn = kustomizationIn;
    this.#documentsAt = documentsAt;
  }

  /** Whether what a kustomization names for plugins has one that is none of Kustomize's own. @param named as it names it. */
  areForeign(folder: string, named: string): boolean {
    const { files = [], local = [] } = this.#kustomizationIn(folder) ?? {};
    const paths = new Set([files[local.indexOf(named)] ?? resolve(folder, named)]);
    for (const path of paths) {
      if (statOf(path)?.isDirectory() === true) {
        for (const source of this.#kustomizationIn(path)?.sources ?? []) paths.add(source);
      } else if (hasForeignPlugin(this.#documentsAt(path) ?? [])) return true;
    }
    return false;
  }
}
