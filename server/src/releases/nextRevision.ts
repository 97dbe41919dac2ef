import { readHelmRelease, withRevisionInfo, writeHelmRelease } from '../formats/helmRelease.ts';
import { isObject, type JsonObject, objectAt, textAt } from '../live/json.ts';

/** The inputs for a rewritten revision. */
export interface RevisionRequest {
  /** The Secret or ConfigMap that stores the revision, as read from the server. */
  readonly holder: JsonObject;
  /** The installed objects, in served versions. */
  readonly rewritten: { readonly manifest: string; readonly hooks: readonly (string | undefined)[] };
  /** The number of the new revision. */
  readonly revision: number;
  /** The description in Helm's history. */
  readonly description: string;
  readonly now: Date;
}

/** The objects to write, in this order. */
export interface RevisionObjects {
  /** The new revision. Its creation fails if Helm has created one with the same number in the meantime. */
  readonly created: JsonObject;
  /** The previous revision, now superseded; undefined if it was not deployed. */
  readonly replaced: JsonObject | undefined;
}

/**
 * Makes the objects of a new revision with rewritten manifests, like helm-mapkubeapis (`pkg/v3/release.go`). The old
 * revision stays, superseded. Names and labels are Helm's (`pkg/storage/driver/secrets.go`, `cfgmaps.go`). Undefined
 * for a holder without a release.
 */
export function nextRevision(request: RevisionRequest): RevisionObjects | undefined {
  const { holder, rewritten, revision, description, now } = request;
  const inSecretData = textAt(holder, 'kind') === 'Secret';
  const data = textAt(objectAt(holder, 'data'), 'release');
  const read = data === undefined ? undefined : readHelmRelease(data, inSecretData);
  if (read?.ok !== true || read.release.status === undefined) return undefined;
  const { release } = read;
  const { name, status } = read.release;
  const seconds = String(Math.floor(now.getTime() / 1000));
  const metadata = objectAt(holder, 'metadata');
  const { modifiedAt: _, ...labels } = objectAt(metadata, 'labels');
  const next = withRevisionInfo(release, {
    revision,
    status: status ?? '',
    description,
    lastDeployed: now.toISOString(),
  });
  const created = {
    ...typeMembers(holder),
    metadata: {
      name: `sh.helm.release.v1.${name}.v${revision}`,
      ...(textAt(metadata, 'namespace') === undefined ? {} : { namespace: textAt(metadata, 'namespace') }),
      labels: { ...labels, version: String(revision), status, createdAt: seconds },
    },
    data: { release: writeHelmRelease(next, rewritten.manifest, rewritten.hooks, inSecretData) },
  };
  if (status !== 'deployed') return { created, replaced: undefined };
  const past = withRevisionInfo(release, { status: 'superseded' });
  const replaced = {
    ...typeMembers(holder),
    metadata: { ...metadata, labels: { ...objectAt(metadata, 'labels'), status: 'superseded', modifiedAt: seconds } },
    data: { release: writeHelmRelease(past, release.manifest, release.hooks, inSecretData) },
  };
  return { created, replaced };
}

/** A holder without its metadata and release. */
function typeMembers({ apiVersion, kind, type, immutable }: JsonObject): JsonObject {
  const members = { apiVersion, kind, type, immutable };
  return Object.fromEntries(Object.entries(members).filter(([, value]) => value !== undefined));
}

/** The revision of a holder in a list, read from its labels; undefined if it has none. */
export function revisionOf(item: unknown): ListedRevision | undefined {
  const metadata = objectAt(item, 'metadata');
  const labels = objectAt(metadata, 'labels');
  const [name, status, version] = ['name', 'status', 'version'].map((key) => textAt(labels, key));
  const object = textAt(metadata, 'name');
  const revision = /^\d{1,9}$/.test(version ?? '') ? Number(version) : 0;
  if (!isObject(item) || name === undefined || status === undefined || object === undefined || revision === 0) {
    return undefined;
  }
  return { name, namespace: textAt(metadata, 'namespace'), revision, status, object };
}

/** A revision, with the name of the Secret or ConfigMap that stores it. */
export interface ListedRevision {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly revision: number;
  readonly status: string;
  /** `sh.helm.release.v1.shop.v2` */
  readonly object: string;
}
