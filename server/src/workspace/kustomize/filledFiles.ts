import { dirname, join, relative, resolve, sep } from 'node:path';
import { isScript, isTemplateName, wordsForPrograms } from '../../kustomize/substitutions.ts';
import { isBelow } from '../disk/isBelow.ts';
import { lookAt } from '../disk/looks.ts';
import { type Appliers, textOf } from './appliers.ts';
import type { Repositories } from './repositories.ts';

/** The files and folders that a folder of a kustomization is built from, itself first. */
type BuiltFrom = (folder: string) => readonly string[];

/** Which files of repositories a tool fills variables into: each repository is looked through when the first is asked for. */
export class FilledFiles {
  readonly #repositories: Repositories;
  readonly #appliers: Appliers;
  readonly #builtFrom: BuiltFrom;
  readonly #filled = new Map<string, Filled>();

  constructor(repositories: Repositories, appliers: Appliers, builtFrom: BuiltFrom) {
    this.#repositories = repositories;
    this.#appliers = appliers;
    this.#builtFrom = builtFrom;
  }

  /** Whether a tool fills variables into a file. @param path absolute. */
  has(path: string): boolean {
    const name = path.split(sep).join('/');
    if (isTemplateName(name)) return true;
    const root = this.#repositories.rootOf(dirname(path));
    if (root === undefined) return false;
    let filled = this.#filled.get(root);
    if (filled === undefined) {
      filled = this.#look(root);
      this.#filled.set(root, filled);
    }
    if (filled.files.has(path)) return true;
    return filled.folders.some((folder) => isBelow(path, folder));
  }

  #look(root: string): Filled {
    const { appliers, patches } = this.#appliers.in(root);
    const names: { readonly path: string; readonly from: string }[] = [];
    for (const { path } of this.#repositories.filesOf(root)) {
      if (!isScript(relative(root, path).split(sep).join('/'))) continue;
      for (const word of wordsForPrograms(textOf(path))) {
        names.push({ path: word, from: dirname(path) }, { path: word, from: root });
      }
    }
    const filled: Filled = { files: new Set(), folders: [] };
    for (const { path, components, substitutes } of appliers) {
      if (!substitutes && !patches) continue;
      const folder = resolve(root, path.replace(/^\/+/, ''));
      for (const one of [folder, ...components.map((component) => resolve(folder, component))]) {
        // Without a kustomization there, everything below is applied.
        if (one === root && this.#builtFrom(one).length === 0) filled.folders.push(root);
        this.#fill(one, filled, root);
      }
    }
    for (const { path, from } of names) this.#fill(resolve(from, withoutPattern(path)), filled, root);
    return filled;
  }

  /** Of the root itself only what a kustomization there names. */
  #fill(path: string, { files, folders }: Filled, root: string): void {
    const found = isBelow(path, root) ? lookAt(path) : undefined;
    if (found?.isFile() === true) files.add(path);
    if (found?.isDirectory() !== true) return;
    if (path !== root) folders.push(path);
    for (const one of this.#builtFrom(path)) {
      if (lookAt(one)?.isFile() === true) files.add(one);
    }
  }
}

interface Filled {
  readonly files: Set<string>;
  readonly folders: string[];
}

/** `deploy/*.yaml` names the files of a folder. */
function withoutPattern(path: string): string {
  const at = path.search(/[*?$]/);
  return at < 0 ? path : join(path.slice(0, path.lastIndexOf('/', at) + 1), '.');
}
