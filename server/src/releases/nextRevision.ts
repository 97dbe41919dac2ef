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

/** The objects that are written, in this order. */
export interface RevisionObjects {
  /** The new revision: its creation fails if Helm has created one with this number in the meantime. */
  readonly created: JsonObject;
  /** The previous revision, superseded if it was deployed; undefined if unchanged. */
  readonly replaced: JsonObject | undefined;
}

/**
 * Creates a new revision of a release that differs only in the versions of its objects, like helm-mapkubeapis
 * (`pkg/v3/release.go`): the old one stays, superseded. Names and labels are Helm's (`pkg/storage/driver/secrets.go`,
 * `cfgmaps.go`). Undefined for a holder without a release.
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
    ...whole(holder),
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
    ...whole(holder),
    metadata: { ...metadata, labels: { ...objectAt(metadata, 'labels'), status: 'superseded', modifiedAt: seconds } },
    data: { release: writeHelmRelease(past, release.manifest, release.hooks, inSecretData) },
  };
  return { created, replaced };
}

/** A holder without its metadata and release. */
function whole(holder: JsonObject): JsonObject {
  const { apiVersion, kind, type, immutable } = holder;
  const rest = { apiVersion, kind, type, immutable };
  return Object.fromEntries(Object.entries(rest).filter(([, value]) => value !== undefined));
}

/** The revision in a list item, by its labels alone; undefined if it has none. */
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

/** A revision, with the name of its object. */
export interface ListedRevision {
  readonly name: string;
  readonly namespace: string | undefined;
  readonly revision: number;
  readonly status: string;
  /** `sh.helm.release.v1.shop.v2` */
  readonly object: string;
}
