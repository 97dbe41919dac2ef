import type { DefinitionSource } from '../crd/customKinds.ts';
import { definitionList, definitionsIn } from '../crd/definitionList.ts';
import type { LiveCrds } from '../targets/crds.ts';
import type { LiveSnapshot } from './snapshot.ts';

/** The files of a live copy, absolute. */
export interface LiveDefinitionFiles {
  readonly definitions: string;
  /** Of the definitions. */
  readonly digest: string;
  /** The server's field descriptions; undefined if they were not read. */
  readonly texts: string | undefined;
}

/** The definitions of a cluster as a target references them. */
export function liveCrds(snapshot: LiveSnapshot, { definitions: file, digest, texts }: LiveDefinitionFiles): LiveCrds {
  const { context, definedGroups, staleGroups, resources } = snapshot;
  const defined = new Set(definedGroups);
  const served = new Set([...staleGroups, ...resources.map(({ group }) => group)]);
  return {
    label: `The cluster of context ${context}`,
    file,
    digest,
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
