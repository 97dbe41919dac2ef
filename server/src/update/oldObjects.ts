import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { isFromServer } from './fromServer.ts';
import { groupKind } from './rules.ts';

/**
 * How a manifest reaches an object that is stored. `apply`: what the manifest leaves out stays, unless whoever applies
 * it had applied it before; `update`: the manifest replaces the object (PUT).
 */
export type Operation = 'apply' | 'update';

/** The stored object that an update changes, with the text that it was read from. */
export interface OldObject {
  readonly resource: Resource;
  readonly text: string;
  readonly operation: Operation;
}

/** A stored object that an update changes and of which nothing is known. */
export interface UnknownObject {
  readonly resource: 'unknown';
  readonly operation: Operation;
}

/** Gives the stored object of a resource, which was read from `text`: undefined where there is none, and it is created. */
export type OldObjects = (resource: Resource, text: string) => OldObject | UnknownObject | undefined;

/** Takes every resource for what is stored already: what a server makes of objects that are written again as they are. */
export const storedAsWritten: OldObjects = (resource, text) => ({ resource, text, operation: 'update' });

/** What stored objects are read from: plain data, for every thread. */
export interface OldFiles {
  readonly operation: Operation;
  /** `unknown`: they are there, but not to be seen. */
  readonly files: readonly OldFile[] | 'unknown';
}

/** A file of stored objects. */
export interface OldFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Looks up stored objects by group, kind, namespace and name in files; of several, the last counts. What a manifest
 * without a namespace means is in `default`, where there is none without.
 */
export function oldObjectsOf(files: readonly OldFile[] | 'unknown', operation: Operation = 'update'): OldObjects {
  if (files === 'unknown') return () => ({ resource: files, operation });
  const objects = new Map<string, OldObject>();
  for (const { path, text } of files) {
    for (const resource of findResources(readManifest(text), path).resources) {
      const key = keyOf(resource, '');
      if (key !== undefined && resource.partial === undefined) objects.set(key, { resource, text, operation });
    }
  }
  return (resource) => {
    const [key, inDefault] = [keyOf(resource, ''), keyOf(resource, 'default')];
    if (key === undefined || inDefault === undefined) return undefined;
    return objects.get(key) ?? objects.get(inDefault) ?? ofCluster(objects.get(keyWithin(resource, '') ?? ''));
  };
}

/** What a server stored without a namespace is in none, whatever manifests say. */
function ofCluster(old: OldObject | undefined): OldObject | undefined {
  return old !== undefined && isFromServer(old.resource.root) ? old : undefined;
}

/** Undefined for an object that the server names: no update can be meant. */
function keyOf(resource: Resource, otherwise: string): string | undefined {
  return keyWithin(resource, resource.namespace ?? otherwise);
}

function keyWithin(resource: Resource, namespace: string): string | undefined {
  return resource.name === undefined ? undefined : [groupKind(resource), namespace, resource.name].join('\n');
}
