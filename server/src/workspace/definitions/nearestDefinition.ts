import type { CustomDefinition } from '../../crd/definition.ts';
import { matchingDefinitions } from '../../crd/matchingDefinitions.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import { type DefinitionFile, mayDefineGroup } from './definitionFile.ts';

/** A definition with the absolute path of its file. */
export interface FoundDefinition {
  readonly path: string;
  readonly definition: CustomDefinition;
}

/**
 * The definition of a kind; of several the first candidate for an object, those with its version first.
 *
 * @param from the absolute path of the object's file.
 * @param files those that may have definitions.
 * @param definitionsOf the definitions of one of them.
 */
export function nearestDefinition(
  { group, version, kind }: GroupVersionKind,
  from: string,
  files: readonly DefinitionFile[],
  definitionsOf: (file: DefinitionFile) => readonly CustomDefinition[],
): FoundDefinition | undefined {
  const all = files
    .filter((file) => mayDefineGroup(file, group))
    .flatMap((file) => definitionsOf(file).map((definition): FoundDefinition => ({ path: file.path, definition })))
    .filter(({ definition }) => definition.group === group && definition.kind === kind);
  const near = matchingDefinitions(all, from);
  return near.find(({ definition }) => definition.versions.some(({ name }) => name === version)) ?? near[0];
}
