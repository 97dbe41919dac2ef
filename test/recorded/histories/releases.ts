import { execFileSync } from 'node:child_process';
import type { CustomDefinition } from '../../../server/src/crd/definition.ts';
import { definitionsIn } from '../../../server/src/crd/definitionList.ts';
import { adviseNew, compareDefinitions } from '../../../server/src/crd/evolution/compare.ts';
import type { Change, ServerProperties } from '../../../server/src/crd/evolution/rule.ts';

/** A project with a history of released definitions. */
export interface Project {
  readonly name: string;
  /** OWNER/NAME on GitHub. */
  readonly repository: string;
  /** The locations of definitions: folders with a slash at the end, or files. Not every release has all of them. */
  readonly folders: readonly string[];
}

/** A definition and the text of its file. */
export interface DefinitionText {
  readonly definition: CustomDefinition;
  readonly text: string;
}

/** A tagged version, and its definitions by `KIND.GROUP`. */
export interface Release {
  readonly tag: string;
  readonly definitions: ReadonlyMap<string, DefinitionText>;
}

/** The last patch of each minor that has definitions of apiextensions.k8s.io/v1, oldest first. */
export function releasesOf(project: Project, gitDir: string): readonly Release[] {
  const git = (...args: readonly string[]): string =>
    execFileSync('git', ['--git-dir', gitDir, ...args], { encoding: 'utf8', maxBuffer: 2 ** 28 });
  const last = new Map<string, readonly [number, string]>();
  for (const tag of git('tag').split('\n')) {
    const [, major, minor, patch] = /^v(\d+)\.(\d+)\.(\d+)$/.exec(tag) ?? [];
    if (major === undefined || minor === undefined) continue;
    const key = `${major.padStart(4, '0')}.${minor.padStart(4, '0')}`;
    if ((last.get(key)?.[0] ?? -1) < Number(patch)) last.set(key, [Number(patch), tag]);
  }
  const read = new Map<string, readonly DefinitionText[]>();
  const inOrder = [...last].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, [, tag]]) => tag);
  return inOrder.flatMap((tag) => {
    const listed = git('ls-tree', '-r', tag).split('\n');
    const blobs = listed.flatMap((line) => {
      const [, blob, path] = /^\d+ blob (\w+)\t(.+)$/.exec(line) ?? [];
      return blob !== undefined && path !== undefined && hasPath(project, path) ? [blob] : [];
    });
    const definitions = new Map<string, DefinitionText>();
    for (const blob of blobs) {
      let found = read.get(blob);
      if (found === undefined) {
        const text = git('cat-file', 'blob', blob);
        found = definitionsIn(text, 'crd.yaml')
          .filter(({ writtenAs }) => writtenAs?.endsWith('/v1') === true)
          .map((definition) => ({ definition, text }));
        read.set(blob, found);
      }
      for (const definitionText of found)
        definitions.set(`${definitionText.definition.kind}.${definitionText.definition.group}`, definitionText);
    }
    return definitions.size === 0 ? [] : [{ tag, definitions }];
  });
}

function hasPath({ folders }: Project, path: string): boolean {
  const isIn = folders.some((folder) => (folder.endsWith('/') ? path.startsWith(folder) : path === folder));
  return isIn && /\.ya?ml$/.test(path);
}

/** The change of one definition between two releases. */
export interface Step {
  readonly project: string;
  readonly from: string;
  readonly to: string;
  /** `KIND.GROUP`. */
  readonly name: string;
  /** Undefined if the definition is new. */
  readonly before: DefinitionText | undefined;
  /** Undefined if the definition was removed. */
  readonly after: DefinitionText | undefined;
  readonly changes: readonly Change[];
}

/** The changes between consecutive releases of a project. */
export function stepsOf(
  project: Project,
  releases: readonly Release[],
  circumstances: ServerProperties,
): readonly Step[] {
  return releases.slice(1).flatMap((release, index): readonly Step[] => {
    const earlier = releases[index];
    if (earlier === undefined) return [];
    const names = new Set([...earlier.definitions.keys(), ...release.definitions.keys()]);
    return [...names].flatMap((name): readonly Step[] => {
      const [before, after] = [earlier.definitions.get(name), release.definitions.get(name)];
      if (before === after) return [];
      return [{ project: project.name, from: earlier.tag, to: release.tag, name, before, after, changes: changesOf() }];

      function changesOf(): readonly Change[] {
        if (after === undefined) return [];
        if (before === undefined) return adviseNew(after.definition, circumstances);
        return compareDefinitions(before.definition, after.definition, circumstances);
      }
    });
  });
}
