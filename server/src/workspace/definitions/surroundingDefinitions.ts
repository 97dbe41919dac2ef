import { dirname, join, resolve } from 'node:path';
import { discover } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { textOrEmpty } from '../disk/textOrEmpty.ts';
import { pathExists } from '../disk/trackedFs.ts';
import { type DefinitionFile, definitionFile } from './definitionFile.ts';

/** The maximum number of workspace files to scan for definitions. */
const maxFiles = 10_000;

/**
 * The workspace around a folder, as far as it defines custom kinds: the folder of a configuration or a git repository;
 * without either there is none. Searched on demand.
 */
export class SurroundingDefinitions {
  readonly #folder: string;
  readonly #root: string | undefined;
  readonly #known: ReadonlySet<string>;
  #mayDefine: readonly DefinitionFile[] | undefined;

  /** @param known files that need not be searched, absolute. */
  constructor(folder: string, known: ReadonlySet<string> = new Set()) {
    this.#folder = folder;
    this.#root = workspaceRoot(folder);
    this.#known = known;
  }

  /** Whether paths, relative to the folder, are within the workspace, and none of them is the whole of it. */
  holds(paths: readonly string[]): boolean {
    const root = this.#root;
    if (root === undefined) return false;
    return paths.map((path) => resolve(this.#folder, path)).every((path) => path !== root && isBelow(path, root));
  }

  /**
   * The files that may have definitions.
   *
   * @param onText shown each text, the first time.
   */
  search(onText?: (path: string, text: string) => void): readonly DefinitionFile[] {
    if (this.#root === undefined) return [];
    this.#mayDefine ??= discover([this.#root], this.#folder)
      .files.filter(({ path }) => !this.#known.has(path))
      .slice(0, maxFiles)
      .flatMap((found) => {
        const text = textOrEmpty(found.path);
        onText?.(found.path, text);
        return definitionFile(found, text) ?? [];
      });
    return this.#mayDefine;
  }
}

const rootMarks = ['.kubecompat.yaml', '.kubecompat.yml', '.git'];

function workspaceRoot(folder: string): string | undefined {
  if (rootMarks.some((mark) => pathExists(join(folder, mark)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : workspaceRoot(parent);
}
