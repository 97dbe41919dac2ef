import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { grouped } from '../text/grouped.ts';
import type { DefinitionSource } from './customKinds.ts';
import type { CustomDefinition } from './definition.ts';
import { readDefinition } from './readDefinition.ts';

/**
 * Every CustomResourceDefinition of a text, in its order.
 *
 * @param file its file name in reports.
 * @param path the absolute path of the file; undefined for a text without a file.
 * @param mark marks those whose conversion webhook is configured elsewhere.
 */
export function definitionsIn(
  text: string,
  file: string,
  path?: string,
  mark: (resource: Resource) => Resource = (resource) => resource,
): readonly CustomDefinition[] {
  // Parsing is expensive, few files have one, and most documents beside one are others.
  if (!mayDefine(text)) return [];
  return findResources(readManifest(text, mayDefine), file).resources.flatMap((resource) => {
    const { document } = resource;
    const source = path === undefined ? { name: file, document } : { name: file, path, document };
    const origin = { label: file, file: source, isPartial: false };
    return readDefinition(mark(resource), origin) ?? [];
  });
}

/** Whether a text can have a CustomResourceDefinition at all, by a search for the word. */
export function mayDefine(text: string): boolean {
  return text.includes('CustomResourceDefinition');
}

/**
 * Definitions out of files. Of several of one kind any may be the one that counts.
 *
 * @param load gives all definitions, when the first custom resource is met.
 */
export function definitionList(load: () => readonly CustomDefinition[]): DefinitionSource {
  let byGroup: ReadonlyMap<string, readonly CustomDefinition[]> | undefined;
  const loaded = (): ReadonlyMap<string, readonly CustomDefinition[]> => {
    byGroup ??= grouped(load().map((definition) => [definition.group, definition]));
    return byGroup;
  };
  return {
    definitions: (group) => loaded().get(group) ?? [],
    groups: () => [...loaded().keys()],
    wholeGroup: () => undefined,
    history: () => undefined,
  };
}
