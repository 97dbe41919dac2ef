import { dirname, join, resolve } from 'node:path';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionList, definitionsIn, mayDefine } from '../../crd/definitionList.ts';
import { definitionsInPacked, isChartYaml } from '../charts/packedCharts.ts';
import { discover, type FoundFile } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { isThere } from '../disk/looks.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { definitionsOfFile, definitionsOfFiles } from './definitionsOfFile.ts';
import { takenBy } from './takenDefinitions.ts';

/** Files of a workspace that are looked into for definitions at most. */
const mostFiles = 10_000;

/** A file that has CustomResourceDefinitions. */
export interface DefinitionFile extends FoundFile {
  /** The groups that it defines kinds of; absent where that is not known. */
  readonly groups?: readonly string[];
}

/**
 * Settings whose targets have the CustomResourceDefinitions of files besides their own. A file is read when the first
 * custom resource of one of its groups is met.
 */
export function withDefinitions(files: readonly DefinitionFile[]): (settings: FileSettings) => FileSettings {
  return files.length === 0 ? (settings) => settings : withSource(definitionsByGroup(files));
}

/** The same with definitions that are loaded when the first custom resource is met. */
export function withDefinitionsFrom(load: () => readonly CustomDefinition[]): (settings: FileSettings) => FileSettings {
  return withSource(definitionList(load));
}

function withSource(source: DefinitionSource): (settings: FileSettings) => FileSettings {
  return ({ surfaces, severity }) => ({
    surfaces: surfaces.map((surface) => withCustomKinds(surface, [takenBy(surface, source)])),
    severity,
  });
}

function definitionsByGroup(files: readonly DefinitionFile[]): DefinitionSource {
  const kustomizations = new Kustomizations();
  const definitionsOf = remembered((file: DefinitionFile) => definitionsOfFile(file, kustomizations));
  const definitions = remembered((group: string) =>
    files
      .filter(({ groups }) => groups === undefined || groups.includes(group))
      .flatMap(definitionsOf)
      .filter((definition) => definition.group === group),
  );
  const groups = () => [...new Set(files.flatMap(definitionsOf).map(({ group }) => group))];
  return { definitions, groups, wholeGroup: () => undefined, history: () => undefined };
}

function remembered<Key, Value>(answer: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? answer(key);
    known.set(key, value);
    return value;
  };
}

/**
 * Settings whose targets have the definitions of some files, and of the workspace around them for the groups of their
 * custom resources. Nothing is read before the first custom resource is met.
 */
export function withDefinitionsAround(
  files: readonly FoundFile[],
  folder: string,
): (settings: FileSettings) => FileSettings {
  const complete = withDefinitionsFrom(() => {
    const known = new Set(files.map(({ path }) => path));
    const around = definitionFilesAround(folder, new Set(files.flatMap(groupsOf)), known);
    return definitionsOfFiles([...files, ...around]);
  });
  const completed = new Map<FileSettings, FileSettings>();
  return (settings) => {
    let found = completed.get(settings);
    if (found === undefined) {
      found = complete(settings);
      completed.set(settings, found);
    }
    return found;
  };
}

/** The same for a text that is no file. */
export function withDefinitionsAroundText(
  text: string,
  file: string,
  folder: string,
): (settings: FileSettings) => FileSettings {
  return withDefinitionsFrom(() => {
    const around = definitionFilesAround(folder, new Set(groupsIn(text)), new Set());
    return [...definitionsIn(text, file, resolve(folder, file)), ...definitionsOfFiles(around)];
  });
}

function groupsOf({ path }: FoundFile): readonly string[] {
  const content = readText(path);
  return content.ok ? groupsIn(content.text) : [];
}

function groupsIn(text: string): readonly string[] {
  return [...text.matchAll(/\bapiVersion["']?[ \t]*:[ \t]*["']?([a-z\d.-]+)\//g)].flatMap(([, group]) => group ?? []);
}

/**
 * The files of the workspace around a folder that define kinds of some groups. The workspace is what a configuration or
 * a git repository holds; without either there is none, and nothing is searched.
 *
 * @param known files that need no look.
 */
export function definitionFilesAround(
  folder: string,
  groups: ReadonlySet<string>,
  known: ReadonlySet<string>,
): readonly FoundFile[] {
  const root = workspaceRoot(folder);
  if (root === undefined) return [];
  const files = discover([root], folder).files.filter(({ path }) => !known.has(path));
  return files.slice(0, mostFiles).filter((file) => defines(file, groups));
}

/**
 * The same for a run over some paths of a folder that found definitions there: what they do not define is looked for in
 * the workspace, and if they are a part of it, so are other definitions of what they do.
 *
 * @param groups those of the run's custom resources.
 * @param missing those of them that the run found no definition of.
 */
export function definitionFilesBeside(
  { cwd, paths }: { readonly cwd: string; readonly paths: readonly string[] },
  { groups, missing }: { readonly groups: ReadonlySet<string>; readonly missing: ReadonlySet<string> },
  known: ReadonlySet<string>,
): readonly FoundFile[] {
  const root = workspaceRoot(cwd);
  if (root === undefined) return [];
  const named = paths.map((path) => resolve(cwd, path));
  const isPart = named.every((path) => path !== root && isBelow(path, root));
  const wanted = isPart ? groups : missing;
  return wanted.size === 0 ? [] : definitionFilesAround(cwd, wanted, known);
}

function defines({ path, file }: FoundFile, groups: ReadonlySet<string>): boolean {
  if (isChartYaml(path)) return definitionsInPacked(path, file).some(({ group }) => groups.has(group));
  const content = readText(path);
  if (!content.ok) return false;
  const { text } = content;
  // Parsing costs: hardly any file has a definition, and a group is written as it is, or with escapes.
  if (!mayDefine(text)) return false;
  if (![...groups].some((group) => text.includes(group)) && !escaped.test(text)) return false;
  return definitionsIn(text, file).some(({ group }) => groups.has(group));
}

/** An escape that a letter of a name can be written with, in JSON and in YAML. */
const escaped = /\\[xuU]/;

const rootMarks = ['.kubecompat.yaml', '.kubecompat.yml', '.git'];

function workspaceRoot(folder: string): string | undefined {
  if (rootMarks.some((mark) => isThere(join(folder, mark)))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : workspaceRoot(parent);
}
