import type { Dirent, Stats } from 'node:fs';
import { basename, dirname, join, relative, resolve, sep } from 'node:path';
import { IgnoreRules } from './ignoreRules.ts';
import { inFolder } from './inFolder.ts';
import { explainIoError, type IoErrorText, notUtf8 } from './ioError.ts';
import { entryAt, pathExists, readFolder, realPath } from './trackedFs.ts';

/** A file to look into. */
export interface FoundFile {
  /** Absolute. */
  readonly path: string;
  /** Relative to the working folder, with `/`: the name in reports. */
  readonly file: string;
}

/** A path that could not be searched or does not exist. */
export interface DiscoveryProblem {
  readonly file: string;
  readonly message: string;
  readonly remedy: string;
  /** The path was named by the user and does not exist. */
  readonly missing: boolean;
  /** Whether something that may be a manifest was skipped because of it. */
  readonly counts: boolean;
}

/** The result of a search. */
export interface Discovery {
  /** In the order of their names, each once. */
  readonly files: readonly FoundFile[];
  readonly problems: readonly DiscoveryProblem[];
  /** The number of manifests and folders that `.gitignore` excludes. */
  readonly ignored: number;
  /** The searched folders without names that begin with a dot, and so without a configuration. */
  readonly plain: ReadonlySet<string>;
  /** Those of them without a kustomization. */
  readonly bare: ReadonlySet<string>;
  /** The paths among the files that are no regular files but pipes or devices, which can be read once. */
  readonly pipes: ReadonlySet<string>;
}

const manifestName = /\.(?:ya?ml|json)$|^Kustomization$/i;
/** The file system may ignore case. */
const kustomizationName = /^kustomization(?:\.ya?ml)?$/i;
const configName = /^\.kubecompat\.ya?ml$/;
/** Includes our own files in the workspace, which are read separately. */
const neverEntered: ReadonlySet<string> = new Set(['.git', 'node_modules', '.kubecompat']);
/**
 * Copies of Go modules, which hold test data of Kubernetes, and the list that marks them.
 * Source: https://go.dev/ref/mod#go-mod-vendor.
 */
const goVendor = { folder: 'vendor', list: 'modules.txt' };

/**
 * Finds the manifests under `paths`, relative to `cwd`. A named file is always included; in folders `.yaml`, `.yml`,
 * `.json` and `Kustomization` count, `.gitignore` is followed at every level, and `node_modules`, `.git`,
 * `.kubecompat` and Go's vendored modules are never entered. Links are followed while they stay under the named path.
 *
 * @param names the file names that count in folders, if not just manifests.
 * @param onFound called after each file with the number found so far.
 * @param excluded absolute paths to skip: files, and folders with their contents.
 */
export function discover(
  paths: readonly string[],
  cwd: string,
  names: RegExp = manifestName,
  onFound?: (files: number) => void,
  excluded: (path: string) => boolean = () => false,
): Discovery {
  const search = new Search(cwd, names, onFound, excluded);
  for (const path of paths) search.named(resolve(cwd, path), path);
  return search.result();
}

/** `path` as reports name it: relative to `cwd`, with `/`. */
export function reportName(path: string, cwd: string): string {
  const name = relative(cwd, path);
  return sep === '/' ? name : name.replaceAll(sep, '/');
}

function isGoVendor(folder: string, entries: readonly Dirent[]): boolean {
  return basename(folder) === goVendor.folder && entries.some(({ name }) => name === goVendor.list);
}

class Search {
  readonly #cwd: string;
  readonly #names: RegExp;
  readonly #files = new Map<string, FoundFile>();
  readonly #problems: DiscoveryProblem[] = [];
  readonly #plain = new Set<string>();
  readonly #bare = new Set<string>();
  readonly #pipes = new Set<string>();
  readonly #named = new Set<string>();
  readonly #onFound: ((files: number) => void) | undefined;
  readonly #excluded: (path: string) => boolean;
  /** The folder that a file was found in last, and its name in reports: finding out costs more than finding the file. */
  #folder = '';
  #folderName = '';
  #ignored = 0;

  constructor(
    cwd: string,
    names: RegExp,
    onFound: ((files: number) => void) | undefined,
    excluded: (path: string) => boolean,
  ) {
    this.#excluded = excluded;
    this.#cwd = cwd;
    this.#names = names;
    this.#onFound = onFound;
  }

