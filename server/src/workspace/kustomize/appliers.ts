import { dirname, relative, resolve, sep } from 'node:path';
import type { Substitution } from '../../kustomize/filledResource.ts';
import {
  type Applier,
  generatedValues,
  mayApply,
  mayHoldValues,
  readAppliers,
  valuesIn,
} from '../../kustomize/substitutions.ts';
import { isFilledIn } from '../../manifest/read/placeholder.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { isEqual } from '../../text/isEqual.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived, named } from '../ground/derived.ts';
import { tracks } from '../ground/graph.ts';
import { largest, type ReadText, textOf } from './handWritten.ts';
import type { Repositories } from './repositories.ts';

/** An object that applies a folder of its repository. */
export interface FoundApplier extends Applier {
  /** Its file, absolute. */
  readonly file: string;
}

/** The objects of a repository that have controllers build and apply its folders. */
export interface RepositoryAppliers {
  readonly appliers: readonly FoundApplier[];
  /** Whether something else, such as a patch, may give values to any of them. */
  readonly patches: boolean;
  /** Whether something else may overwrite the values of such an object. */
  readonly overrides: boolean;
}

/** The objects that apply folders of repositories: each repository is searched when one of its files is queried. */
export class Appliers {
  readonly #repositories: Repositories;
  readonly #hasKustomization: (folder: string) => boolean;
  readonly #changesData: (file: string, name: string) => boolean;
  readonly #read: ReadText;
  readonly #searched: FactsOfSearch;

  /**
   * @param hasKustomization whether a folder has one.
   * @param changesData whether a build may change the data of the ConfigMap of a name in a file.
   * @param read the texts of files.
   * @param searched the facts that a search knows already.
   */
  constructor(
    repositories: Repositories,
    hasKustomization: (folder: string) => boolean,
    changesData: (file: string, name: string) => boolean,
    read: ReadText,
    searched: FactsOfSearch,
  ) {
    this.#read = read;
    this.#searched = searched;
    this.#repositories = repositories;
    this.#hasKustomization = hasKustomization;
    this.#changesData = changesData;
  }

