import { dirname, join, relative, sep } from 'node:path';
import type { RepositoryFiles } from '../../gitops/delivery.ts';
import { pathPattern } from '../../gitops/pathPattern.ts';
import { grouped } from '../../text/grouped.ts';
import { lazily } from '../../text/lazily.ts';
import { textOf } from '../kustomize/handWritten.ts';
import type { Repositories } from '../kustomize/repositories.ts';

/** More files than generators read in maintained repositories. */
const maxFiles = 5_000;

/** The folders and files of a repository, by their paths from its root on. */
export class RepositoryFolders implements RepositoryFiles {
  readonly root: string;
  readonly #repositories: Repositories;

  constructor(repositories: Repositories, root: string) {
    this.#repositories = repositories;
    this.root = root;
  }

  /** The name of a place from the root on, with `/`; '.' for the root. @param path absolute. */
  nameOf(path: string): string {
    return relative(this.root, path).split(sep).join('/') || '.';
  }

  /** A place by its name from the root on. */
  pathOf(name: string): string {
    return join(this.root, ...name.split('/'));
  }

  /** The names of all folders that contain files, at any depth, except the root. */
  readonly all = lazily((): ReadonlySet<string> => {
    const folders = new Set<string>();
    for (const { path } of this.#repositories.filesOf(this.root)) {
      for (let folder = dirname(path); folder.length > this.root.length; folder = dirname(folder)) {
        const name = this.nameOf(folder);
        if (folders.has(name)) break;
        folders.add(name);
      }
    }
    return folders;
  });

  /** The manifests in each folder and the folders in it, by the paths of the folders. */
  readonly manifests = lazily(() =>
    grouped(
      this.#repositories
        .filesOf(this.root)
        .flatMap(({ path }) => (/\.(?:ya?ml|json)$/.test(path) ? [[dirname(path), path] as const] : [])),
    ),
  );

  readonly #foldersIn = lazily(() => grouped([...this.all()].map((name) => [dirname(name), name] as const)));

  /** The folders in a folder, absolute. */
  foldersIn(folder: string): readonly string[] {
    return (this.#foldersIn().get(this.nameOf(folder)) ?? []).map((name) => this.pathOf(name));
  }

  folders(pattern: string): readonly string[] {
    const matches = pathPattern(normalizedFolder(pattern));
    return [...this.all()].filter((name) => matches(name) !== undefined).sort();
  }

  files(pattern: string): ReturnType<RepositoryFiles['files']> {
    const matches = pathPattern(normalizedFolder(pattern));
    const found = this.#repositories
      .filesOf(this.root)
      .filter(({ path }) => matches(this.nameOf(path)) !== undefined)
      .slice(0, maxFiles);
    return found.map(({ path }) => ({ path: this.nameOf(path), text: textOf(path) }));
  }
}

/** A path as people write it: `./apps/` and `/apps` are `apps`. */
export function normalizedFolder(path: string): string {
  return path.replace(/^(?:\.?\/)+/, '').replace(/\/+$/, '');
}