  result(): Discovery {
    const files = [...this.#files.values()].sort((a, b) => (a.file < b.file ? -1 : a.file > b.file ? 1 : 0));
    return {
      files,
      problems: this.#problems,
      ignored: this.#ignored,
      plain: this.#plain,
      bare: this.#bare,
      pipes: this.#pipes,
    };
  }

  named(path: string, asWritten: string): void {
    let entry: Stats;
    try {
      entry = entryAt(path);
    } catch (error) {
      const { message, remedy, missing } = explainIoError(error);
      this.#problems.push({ file: asWritten, message, remedy, missing, counts: true });
      return;
    }
    if (!entry.isDirectory()) {
      if (!entry.isFile()) this.#pipes.add(path);
      this.#add(path, dirname(path), basename(path));
      return;
    }
    this.#named.add(path);
    const above = IgnoreRules.above(path, (folder) => pathExists(join(folder, '.git')));
    // A named folder is searched even if it is ignored.
    this.#walk(path, above?.ignores(path, true) === true ? undefined : above, realPath(path), []);
  }

  #add(path: string, folder: string, name: string): void {
    if (this.#files.has(path)) return;
    if (folder !== this.#folder) {
      this.#folder = folder;
      this.#folderName = reportName(folder, this.#cwd);
    }
    this.#files.set(path, { path, file: this.#folderName === '' ? name : `${this.#folderName}/${name}` });
    this.#onFound?.(this.#files.size);
  }

  #problem(path: string, error: unknown): void {
    this.#unreadable(path, explainIoError(error));
  }

  #unreadable(path: string, { message, remedy }: IoErrorText): void {
    this.#problems.push({ file: reportName(path, this.#cwd), message, remedy, missing: false, counts: true });
  }

  /** @param chain the real paths of the linked folders that led here, to notice a circle. */
  #walk(folder: string, above: IgnoreRules | undefined, root: string, chain: readonly string[]): void {
    let entries: Dirent[];
    try {
      entries = readFolder(folder);
    } catch (error) {
      this.#problem(folder, error);
      return;
    }
    if (isGoVendor(folder, entries) && !this.#named.has(folder)) return;
    const isPlain = !entries.some(({ name }) => name.startsWith('.'));
    if (isPlain) this.#plain.add(folder);
    if (isPlain && !entries.some(({ name }) => kustomizationName.test(name))) this.#bare.add(folder);
    const hasRules = !isPlain && entries.some(({ name }) => name === '.gitignore');
    const rules = hasRules ? IgnoreRules.of(folder, above) : above;
    for (const entry of entries) {
      const { name } = entry;
      // A volume mounted by Kubernetes keeps its real files in `..data`, linked under their proper names beside it.
      if (neverEntered.has(name) || name.startsWith('..')) continue;
      const path = inFolder(folder, name);
      if (this.#excluded(path)) continue;
      if (name.includes('\uFFFD') && !pathExists(path)) {
        if (entry.isDirectory() || this.#names.test(name)) this.#unreadable(path, notUtf8);
      } else if (entry.isSymbolicLink()) this.#link(path, folder, name, rules, root, chain);
      else if (entry.isDirectory()) {
        if (rules?.ignores(path, true) === true) this.#ignored++;
        else this.#walk(path, rules, root, chain);
      } else if (entry.isFile()) this.#candidate(path, folder, name, rules);
    }
  }

  #candidate(path: string, folder: string, name: string, rules: IgnoreRules | undefined): void {
    if (!this.#names.test(name) || configName.test(name)) return;
    if (rules?.ignores(path, false) === true) this.#ignored++;
    else this.#add(path, folder, name);
  }

  #link(
    path: string,
    folder: string,
    name: string,
    rules: IgnoreRules | undefined,
    root: string,
    chain: readonly string[],
  ): void {
    let real: string;
    let isFolder: boolean;
    try {
      real = realPath(path);
      isFolder = entryAt(real).isDirectory();
    } catch (error) {
      if (this.#names.test(name)) this.#problem(path, error);
      return;
    }
    // A configuration is not a manifest, and its reader reports a bad link.
    if (configName.test(name)) return;
    if (real !== root && !real.startsWith(root + sep)) {
      if (isFolder || this.#names.test(name)) this.#leadsOutside(path, real);
      return;
    }
    if (!isFolder) {
      this.#candidate(path, folder, name, rules);
      return;
    }
    const folderPath = realPath(folder);
    const circle = real === folderPath || folderPath.startsWith(real + sep) || chain.includes(real);
    if (circle || neverEntered.has(name) || rules?.ignores(path, true) === true) return;
    this.#walk(path, rules, root, [...chain, real]);
  }

  #leadsOutside(path: string, real: string): void {
    this.#problems.push({
      file: reportName(path, this.#cwd),
      message: `is a link to ${real}, outside of the checked folder, and was not followed`,
      remedy: 'to check it, name that path on the command line too',
      missing: false,
      counts: false,
    });
  }
}
