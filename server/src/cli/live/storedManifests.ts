import { mayStoreHelmRelease } from '../../embedded/helmReleases.ts';
import type { OutdatedObject } from '../../live/stored.ts';
import { mapFor, stringFor } from '../../manifest/node.ts';
import { readManifest } from '../../manifest/read/readManifest.ts';
import { findResources } from '../../manifest/resources/findResources.ts';
import { type Discovery, discover, type FoundFile } from '../../workspace/disk/discover.ts';
import { readText } from '../../workspace/disk/readFile.ts';

/** A manifest of an object. */
export interface ObjectManifest {
  readonly file: string;
  readonly document: number;
  readonly apiVersion: string;
}

/** The manifests below some paths. */
export interface StoredManifests {
  /** Of each resource, in the order of the files. */
  readonly all: readonly { readonly apiVersion: string; readonly kind: string }[];
  /** The files that may contain Helm releases. */
  readonly releaseFiles: readonly FoundFile[];
  /** The paths that are missing or cannot be searched. */
  readonly problems: Discovery['problems'];
  /** The manifests of an object. One without a namespace may be applied to any. */
  of(object: OutdatedObject): readonly ObjectManifest[];
}

/** Reads the manifests below some paths. */
export function manifestsBelow(paths: readonly string[], cwd: string): StoredManifests {
  const all: { readonly apiVersion: string; readonly kind: string }[] = [];
  const byName = new Map<string, { readonly namespace: string | undefined; readonly manifest: ObjectManifest }[]>();
  const releaseFiles: FoundFile[] = [];
  const { files, problems } = paths.length === 0 ? { files: [], problems: [] } : discover(paths, cwd);
  for (const found of files) {
    const { path, file } = found;
    const content = readText(path);
    if (!content.ok) continue;
    if (mayStoreHelmRelease(content.text)) releaseFiles.push(found);
    for (const { root, kind, apiVersion, document } of findResources(readManifest(content.text), file).resources) {
      all.push({ apiVersion, kind });
      const metadata = mapFor(root, 'metadata');
      const name = metadata === undefined ? undefined : stringFor(metadata, 'name');
      if (metadata === undefined || name === undefined) continue;
      const stored = { namespace: stringFor(metadata, 'namespace'), manifest: { file, document, apiVersion } };
      byName.set(`${kind} ${name}`, [...(byName.get(`${kind} ${name}`) ?? []), stored]);
    }
  }
  return {
    all,
    releaseFiles,
    problems,
    of: ({ kind, name, namespace }) =>
      (byName.get(`${kind} ${name}`) ?? [])
        .filter((candidate) => candidate.namespace === undefined || candidate.namespace === namespace)
        .map(({ manifest }) => manifest),
  };
}
