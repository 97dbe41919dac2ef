import { dirname } from 'node:path';
import { grouped } from '../../text/grouped.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived, named } from '../ground/derived.ts';
import type { Repositories } from './repositories.ts';

/** A kustomization with the files it uses. */
interface User {
  readonly folder: string;
  /** Whether it is a component, built only into others. */
  readonly isComponent: boolean;
  /** The files and folders, absolute, that it takes resources from. */
  readonly sources: readonly string[];
  /** The files, absolute, that it takes patches and replacements from. */
  readonly parts: ReadonlyMap<string, unknown>;
}

/** The maximum number of builds per file. */
const maxBuilds = 64;

/**
 * The kustomizations of a repository by the files they use, to find the builds of a file. A repository is searched when
 * the first of its files is queried.
 */
export class BuildGraph {
  readonly #repositories: Repositories;
  readonly #kustomization: (folder: string) => User | undefined;
  readonly #kustomizationsAbove: (folder: string) => readonly User[];

  /**
   * @param kustomization that of a folder, if it has one.
   * @param above those of a folder and its parents, which are all that is known outside of repositories.
   */
  constructor(
    repositories: Repositories,
    kustomization: (folder: string) => User | undefined,
    above: (folder: string) => readonly User[],
  ) {
    this.#repositories = repositories;
    this.#kustomization = kustomization;
    this.#kustomizationsAbove = above;
  }

  /**
   * The folders of the kustomizations that build a file and that no other one builds on, or those that build on
   * themselves if only these use it; empty if no kustomization references it, undefined if there are too many.
   */
  readonly rootsOf = named('roots', (path): readonly string[] | undefined => {
    const all = this.#above(path);
    const roots = all.flatMap(({ user, isRoot }) => (isRoot && !user.isComponent ? [user.folder] : []));
    if (roots.length === 0) roots.push(...this.#circularIn(all));
    return roots.length > maxBuilds ? undefined : roots.sort();
  });

  #circularIn(all: readonly { readonly user: User }[]): readonly string[] {
    const folders = all.flatMap(({ user }) => (user.isComponent ? [] : [user.folder]));
    return folders.filter((folder) => this.usersOf(folder).includes(folder));
  }

  /** The folders of all kustomizations that use a file or folder. */
  readonly usersOf = named('users', (path): readonly string[] => this.#above(path).map(({ user }) => user.folder));

  /** The folders of the kustomizations of its repository that use patches or replacements from a file, anywhere. */
  readonly patchersOf = named('patchers', (path): readonly string[] => {
    const root = this.#repositories.rootOf(dirname(path));
    if (root === undefined) return [];
    return (this.#patchersIn(root).get(path) ?? []).map(({ folder }) => folder).sort();
  });

  readonly #patchersIn = derived((root: string) => grouped(this.#named(root, ({ parts }) => [...parts.keys()])));

  #above(path: string): readonly { readonly user: User; readonly isRoot: boolean }[] {
    const users = this.#usersAround(path);
    const seen = new Set<string>();
    const open = [...(users.get(path) ?? [])];
    const all: { readonly user: User; readonly isRoot: boolean }[] = [];
    for (let user = open.pop(); user !== undefined; user = open.pop()) {
      if (seen.has(user.folder)) continue;
      seen.add(user.folder);
      const above = users.get(user.folder) ?? [];
      open.push(...above);
      all.push({ user, isRoot: above.length === 0 });
    }
    return all;
  }

  /** The root of the repository that a file or folder is in; a folder may be one itself. */
  #rootOf(path: string): string | undefined {
    const root = this.#repositories.rootOf(dirname(path));
    if (root !== undefined || statOf(path)?.isDirectory() !== true) return root;
    return this.#repositories.rootOf(path);
  }

  /** The root of the repository that a folder is in, or the folder itself. */
  repositoryOf(folder: string): string {
    return this.#repositories.rootOf(folder) ?? folder;
  }

  /** The users of everything around a file or folder. */
  #usersAround(path: string): ReadonlyMap<string, readonly User[]> {
    const root = this.#rootOf(path);
    if (root !== undefined) return this.#usersIn(root);
    return grouped(
      this.#kustomizationsAbove(dirname(path)).flatMap((user) => user.sources.map((source) => [source, user] as const)),
    );
  }

  /** By files and folders, the kustomizations that take resources from them. */
  readonly #usersIn = derived((root: string) => grouped(this.#named(root, ({ sources }) => sources)));

  /** The names in the kustomizations of a repository, each with its users. */
  #named(root: string, namesOf: (user: User) => readonly string[]): readonly (readonly [string, User])[] {
    return this.#repositories.kustomized(root).flatMap((folder) => {
      const user = this.#kustomization(folder);
      return user === undefined ? [] : namesOf(user).map((path) => [path, user] as const);
    });
  }
}
