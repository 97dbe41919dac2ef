import { dirname, join, relative, resolve, sep } from 'node:path';
import {
  type Applier,
  isScript,
  isTemplateName,
  mayApply,
  readAppliers,
  wordsForPrograms,
} from '../../kustomize/substitutions.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { isBelow } from '../disk/isBelow.ts';
import { lookAt } from '../disk/looks.ts';
import { readText } from '../disk/readFile.ts';
import type { Repositories } from './repositories.ts';

/** What is read for this is written by people. */
const largest = 1024 * 1024;

/** The files and folders that a folder of a kustomization is built from, itself first. */
type BuiltFrom = (folder: string) => readonly string[];

/** Which files of repositories a tool fills variables into: each repository is looked through when the first is asked for. */
export class FilledFiles {
  readonly #repositories: Repositories;
  readonly #builtFrom: BuiltFrom;
  readonly #filled = new Map<string, Filled>();

  constructor(repositories: Repositories, builtFrom: BuiltFrom) {
    this.#repositories = repositories;
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
    const appliers: Applier[] = [];
    let patches = false;
    const names: { readonly path: string; readonly from: string }[] = [];
    for (const { path } of this.#repositories.filesOf(root, mayTell)) {
      const text = textOf(path);
      if (isScript(relative(root, path).split(sep).join('/'))) {
        for (const word of wordsForPrograms(text)) {
          names.push({ path: word, from: dirname(path) }, { path: word, from: root });
        }
      } else if (mayApply(text)) {
        const facts = readAppliers(readManifest(text));
        appliers.push(...facts.appliers);
        patches ||= facts.patches;
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

const mayTell = /\.(?:ya?ml|json|sh|bash|mk)$|^(?:[Mm]akefile|[Jj]ustfile|Tiltfile|Jenkinsfile)$/;

/** `deploy/*.yaml` names the files of a folder. */
function withoutPattern(path: string): string {
  const at = path.search(/[*?$]/);
  return at < 0 ? path : join(path.slice(0, path.lastIndexOf('/', at) + 1), '.');
}

function textOf(path: string): string {
  const found = lookAt(path);
  if (found === undefined || !found.isFile() || found.size > largest) return '';
  const content = readText(path);
  return content.ok ? content.text : '';
}
