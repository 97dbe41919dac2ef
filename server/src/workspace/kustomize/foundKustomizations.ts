import { dirname, join, resolve } from 'node:path';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { isOutOfReach } from '../disk/confinement.ts';
import { inFolder } from '../disk/inFolder.ts';
import { statOf } from '../disk/trackedFs.ts';
import type { ReadText } from './handWritten.ts';
import type { Kustomization } from './kustomization.ts';
import { kustomizationNames } from './kustomizationNames.ts';
import { readKustomization } from './readKustomization.ts';

/** Maximum nesting depth of kustomizations. */
const deepest = 16;

/** The kustomizations of folders, each read once, and the files that they lead to. */
export class FoundKustomizations {
  readonly #bare: ReadonlySet<string>;
  readonly #read: ReadText;
  readonly #inFolder = new Map<string, Kustomization | undefined>();
  readonly #buildable = new Map<string, boolean>();
  readonly #patching = new Map<string, readonly Kustomization[]>();
  readonly #upwards = new Map<string, readonly Kustomization[]>();

  /**
   * @param bare folders that a search found without a kustomization or repository root.
   * @param read the texts of kustomizations.
   */
  constructor(bare: ReadonlySet<string>, read: ReadText) {
    this.#bare = bare;
    this.#read = read;
  }

  /** Call when the kustomization of a folder has changed. */
  changed(folder: string): void {
    this.#inFolder.delete(folder);
    for (const derived of [this.#buildable, this.#patching, this.#upwards]) derived.clear();
  }

  /** The kustomization of a folder, if it has one. */
  of(folder: string): Kustomization | undefined {
    if (this.#bare.has(folder)) return undefined;
    if (!this.#inFolder.has(folder)) this.#inFolder.set(folder, readKustomization(folder, this.#read));
    return this.#inFolder.get(folder);
  }

  /** The kustomizations with patches and replacements that can name files of a folder, the nearest first. */
  patchingAbove(folder: string): readonly Kustomization[] {
    return getOrInsertComputed(this.#patching, folder, () =>
      this.above(folder).filter(({ hasPatches, parts }) => hasPatches || parts.size > 0),
    );
  }

  /** The kustomizations of a folder and its parents in the repository, the nearest first. */
  above(folder: string): readonly Kustomization[] {
    const known = this.#upwards.get(folder);
    if (known !== undefined) return known;
    const kustomization = this.of(folder);
    const parent = dirname(folder);
    const isLast = parent === folder || (!this.#bare.has(folder) && statOf(inFolder(folder, '.git')) !== undefined);
    const above = isLast ? [] : this.above(parent);
    const all = kustomization === undefined ? above : [kustomization, ...above];
    this.#upwards.set(folder, all);
    return all;
  }

  /** Whether all local inputs of a folder's kustomization exist. */
  canBuild(folder: string, depth = 0): boolean {
    const known = this.#buildable.get(folder);
    if (known !== undefined) return known;
    const kustomization = depth < deepest ? this.of(folder) : undefined;
    // Guards against cycles: a kustomization being visited is not buildable.
    this.#buildable.set(folder, false);
    const can = kustomization?.files.every((file) => this.#isThere(file, depth)) ?? false;
    this.#buildable.set(folder, can);
    return can;
  }

  /** The missing names in a folder's kustomization. */
  absentFrom(folder: string): readonly string[] {
    const { local = [], files = [] } = this.of(folder) ?? {};
    // A path outside the confinement may well exist.
    return local.filter((path, index) => {
      const at = files[index] ?? resolve(folder, path);
      return !isOutOfReach(at) && statOf(at) === undefined;
    });
  }

  /** The names of folders in a folder's kustomization that should have a kustomization and have none. */
  bareIn(folder: string): readonly string[] {
    const { local = [], files = [], built = [] } = this.of(folder) ?? {};
    const building = new Set(built);
    return local.filter((_, index) => {
      const at = files[index] ?? folder;
      if (!building.has(at) || isOutOfReach(at) || statOf(at)?.isDirectory() !== true) return false;
      return kustomizationNames.every((name) => statOf(inFolder(at, name)) === undefined);
    });
  }

  /**
   * The folders of all kustomizations in a folder's build, itself first; undefined if something is missing or remote.
   */
  localTree(folder: string): readonly string[] | undefined {
    if (!this.canBuild(folder)) return undefined;
    const tree = this.tree(folder);
    return tree.some((candidate) => this.of(candidate)?.fetched.length !== 0) ? undefined : tree;
  }

  /** The existing folders that a folder's kustomization builds on, itself first. */
  tree(folder: string): readonly string[] {
    const tree = new Set([folder]);
    for (const item of tree) {
      for (const file of this.of(item)?.files ?? []) if (statOf(file)?.isDirectory() === true) tree.add(file);
    }
    return [...tree];
  }

  /** The files and folders that a folder's build depends on, in the order in which they are referenced, also missing ones. */
  filesOf(folder: string): readonly string[] {
    const files = this.tree(folder).flatMap((item) => [
      ...kustomizationNames.map((name) => join(item, name)),
      ...(this.of(item)?.files ?? []),
    ]);
    return [...new Set(files)];
  }

  #isThere(path: string, depth: number): boolean {
    const found = statOf(path);
    if (found === undefined) return false;
    return found.isDirectory() ? this.canBuild(path, depth + 1) : true;
  }
}