  /** The objects in the repository with a root. */
  readonly in = named('appliers', (root): RepositoryAppliers => this.#look(root));

  /**
   * The folders that an object applies in the repository with a root: the named one, or, if that does not exist, every
   * folder whose path ends like it, because an artifact may begin at any folder.
   */
  foldersOf({ path: written }: Applier, root: string): readonly string[] {
    const folder = resolve(root, written.replace(/^\/+/, ''));
    if (statOf(folder) !== undefined || !isBelow(folder, root)) return [folder];
    const end = folder.slice(root.length);
    return this.#folders(root).filter((candidate) => candidate.endsWith(end));
  }

  /** The folders of a repository with files. */
  readonly #folders = derived((root: string): readonly string[] => {
    const folders = new Set<string>();
    for (const { path } of this.#repositories.filesOf(root)) {
      for (
        let folder = dirname(path);
        !folders.has(folder) && folder !== root && isBelow(folder, root);
        folder = dirname(folder)
      ) {
        folders.add(folder);
      }
    }
    return [...folders];
  });

  /**
   * The objects that apply a file that no kustomization references, or the folder of a kustomization: they name the
   * folder, or a parent without a kustomization. For such a parent, Flux generates one over everything below, and does not
   * descend into folders that have one.
   *
   * Source: `scanManifests` in github.com/fluxcd/pkg/kustomize, kustomize_generator.go.
   *
   * @param path absolute.
   */
  of(path: string): readonly FoundApplier[] {
    const root = this.#repositories.rootOf(dirname(path));
    if (root === undefined) return [];
    return this.#named(root).flatMap((named) => {
      const folder = folderFor(named, root, path);
      const isApplied =
        folder === path || (folder !== undefined && isBelow(path, folder) && this.#walksTo(path, folder));
      return isApplied ? [named.applier] : [];
    });
  }

  /** Whether no folder from the applied one down to a path below it has a kustomization, at which the walk ends. */
  #walksTo(path: string, folder: string): boolean {
    for (let above = dirname(path); above !== folder; above = dirname(above)) {
      if (this.#hasKustomization(above)) return false;
    }
    return !this.#hasKustomization(folder);
  }

  /** Those of Flux in the repository that a file or folder is in. @param path absolute. */
  around(path: string): readonly FoundApplier[] {
    const root = this.#repositories.rootOf(dirname(path));
    return root === undefined ? [] : this.in(root).appliers.filter(({ plugin }) => plugin === undefined);
  }

  /** The objects in the repository with a root that apply a folder of it, with this folder. */
  readonly #named = derived((root: string): readonly NamedFolder[] =>
    this.in(root).appliers.flatMap((applier) => {
      const folder = resolve(root, applier.path.replace(/^\/+/, ''));
      if (folder === root || !isBelow(folder, root)) return [];
      return [{ applier, folder, isThere: statOf(folder) !== undefined }];
    }),
  );

  /** The variable values of an object for what it applies. */
  readonly fillingBy = derived((applier: FoundApplier): Substitution => this.#fillingOf(applier), {
    // The values are those that are given.
    same: ({ given: _, ...before }, { given: __, ...now }) => isEqual(before, now),
  });

  #fillingOf(applier: FoundApplier): Substitution {
    const root = this.#repositories.rootOf(dirname(applier.file));
    const name = `the Kustomization ${applier.name} of Flux${this.#whichOf(applier, root)}`;
    const where = applier.isForOther ? {} : { appliedWith: applier.file };
    const unknown = { name, ...where, values: '', given: () => undefined, hasVariables: false };
    if (root === undefined) return unknown;
    const { patches, overrides } = this.in(root);
    if (overrides || applier.plugin !== undefined) return unknown;
    let isOpen = patches;
    const known = new Map<string, string | undefined>();
    for (const { isOpen: isReadable, name: holder } of applier.from) {
      const values = isReadable ? this.held(root, holder) : undefined;
      if (values === undefined) {
        isOpen = true;
        known.clear();
      }
      for (const [key, value] of values ?? []) known.set(key, value);
    }
    for (const [key, value] of applier.inline) known.set(key, isFilledIn(value) ? undefined : value);
    return {
      name,
      ...where,
      // Line ends are removed from values.
      given: (key) => (known.has(key) ? known.get(key)?.replaceAll('\n', '') : isOpen ? undefined : ''),
      values: JSON.stringify([isOpen, [...known]]),
      hasVariables: applier.inline.size > 0 || applier.from.some(({ isOptional }) => !isOptional),
    };
  }

  /** The file of an object, if another file has one of the same name. */
  #whichOf({ name, file }: FoundApplier, root: string | undefined): string {
    if (root === undefined) return '';
    const isOnlyOne = this.in(root).appliers.every((other) => other.name !== name || other.file === file);
    return isOnlyOne ? '' : ` (${relative(root, file).split(sep).join('/')})`;
  }

  /**
   * The values of the object of a name in a repository, written or generated; of several, the common ones. Undefined if
   * there is none, or if builds change one.
   */
  held(root: string, name: string): ReadonlyMap<string, string | undefined> | undefined {
    return this.#held(`${name}\n${root}`);
  }

  readonly #held = named('held', (key): HeldValues => {
    const end = key.indexOf('\n');
    const name = key.slice(0, end);
    const all = this.#holdersIn(key.slice(end + 1)).flatMap((file) => {
      const text = textOf(file, this.#read);
      return text.includes(name) ? this.#heldBy(file, text, name) : [];
    });
    return all.includes(undefined) ? undefined : common(all);
  });

  /** The values of each object of a name in a file; undefined for unknown ones. */
  #heldBy(file: string, text: string, name: string): readonly HeldValues[] {
    const read = (path: string) => textOf(resolve(dirname(file), path), this.#read) || undefined;
    return readManifest(text).documents.flatMap(({ root: node }): readonly HeldValues[] => {
      if (node === undefined) return [];
      const values = valuesIn(node, name);
      if (values === undefined) return generatedValues(node, name, read);
      return [this.#changesData(file, name) ? undefined : values];
    });
  }

  /** The files that may have objects which hold values, absolute. */
  readonly #holdersIn = named('holders', (root): readonly string[] =>
    this.#repositories.filesOf(root).flatMap(({ path }) => (this.#factsOf(path).mayHold ? [path] : [])),
  );

  #look(root: string): RepositoryAppliers {
    const appliers: FoundApplier[] = [];
    let [patches, overrides] = [false, false];
    for (const { path: file } of this.#repositories.filesOf(root)) {
      const facts = this.#factsOf(file);
      appliers.push(...facts.appliers);
      patches ||= facts.patches;
      overrides ||= facts.overrides;
    }
    return { appliers, patches, overrides };
  }

  readonly #factsOf = derived(
    (file: string): FactsOfFile => {
      // What the search found is no read, so where these count it is found again.
      const known = tracks() ? undefined : this.#searched.get(file);
      if (known !== undefined) return known === 'none' ? noFacts : { ...noFacts, mayHold: true };
      return factsIn(mayHaveSome.test(file) ? textOf(file, this.#read) : '', file);
    },
    { same: isEqual },
  );
}

