import type { Resource } from '../manifest/manifest.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { isFromServer } from './fromServer.ts';
import { helmWriters } from './helmWriters.ts';
import { keysOf } from './identity.ts';
import type { Operation, Writer } from './writer.ts';

/** The stored object to update, with its text. */
export interface OldObject {
  readonly resource: Resource;
  readonly text: string;
  readonly operation: Operation;
  /** The name of the writer in managedFields; undefined if unknown. */
  readonly manager?: string | undefined;
  /** Who wrote it, if other stored objects say so. */
  readonly writer?: Writer | undefined;
}

/** An existing object whose content is unknown. */
export interface UnknownObject {
  readonly resource: 'unknown';
  readonly operation: Operation;
  readonly writer?: undefined;
}

/** Returns the stored object of a resource that was read from `text`; undefined for a create. */
export type OldObjects = (resource: Resource, text: string) => OldObject | UnknownObject | undefined;

/** Treats every resource as an update of itself: the effect of rewriting stored objects unchanged. */
export const storedAsWritten: OldObjects = (resource, text) => ({ resource, text, operation: 'replace' });

/** The files of stored objects: plain data, which threads can transfer. */
export interface OldFiles {
  readonly operation: Operation;
  /** `unknown`: stored objects exist but cannot be read. */
  readonly files: readonly OldFile[] | 'unknown';
  /** Whether all of these objects are in the cluster, so that its admission plugins read them. */
  readonly areInCluster?: boolean;
  /** The revision that they are all manifests of; absent for other files. */
  readonly revision?: { readonly root: string; readonly commit: string };
}

/** A file of stored objects. */
export interface OldFile {
  readonly path: string;
  readonly text: string;
}

/**
 * Looks up stored objects by group, kind, namespace and name. Of several, the last one in the version of the resource
 * wins, or else the last one. A kind that moved to another group is found as well; only the conversion knows if it is the
 * same. A manifest without a namespace matches `default` if no object without a namespace matches.
 */
export function oldObjectsOf(files: readonly OldFile[] | 'unknown', operation: Operation = 'replace'): OldObjects {
  if (files === 'unknown') return () => ({ resource: files, operation });
  const objects = new Map<string, OldObject>();
  const stored = files.flatMap(({ path, text }) =>
    findResources(readManifest(text), path).resources.flatMap((resource) =>
      resource.partial === undefined ? { resource, text } : [],
    ),
  );
  const writers = operation === 'apply' ? helmWriters(stored.map(({ resource }) => resource)) : undefined;
  for (const { resource, text } of stored) {
    const keys = keysOf(resource, resource.namespace ?? '');
    const writer = keys.map((key) => writers?.get(key)).find((known) => known !== undefined);
    const old = writer === undefined ? { resource, text, operation } : { resource, text, operation: byHelm, writer };
    for (const key of keys) objects.set(key, old).set(inVersion(key, resource), old);
  }
  return (resource) => {
    const at = (key = '') => objects.get(inVersion(key, resource)) ?? objects.get(key);
    const inNamespace = keysOf(resource, resource.namespace ?? '');
    const inDefault = keysOf(resource, resource.namespace ?? 'default');
    const inCluster = keysOf(resource, '');
    for (const [index, key] of inNamespace.entries()) {
      const found = at(key) ?? at(inDefault[index]) ?? ofCluster(at(inCluster[index]));
      if (found !== undefined) return found;
    }
    return undefined;
  };
}

const byHelm: Operation = 'server-side-apply';

function inVersion(key: string, { apiVersion }: Resource): string {
  return `${key}\n${apiVersion}`;
}

/** An object that a server stored without a namespace is cluster-scoped. */
function ofCluster(old: OldObject | undefined): OldObject | undefined {
  return old !== undefined && isFromServer(old.resource.root) ? old : undefined;
}
