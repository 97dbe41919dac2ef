import { dirname, join, resolve } from 'node:path';
import { definitionsIn, mayDefine } from '../../crd/definitionList.ts';
import { definitionsInPacked, isChartYaml } from '../charts/packedCharts.ts';
import { discover, type FoundFile } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { isThere } from '../disk/looks.ts';
import { readText } from '../disk/readFile.ts';

/** Files of a workspace that are looked into for definitions at most. */
const mostFiles = 10_000;

/**
 * The workspace around a folder, as far as it defines custom kinds: what a configuration or a git repository holds;
 * without either there is none. Nothing is searched before somebody asks.
 */
export class Surroundings {
  readonly #folder: string;
  readonly #root: string | undefined;
  readonly #known: ReadonlySet<string>;
  #mayDefine: readonly FoundFile[] | undefined;

  /** @param known files that need no look, absolute. */
  constructor(folder: string, known: ReadonlySet<string> = new Set()) {
    this.#folder = folder;
    this.#root = workspaceRoot(folder);
    this.#known = known;
  }

  /** Whether paths, relative to the folder, are a part of the workspace, and none of them the whole of it. */
  holds(paths: readonly string[]): boolean {
    const root = this.#root;
    if (root === undefined) return false;
    return paths.map((path) => resolve(this.#folder, path)).every((path) => path !== root && isBelow(path, root));
  }

  /** The files that define kinds of some groups. */
  defining(groups: ReadonlySet<string>): readonly FoundFile[] {
    return groups.size === 0 ? [] : this.search().filter((file) => defines(file, groups));
  }

  /** The files that may define kinds of any group: looking for them is nearly all there is to do. */
  search(): readonly FoundFile[] {
    if (this.#root === undefined) return [];
    this.#mayDefine ??= discover([this.#root], this.#folder)
      .files.filter(({ path }) => !this.#known.has(path))
      .slice(0, mostFiles)
      .filter(({ path }) => isChartYaml(path) || mayDefine(textOf(path)));
    return this.#mayDefine;
  }
}

function defines({ path, file }: FoundFile, groups: ReadonlySet<string>): boolean {
  if (isChartYaml(path)) return definitionsInPacked(path, file).some(({ group }) => groups.has(group));
  const text = textOf(path);
  // Parsing costs, and a group is written as it is, or with escapes.
  if (![...groups].some((group) => text.includes(group)) && !escaped.test(text)) return false;
  return definitionsIn(text, file).some(({ group }) => groups.has(group));
}

function textOf(path: string): string {
  const content = readText(path);
  return content.ok ? content.text : '';
}

/** An escape that a letter of a name can be written with, in JSON and in YAML. */
const escaped = /\\[xuU]/;

const rootMarks = ['.kubecompat.yaml', '.kubecompat.yml', '.git'];

function workspaceRoot(folder: string): string | undefined {
  if (rootMarks.some((mark) => isThere(join(folder, mark)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : workspaceRoot(parent);
}
