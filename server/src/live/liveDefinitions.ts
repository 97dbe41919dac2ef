import type { DefinitionSource } from '../crd/customKinds.ts';
import { definitionList, definitionsIn } from '../crd/definitionList.ts';
import type { LiveCrds } from '../targets/crds.ts';
import type { LiveSnapshot } from './snapshot.ts';

/**
 * The definitions of a cluster as a target references them.
 *
 * @param file their absolute location.
 * @param texts the location of the server's field descriptions, if they were read.
 */
export function liveCrds(snapshot: LiveSnapshot, file: string, texts: string | undefined): LiveCrds {
  const { context, definedGroups, staleGroups, resources } = snapshot;
  const defined = new Set(definedGroups);
  const served = new Set([...staleGroups, ...resources.map(({ group }) => group)]);
  return {
    label: `The cluster of context ${context}`,
    file,
    ...(texts === undefined ? {} : { texts }),
    complete: definedGroups !== undefined,
    otherGroups: [...served].filter((group) => !defined.has(group)),
  };
}

/**
 * The CustomResourceDefinitions of a live cluster. If they are complete, an unserved group has no kinds: the server
 * answers that it has no such resource.
 *
 * @param load returns the text of a list of the definitions, at the first custom resource.
 */
export function liveDefinitions({ label, complete, otherGroups }: LiveCrds, load: () => string): DefinitionSource {
  const others = new Set(otherGroups);
  return {
    ...definitionList(() => definitionsIn(load(), label)),
    wholeGroup: (group) => (complete && !others.has(group) ? label : undefined),
  };
}
