import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { groupKind } from './rules.ts';

/** The stored object that an update replaces, with the text that it was read from. */
export interface OldObject {
  readonly resource: Resource;
  readonly text: string;
}

/**
 * Gives the stored object of a resource: undefined where there is none, so that the resource is created, and `unknown`
 * where there is one of which nothing is known.
 */
export type OldObjects = (resource: Resource) => OldObject | 'unknown' | undefined;

/** What stored objects are read from: plain data, for every thread. `unknown`: they are there, but not to be seen. */
export type OldFiles = readonly OldFile[] | 'unknown';

/** A file of stored objects. */
export interface OldFile {
  readonly path: string;
  readonly text: string;
}

/** Looks up stored objects by group, kind, namespace and name in files; of several, the last counts. */
export function oldObjectsOf(files: OldFiles): OldObjects {
  if (files === 'unknown') return () => 'unknown';
  const objects = new Map<string, OldObject>();
  for (const { path, text } of files) {
    for (const resource of findResources(readManifest(text), path).resources) {
      const key = keyOf(resource);
      if (key !== undefined && resource.partial === undefined) objects.set(key, { resource, text });
    }
  }
  return (resource) => {
    const key = keyOf(resource);
    return key === undefined ? undefined : objects.get(key);
  };
}

/** Undefined for an object that the server names: no update can be meant. */
function keyOf(resource: Resource): string | undefined {
  if (resource.name === undefined) return undefined;
  return [groupKind(resource), resource.namespace ?? '', resource.name].join('\n');
}
