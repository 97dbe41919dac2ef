import type { DefinitionSource } from '../../crd/customKinds.ts';
import type { Kustomizations } from '../kustomize/kustomizations.ts';
import { type DefinitionFile, mayDefineGroup } from './definitionFile.ts';
import { definitionsOfFile, definitionsOfText } from './definitionsOfFile.ts';

/**
 * The CustomResourceDefinitions of files. Which files there are is asked when the first custom resource is met, and a file
 * is read when it is one of a group that it may define.
 */
export function definitionsOf(
  files: () => readonly DefinitionFile[],
  kustomizations: () => Kustomizations,
): DefinitionSource {
  const read = remembered((file: DefinitionFile) =>
    file.text === undefined
      ? definitionsOfFile(file, kustomizations())
      : definitionsOfText(file.text, file, kustomizations()),
  );
  const definitions = remembered((group: string) =>
    files()
      .filter((file) => mayDefineGroup(file, group))
      .flatMap(read)
      .filter((definition) => definition.group === group),
  );
  return {
    definitions,
    groups: () => [
      ...new Set(
        files()
          .flatMap(read)
          .map(({ group }) => group),
      ),
    ],
    wholeGroup: () => undefined,
    history: () => undefined,
  };
}

/** The same answer again for the same key. */
export function remembered<Key, Value>(answer: (key: Key) => Value): (key: Key) => Value {
  const known = new Map<Key, Value>();
  return (key) => {
    const value = known.get(key) ?? answer(key);
    known.set(key, value);
    return value;
  };
}
