import type { DefinitionSource } from '../../crd/customKinds.ts';
import { definitionsIn } from '../../crd/definitionList.ts';
import type { AddedDefinitions } from '../../targets/added.ts';
import { memoize } from '../../text/memoize.ts';
import { readText } from '../disk/readFile.ts';

/** The definitions that were added, each read when the first resource of its group is found. */
export function addedSource({ files }: AddedDefinitions): DefinitionSource {
  const definitions = memoize((group: string) =>
    files
      .filter((file) => file.group === group)
      .flatMap(({ path, name }) => {
        const content = readText(path);
        return content.ok
          ? definitionsIn(content.text, name, path).filter((definition) => definition.group === group)
          : [];
      }),
  );
  return {
    definitions,
    groups: () => [...new Set(files.map(({ group }) => group))],
    wholeGroup: () => undefined,
    history: () => undefined,
  };
}
