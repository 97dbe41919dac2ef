import { resolve } from 'node:path';
import { type DefinitionSource, withCustomKinds } from '../../crd/customKinds.ts';
import type { CustomDefinition } from '../../crd/definition.ts';
import { definitionList, definitionsIn } from '../../crd/definitionList.ts';
import type { FoundFile } from '../disk/discover.ts';
import { readText } from '../disk/readFile.ts';
import { Kustomizations } from '../kustomize/kustomizations.ts';
import type { FileSettings } from '../settings/targetSelection.ts';
import { definitionsOfFile, definitionsOfFiles } from './definitionsOfFile.ts';
import { Surroundings } from './surroundings.ts';
import { takenBy } from './takenDefinitions.ts';

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
    const around = new Surroundings(folder, known).defining(new Set(files.flatMap(groupsOf)));
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
    const around = new Surroundings(folder).defining(new Set(groupsIn(text)));
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
