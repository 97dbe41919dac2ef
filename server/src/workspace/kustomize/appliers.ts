import { dirname, resolve, sep } from 'node:path';
import { type Applier, mayApply, readAppliers } from '../../kustomize/substitutions.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { remembered } from '../../text/remembered.ts';
import { isBelow } from '../disk/isBelow.ts';
import { lookAt } from '../disk/looks.ts';
import { readText } from '../disk/readFile.ts';
import type { Repositories } from './repositories.ts';

/** What is read for this is written by people. */
const largest = 1024 * 1024;

/** An object that applies a folder of its repository. */
export interface FoundApplier extends Applier {
  /** The file that it stands in, absolute. */
  readonly file: string;
}

/** The objects of a repository that have controllers build and apply its folders. */
export interface AppliersOfRepository {
  readonly appliers: readonly FoundApplier[];
  /** Something else than such an object itself gives values, such as a patch: any of them may have some. */
  readonly patches: boolean;
}

/** Who applies the folders of repositories: each repository is looked through when somebody asks for one of its files. */
export class Appliers {
  readonly #repositories: Repositories;
  readonly #hasKustomization: (folder: string) => boolean;
  readonly #known = new Map<string, AppliersOfRepository>();

  constructor(repositories: Repositories, hasKustomization: (folder: string) => boolean) {
    this.#repositories = repositories;
    this.#hasKustomization = hasKustomization;
  }

  /** Those of the repository with a root. */
  in(root: string): AppliersOfRepository {
    let known = this.#known.get(root);
    if (known === undefined) {
      known = this.#look(root);
      this.#known.set(root, known);
    }
    return known;
  }

  /**
   * The folders that one of a repository with a root applies: what it names from the root on, or, where that is not there,
   * every folder whose path ends so, as an artifact may begin at any folder.
   */
  foldersOf({ path: written }: Applier, root: string): readonly string[] {
    const folder = resolve(root, written.replace(/^\/+/, ''));
    if (lookAt(folder) !== undefined || !isBelow(folder, root)) return [folder];
    const end = folder.slice(root.length);
    return this.#folders(root).filter((one) => one.endsWith(end));
  }

  /** The folders of a repository with files. */
  readonly #folders = remembered((root: string): readonly string[] => {
    const folders = new Set<string>();
    for (const { path } of this.#repositories.filesOf(root)) {
      for (let one = dirname(path); !folders.has(one) && one !== root && isBelow(one, root); one = dirname(one)) {
        folders.add(one);
      }
    }
    return [...folders];
  });

  /** Whether a file has one. @param path absolute. */
  has(path: string): boolean {
    return [...this.#known.values()].some(({ appliers }) => appliers.some(({ file }) => file === path));
  }

  /**
   * Those that apply a file that no kustomization names, or the folder of a kustomization: they name the folder, or one
   * above it that has no kustomization, for which Flux makes one of everything below.
   *
   * Source: `generator.go` in github.com/fluxcd/pkg/kustomize.
   *
   * @param path absolute.
   */
  of(path: string): readonly FoundApplier[] {
    const root = this.#repositories.rootOf(dirname(path));
    if (root === undefined) return [];
    return this.in(root).appliers.filter((one) => {
      const folder = this.#folderOf(one, root, path);
      return folder === path || (folder !== undefined && isBelow(path, folder) && !this.#hasKustomization(folder));
    });
  }

  /** All of the repository that a file or folder lies in. @param path absolute. */
  around(path: string): readonly FoundApplier[] {
    const root = this.#repositories.rootOf(dirname(path));
    return root === undefined ? [] : this.in(root).appliers;
  }

  /**
   * The folder that one applies. An artifact of a repository may begin at any folder of it: what is not there from the
   * root on is the folder, at a path or above it, whose path ends so. Undefined for all of a repository, which may be
   * another one.
   */
  #folderOf({ path: written }: Applier, root: string, path: string): string | undefined {
    const folder = resolve(root, written.replace(/^\/+/, ''));
    if (folder === root || !isBelow(folder, root)) return undefined;
    if (lookAt(folder) !== undefined) return folder;
    const end = folder.slice(root.length) + sep;
    const at = `${path}${sep}`.indexOf(end, root.length);
    return at < 0 ? undefined : path.slice(0, at + end.length - 1);
  }

  #look(root: string): AppliersOfRepository {
    const appliers: FoundApplier[] = [];
    let patches = false;
    for (const { path: file } of this.#repositories.filesOf(root)) {
      const text = mayHaveSome.test(file) ? textOf(file) : '';
      if (!mayApply(text)) continue;
      const facts = readAppliers(readManifest(text));
      appliers.push(...facts.appliers.map((one) => ({ ...one, file })));
      patches ||= facts.patches;
    }
    return { appliers, patches };
  }
}

const mayHaveSome = /\.(?:ya?ml|json)$/;

/** The text of a file that people write; empty for others. */
export function textOf(path: string): string {
  const found = lookAt(path);
  if (found === undefined || !found.isFile() || found.size > largest) return '';
  const content = readText(path);
  return content.ok ? content.text : '';
}
