import { basename, dirname } from 'node:path';
import { discover, type FoundFile } from '../disk/discover.ts';
import { inFolder } from '../disk/inFolder.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived, named } from '../ground/derived.ts';

/** The repositories of files, each searched once on demand. */
export class Repositories {
  readonly #searched: () => readonly string[];

  /** @param searched absolute folders that replace a missing repository root, the outermost first. */
  constructor(searched: () => readonly string[]) {
    this.#searched = searched;
  }

  /** The root of a folder's repository, or its replacement; undefined if there is none. */
  readonly rootOf = named(
    'repository',
    (folder): string | undefined =>
      // Without a folder, an editor has the root of the disk.
      this.#repositoryOf(folder) ??
      this.#searched().find((candidate) => dirname(candidate) !== candidate && isBelow(folder, candidate)),
  );

  /** Folders of a repository share the folders above them. */
  readonly #repositoryOf = derived((folder: string): string | undefined => {
    if (basename(folder) === '.git') return undefined;
    if (statOf(inFolder(folder, '.git')) !== undefined) return folder;
    const parent = dirname(folder);
    return parent === folder ? undefined : this.#repositoryOf(parent);
  });

  /** The files of the repository with a root, in the order of their names. */
  readonly filesOf = named('files', (root): readonly FoundFile[] => discover([root], root, anyName).files);

  /** The folders of the repository with a root that have a kustomization. */
  kustomized(root: string): readonly string[] {
    const kustomizations = this.filesOf(root).filter(({ path }) => kustomizationName.test(basename(path)));
    return [...new Set(kustomizations.map(({ path }) => dirname(path)))];
  }
}

/** A repository is searched once for all queries. */
const anyName = /^/;

const kustomizationName = /^(?:kustomization\.ya?ml|Kustomization)$/;
