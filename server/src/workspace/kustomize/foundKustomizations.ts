import { dirname, join, resolve } from 'node:path';
import { isOutOfReach } from '../disk/confinement.ts';
import { inFolder } from '../disk/inFolder.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived } from '../ground/derived.ts';
import { tracks } from '../ground/graph.ts';
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
  /** The nesting depth of the present kustomization. */
  #depth = 0;

  /**
   * @param bare folders that a search found without a kustomization or repository root.
   * @param read the texts of kustomizations.
   */
  constructor(bare: ReadonlySet<string>, read: ReadText) {
    this.#bare = bare;
    this.#read = read;
  }

  /** The kustomization of a folder, if it has one. */
  of(folder: string): Kustomization | undefined {
    return this.#isBare(folder) ? undefined : this.#inFolder(folder);
  }

  /** What the search found is no read, so where these count it is found again. */
  #isBare(folder: string): boolean {
    return !tracks() && this.#bare.has(folder);
  }

  readonly #inFolder = derived((folder: string) => readKustomization(folder, this.#read));

  /** The kustomizations with patches and replacements that can name files of a folder, the nearest first. */
  readonly patchingAbove = derived((folder: string): readonly Kustomization[] =>
    this.above(folder).filter(({ hasPatches, parts }) => hasPatches || parts.size > 0),
  );

  /** The kustomizations of a folder and its parents in the repository, the nearest first. */
  readonly above: (folder: string) => readonly Kustomization[] = derived((folder) => {
    const kustomization = this.of(folder);
    const parent = dirname(folder);
    const isLast = parent === folder || (!this.#isBare(folder) && statOf(inFolder(folder, '.git')) !== undefined);
    const above = isLast ? [] : this.above(parent);
    return kustomization === undefined ? above : [kustomization, ...above];
  }, areSame);

  /** Whether all local inputs of a folder's kustomization exist. */
  readonly canBuild: (folder: string) => boolean = derived(
    (folder) => {
      const kustomization = this.#depth < deepest ? this.of(folder) : undefined;
      this.#depth++;
      try {
        return kustomization?.files.every((file) => this.#isThere(file)) ?? false;
      } finally {
        this.#depth--;
      }
    },
    // A kustomization that builds on itself is not buildable.
    { inCycle: { value: false } },
  );

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

  #isThere(path: string): boolean {
    const found = statOf(path);
    if (found === undefined) return false;
    return found.isDirectory() ? this.canBuild(path) : true;
  }
}

const areSame = {
  same: (a: readonly Kustomization[], b: readonly Kustomization[]) =>
    a.length === b.length && a.every((item, index) => item === b[index]),
};
