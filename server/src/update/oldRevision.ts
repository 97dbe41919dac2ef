import { readManifest } from '../manifest/read/readManifest.ts';
import { findResources } from '../manifest/resources/findResources.ts';
import { grouped } from '../text/grouped.ts';
import { memoize } from '../text/memoize.ts';
import { keysOf } from './identity.ts';
import type { OldFile, OldObject, OldObjects } from './oldObjects.ts';
import type { Operation } from './writer.ts';

/**
 * The objects of an earlier revision, as its files have them. An object is looked up in the same file, then in files
 * that no longer have it: it was moved. Several candidates there may belong to different clusters, so they do not count.
 *
 * @param files by absolute path.
 * @param textNow the present text of a file; undefined if it is gone.
 * @returns the objects that a file changes.
 */
export function objectsOfRevision(
  files: readonly OldFile[],
  operation: Operation,
  textNow: (path: string) => string | undefined,
): (path: string) => OldObjects {
  const objects = grouped(
    files.flatMap(({ path, text }) =>
      findResources(readManifest(text), path).resources.flatMap((resource) =>
        resource.partial === undefined && resource.part === undefined && resource.embedded === undefined
          ? keysOf(resource, resource.namespace ?? '').map(
              (key) => [key, { path, old: { resource, text, operation } }] as const,
            )
          : [],
      ),
    ),
  );
  const keysNow = memoize((path: string): ReadonlySet<string> => {
    const text = textNow(path);
    if (text === undefined) return new Set();
    const { resources } = findResources(readManifest(text), path);
    return new Set(resources.flatMap((resource) => keysOf(resource, resource.namespace ?? '')));
  });
  return (path) => (resource) => {
    for (const key of keysOf(resource, resource.namespace ?? '')) {
      const all = objects.get(key) ?? [];
      const here = all.findLast((candidate) => candidate.path === path);
      if (here !== undefined) return here.old;
      const moved = all.filter((candidate) => !keysNow(candidate.path).has(key));
      if (moved.length === 1) return moved[0]?.old;
    }
    return undefined;
  };
}

/** The objects of an earlier build, by the texts that it made. */
export type OldOutputs = (folder: string) => OldObjects;

/**
 * The objects that earlier builds and charts made. An object is looked up in the outputs of the same folder, then in those
 * of folders that are gone.
 *
 * @param outputs by absolute folder.
 * @param isGone whether a folder is no longer built.
 */
export function objectsOfOutputs(
  outputs: ReadonlyMap<string, string>,
  operation: Operation,
  isGone: (folder: string) => boolean,
): OldOutputs {
  const byFolder = new Map([...outputs].map(([folder, text]) => [folder, outputObjects(text, operation)]));
  const gone = [...byFolder].flatMap(([folder, objects]) => (isGone(folder) ? [objects] : []));
  return (folder) => (resource) => {
    for (const key of keysOf(resource, resource.namespace ?? '')) {
      const here = byFolder.get(folder)?.get(key);
      if (here !== undefined) return here;
      const moved = gone.flatMap((objects) => objects.get(key) ?? []);
      if (moved.length === 1) return moved[0];
    }
    return undefined;
  };
}

function outputObjects(text: string, operation: Operation): ReadonlyMap<string, OldObject> {
  const { resources } = findResources(readManifest(text), 'built.yaml');
  return new Map(
    resources.flatMap((resource) =>
      resource.embedded === undefined
        ? keysOf(resource, resource.namespace ?? '').map((key) => [key, { resource, text, operation }] as const)
        : [],
    ),
  );
}