/** An object with the folder that it names, and whether that exists. */
interface NamedFolder {
  readonly applier: FoundApplier;
  readonly folder: string;
  readonly isThere: boolean;
}

/**
 * The folder that an object applies. An artifact may begin at any folder of a repository: a path that does not exist
 * from the root is the folder, at or above a path, whose path ends like it.
 */
function folderFor({ folder, isThere }: NamedFolder, root: string, path: string): string | undefined {
  if (isThere) return folder;
  const end = folder.slice(root.length) + sep;
  const at = `${path}${sep}`.indexOf(end, root.length);
  return at < 0 ? undefined : path.slice(0, at + end.length - 1);
}

/** What a file says about the objects that apply folders. */
interface FactsOfFile extends RepositoryAppliers {
  /** Whether it may have objects which hold values. */
  readonly mayHold: boolean;
}

/** What a search found in files, absolute, that apply no folder: nothing, or objects which may hold values. */
export type FactsOfSearch = ReadonlyMap<string, 'none' | 'may hold'>;

/** The entry of a file for {@link FactsOfSearch}; undefined if it must be read. */
export function searchedFacts(text: string): 'none' | 'may hold' | undefined {
  if (mayApply(text)) return undefined;
  if (!mayHoldValues(text)) return 'none';
  // Whether it is too long to be written by hand depends on its bytes, at most three for each unit.
  return text.length * 3 <= largest ? 'may hold' : undefined;
}

const noFacts: FactsOfFile = { appliers: [], patches: false, overrides: false, mayHold: false };

function factsIn(text: string, file: string): FactsOfFile {
  const mayHold = mayHoldValues(text);
  if (!mayApply(text)) return mayHold ? { ...noFacts, mayHold } : noFacts;
  const { appliers, patches, overrides } = readAppliers(readManifest(text));
  return { appliers: appliers.map((applier) => ({ ...applier, file })), patches, overrides, mayHold };
}

/** The values of an object by key, undefined for unknown ones; undefined if it may have any. */
type HeldValues = ReadonlyMap<string, string | undefined> | undefined;

/** The values that several objects share; undefined without any object. */
function common(all: readonly HeldValues[]): HeldValues {
  const [first, ...others] = all;
  const keys = new Set(all.flatMap((values) => [...(values?.keys() ?? [])]));
  const isShared = (key: string) => others.every((other) => other?.get(key) === first?.get(key));
  return first && new Map([...keys].map((key) => [key, isShared(key) ? first.get(key) : undefined]));
}

const mayHaveSome = /\.(?:ya?ml|json)$/;
