import { resolve } from 'node:path';
import { hasForeignPlugin } from '../../kustomize/plugins.ts';
import type { Node } from '../../manifest/node.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { Kustomization } from './kustomization.ts';

type Naming = Pick<Kustomization, 'files' | 'local' | 'sources'>;

/** The plugin entries of kustomizations: configuration files, or folders of kustomizations that build these. */
export class PluginFiles {
  readonly #kustomizationIn: (folder: string) => Naming | undefined;
  readonly #documentsAt: (path: string) => readonly Node[] | undefined;

  /** @param documentsAt the documents of a file; undefined if it cannot be read. */
  constructor(
    kustomizationIn: (folder: string) => Naming | undefined,
    documentsAt: (path: string) => readonly Node[] | undefined,
  ) {
    this.#kustomizationIn = kustomizationIn;
    this.#documentsAt = documentsAt;
  }

  /** Whether a plugin entry of a kustomization has a plugin other than Kustomize's own. @param named as written. */
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
