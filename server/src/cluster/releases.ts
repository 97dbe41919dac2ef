import { isObject, type JsonObject, listAt, objectAt, textAt } from '../live/json.ts';
import { type ListedRevision, type RevisionObjects, revisionOf } from '../releases/nextRevision.ts';
import { type AccessRequest, accessCluster, type ClusterAccess } from './access.ts';
import { continuation, type GetPath, getter, parse, type ReadLimits } from './ask.ts';
import { explainFailedRequest, explainReply } from './explain.ts';
import { type Failure, failure } from './failure.ts';
import { type Backup, keepRevision } from './keepRevision.ts';
import { request, type WriteOptions } from './request.ts';

/** A stored revision, with the kind of its object. */
export interface StoredRevision extends ListedRevision {
  readonly kind: 'Secret' | 'ConfigMap';
}

/** The releases that Helm keeps in a cluster. */
export interface ClusterReleases {
  readonly ok: true;
  readonly context: string;
  /** Every revision, by metadata only, and why others could not be listed. */
  list(): Promise<{ readonly revisions: readonly StoredRevision[]; readonly unread: readonly Failure[] }>;
  /** The object that keeps a revision. */
  read(revision: StoredRevision): Promise<{ readonly ok: true; readonly holder: JsonObject } | Failure>;
  /** Whether the cluster serves a kind now; undefined if unknown. */
  serves(groupVersion: string, kind: string): Promise<boolean | undefined>;
  /** Writes a new revision and supersedes the one before, after it is kept; undefined if that went well. */
  write(objects: RevisionObjects, backup: Backup | undefined): Promise<Failure | undefined>;
}

/** The owner and namespace of the releases; undefined for all namespaces. */
export interface ReleasesRequest extends AccessRequest, ReadLimits {
  readonly namespace: string | undefined;
}

/** The kinds of objects for Helm releases (`HELM_DRIVER`), with their resources. */
const drivers = [
  ['Secret', 'secrets'],
  ['ConfigMap', 'configmaps'],
] as const;

/** Helm labels its objects; values contain passwords, so only metadata is listed. */
const selector = 'labelSelector=owner%3Dhelm';
const metadataOnly = 'application/json;as=PartialObjectMetadataList;g=meta.k8s.io;v=v1';
const pageSize = 500;
const maxPages = 200;

/** Opens access to the releases of a cluster, and tests the connection. */
export async function openReleases(asked: ReleasesRequest): Promise<ClusterReleases | Failure> {
  const access = await accessCluster(asked);
  if (!access.ok) return access;
  const ask = getter(access, asked);
  const reached = await ask('/version');
  if (!reached.ok) return reached;
  return {
    ok: true,
    context: access.context,
    list: async () => {
      const revisions: StoredRevision[] = [];
      const unread: Failure[] = [];
      for (const [kind, resource] of drivers) {
        const failed = await listInto(revisions, ask, kind, pathOf(resource, asked.namespace));
        if (failed !== undefined) unread.push(failed);
      }
      return { revisions, unread };
    },
    read: async ({ kind, namespace, object }) => {
      const resource = kind === 'Secret' ? 'secrets' : 'configmaps';
      const answered = await ask(`${pathOf(resource, namespace)}/${encodeURIComponent(object)}`);
      if (!answered.ok) return answered;
      const holder = parse(answered.body);
      return isObject(holder) ? { ok: true, holder } : failure(`${object} is not an object`, 'try again');
    },
    serves: async (groupVersion, kind) => {
      const answered = await ask(`${groupVersion.includes('/') ? '/apis' : '/api'}/${groupVersion}`);
      // A server answers 404 for a version that it does not serve at all.
      if (!answered.ok) return answered.isAbsent === true ? false : undefined;
      return listAt(parse(answered.body), 'resources').some((candidate) => textAt(candidate, 'kind') === kind);
    },
    write: async (objects, backup) =>
      (backup === undefined ? undefined : keepRevision(backup)) ?? (await write(objects, access, asked)),
  };
}

async function listInto(
  revisions: StoredRevision[],
  ask: GetPath,
  kind: StoredRevision['kind'],
  path: string,
): Promise<Failure | undefined> {
  let token: string | undefined;
  for (let page = 0; page < maxPages; page++) {
    const from = token === undefined ? '' : `&continue=${encodeURIComponent(token)}`;
    const answered = await ask(`${path}?${selector}&limit=${pageSize}${from}`, metadataOnly);
    if (!answered.ok) return answered;
    const answer = parse(answered.body);
    if (textAt(answer, 'kind') !== 'PartialObjectMetadataList') {
      return failure(`${path}: the server cannot list metadata alone`, 'releases cannot be read in another way');
    }
    for (const item of listAt(answer, 'items')) {
      const found = revisionOf(item);
      if (found !== undefined) revisions.push({ ...found, kind });
    }
    token = continuation(objectAt(answer, 'metadata'));
    if (token === undefined) return undefined;
  }
  return failure(`${path} has more than ${pageSize * maxPages} revisions`, 'name a namespace with --namespace');
}

/**
 * The create acts as a lock, as in Helm: of two clients creating the same revision one is refused. Until the old
 * revision is superseded two are deployed, of which Helm uses the newest.
 */
async function write({ created, replaced }: RevisionObjects, access: ClusterAccess, bounds: ReadLimits) {
  const resource = created['kind'] === 'Secret' ? 'secrets' : 'configmaps';
  const path = pathOf(resource, textAt(objectAt(created, 'metadata'), 'namespace'));
  const refused = await send(access, path, { method: 'POST', body: JSON.stringify(created) }, bounds);
  if (refused !== undefined || replaced === undefined) return refused;
  const old = textAt(objectAt(replaced, 'metadata'), 'name') ?? '';
  const put = { method: 'PUT', body: JSON.stringify(replaced) } as const;
  const failed = await send(access, `${path}/${encodeURIComponent(old)}`, put, bounds);
  if (failed === undefined) return undefined;
  const remedy = 'Helm uses the newest revision, so nothing else is needed; helm history shows both';
  return failure(`the new revision is written, but the old one is still marked deployed: ${failed.message}`, remedy);
}

async function send(
  access: ClusterAccess,
  path: string,
  writing: WriteOptions,
  { milliseconds, now }: ReadLimits,
): Promise<Failure | undefined> {
  try {
    const reply = await request(access, path, 'application/json', { milliseconds, bytes: 16 * 1024 * 1024 }, writing);
    if (reply.status >= 200 && reply.status < 300) return undefined;
    if (reply.status === 409) {
      return failure('Helm or another client changed the release meanwhile (409)', 'run it again');
    }
    if (reply.status === 401) return explainReply(reply, path, access, now());
    if (reply.status === 403) {
      return failure(
        `${access.server} forbids this user to write ${path} (403)`,
        'request the permission to create and update',
      );
    }
    // A server's message about an object may repeat its content.
    const reason = textAt(parse(reply.body), 'reason') ?? 'no reason given';
    return failure(
      `${access.server} refuses the revision (${reply.status}, ${reason})`,
      'see the log of the API server',
    );
  } catch (thrown) {
    return explainFailedRequest(thrown, access, milliseconds);
  }
}

function pathOf(resource: string, namespace: string | undefined): string {
  return namespace === undefined
    ? `/api/v1/${resource}`
    : `/api/v1/namespaces/${encodeURIComponent(namespace)}/${resource}`;
}
