import { dirname, join, relative, resolve, sep } from 'node:path';
import { isScript, isTemplateName, valueNamesIn, wordsForPrograms } from '../../kustomize/substitutions.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { isEqual } from '../../text/isEqual.ts';
import { isBelow } from '../disk/isBelow.ts';
import { statOf } from '../disk/trackedFs.ts';
import { derived, named } from '../ground/derived.ts';
import type { Appliers } from './appliers.ts';
import { type ReadText, textOf } from './handWritten.ts';
import type { Repositories } from './repositories.ts';

/** The files and folders that a folder of a kustomization is built from, itself first. */
type BuiltFrom = (folder: string) => readonly string[];

/**
 * The files of repositories that a tool substitutes variables in: each repository is searched when the first is
 * queried.
 */
export class FilledFiles {
  readonly #repositories: Repositories;
  readonly #appliers: Appliers;
  readonly #builtFrom: BuiltFrom;
  readonly #read: ReadText;

  constructor(repositories: Repositories, appliers: Appliers, builtFrom: BuiltFrom, read: ReadText) {
    this.#read = read;
    this.#repositories = repositories;
    this.#appliers = appliers;
    this.#builtFrom = builtFrom;
  }

  /**
   * Whether a tool substitutes variables in a file. In a repository where Flux does so for some folders, it may do so
   * in files that none of its Kustomizations applies; and an object without values that applies a file may get those of
   * ConfigMaps and Secrets that others name, by something on the cluster.
   *
   * @param path absolute.
   * @param variables the names in question.
   */
  has(path: string, variables: readonly string[]): boolean {
    const filled = this.#filledIn(path);
    if (filled !== 'shared') return filled === 'all';
    const root = this.#repositories.rootOf(dirname(path));
    const shared = root === undefined ? noVariables : this.#sharedIn(root);
    return variables.length > 0 && variables.every((variable) => shared.has(variable));
  }

  /** Whether a tool substitutes all variables in a file, those of shared values, or none. */
  readonly #filledIn = named('filled', (path): 'all' | 'shared' | 'none' => {
    if (isTemplateName(path.split(sep).join('/'))) return 'all';
    const root = this.#repositories.rootOf(dirname(path));
    if (root === undefined) return 'none';
    const { filled, plain, hasValues } = this.#searched(root);
    if (isIn(path, filled)) return 'all';
    if (!hasValues) return 'none';
    return isIn(path, plain) ? 'shared' : 'all';
  });

  readonly #searched = derived((root: string): FilledFolders => {
    const { appliers, patches } = this.#appliers.in(root);
    const names: { readonly path: string; readonly from: string }[] = [];
    for (const { path } of this.#repositories.filesOf(root)) {
      if (!isScript(relative(root, path).split(sep).join('/'))) continue;
      for (const word of this.#wordsOf(path)) {
        names.push({ path: word, from: dirname(path) }, { path: word, from: root });
      }
    }
    const filled: Reached = { files: new Set(), folders: [] };
    const plain: Reached = { files: new Set(), folders: [] };
    for (const applier of appliers) {
      const reached = applier.substitutes || patches ? filled : plain;
      for (const folder of this.#appliers.foldersOf(applier, root)) {
        for (const item of [folder, ...applier.components.map((component) => resolve(folder, component))]) {
          // Without a kustomization there, everything below is applied.
          if (item === root && this.#builtFrom(item).length === 0) reached.folders.push(root);
          this.#reach(item, reached, root);
        }
      }
    }
    for (const { path, from } of names) this.#reach(resolve(from, withoutPattern(path)), filled, root);
    return {
      filled,
      plain,
      hasValues: patches || appliers.some(({ substitutes, plugin }) => substitutes && plugin === undefined),
    };
  });

  readonly #wordsOf = derived(
    (script: string): readonly string[] => [...wordsForPrograms(textOf(script, this.#read))],
    {
      same: isEqual,
    },
  );

  /** The names of the values in the ConfigMaps and Secrets of a repository that its appliers take values from. */
  readonly #sharedIn = named('shared values', (root): ReadonlySet<string> => {
    const sources = this.#appliers.in(root).appliers.flatMap(({ from }) => from.filter(({ name }) => name !== ''));
    const values = new Set<string>();
    if (sources.length === 0) return values;
    for (const { path } of this.#repositories.filesOf(root)) {
      const text = /\.(?:ya?ml|json)$/.test(path) ? textOf(path, this.#read) : '';
      if (!sources.some(({ kind, name }) => text.includes(kind) && text.includes(name))) continue;
      for (const valueName of valueNamesIn(readManifest(text), sources)) values.add(valueName);
    }
    return values;
  });

  /** For the root itself, only what its kustomization names. */
  #reach(path: string, { files, folders }: Reached, root: string): void {
    const found = isBelow(path, root) ? statOf(path) : undefined;
    if (found?.isFile() === true) files.add(path);
    if (found?.isDirectory() !== true) return;
    if (path !== root) folders.push(path);
    for (const item of this.#builtFrom(path)) {
      if (statOf(item)?.isFile() === true) files.add(item);
    }
  }
}

const noVariables: ReadonlySet<string> = new Set();

/** The substitution facts of a repository. */
interface FilledFolders {
  /** The files with substitution. */
  readonly filled: Reached;
  /** The files that are applied without substitution. */
  readonly plain: Reached;
  /** Whether any object has values. */
  readonly hasValues: boolean;
}

interface Reached {
  readonly files: Set<string>;
  readonly folders: string[];
}

function isIn(path: string, { files, folders }: Reached): boolean {
  return files.has(path) || folders.some((folder) => isBelow(path, folder));
}

/** `deploy/*.yaml` names the files of a folder. */
function withoutPattern(path: string): string {
  const at = path.search(/[*?$]/);
  return at < 0 ? path : join(path.slice(0, path.lastIndexOf('/', at) + 1), '.');
}
