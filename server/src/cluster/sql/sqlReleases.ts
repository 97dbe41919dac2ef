import { type JsonObject, objectAt, textAt } from '../../live/json.ts';
import { type RevisionObjects, revisionOf } from '../../releases/nextRevision.ts';
import { codeOf, type Failure, failure } from '../failure.ts';
import { keepRevision } from '../keepRevision.ts';
import type { ClusterReleases, StoredRevision } from '../releases.ts';
import { connect, type Database, InvalidConnectionString } from './connection.ts';

/** Where Helm keeps releases with `HELM_DRIVER=sql`. */
export interface SqlRequest {
  /** `HELM_DRIVER_SQL_CONNECTION_STRING` */
  readonly connectionString: string;
  readonly namespace: string | undefined;
  /** For each statement. */
  readonly milliseconds: number;
  /** Whether the cluster that the releases are installed in serves a kind; undefined if unknown. */
  readonly serves: ClusterReleases['serves'];
}

/** A release larger than this, packed, was not written by Helm. */
const maxBody = 64 * 1024 * 1024;
const maxRevisions = 100_000;

/*
 * The tables of Helm. Source: helm.sh/helm/v3 pkg/storage/driver/sql.go.
 */
const columns = 'key, namespace, name, version, status, owner, createdat';
const ofHelm = "owner = 'helm' AND type = 'helm.sh/release.v1'";
const listed = `SELECT ${columns} FROM releases_v1 WHERE ${ofHelm} AND ($1::text IS NULL OR namespace = $1) ORDER BY namespace, name, version LIMIT ${maxRevisions + 1}`;
const body = `SELECT ${columns}, CASE WHEN octet_length(body) <= ${maxBody} THEN body END AS body FROM releases_v1 WHERE key = $1 AND namespace = $2`;
const labels = 'SELECT key, value FROM custom_labels_v1 WHERE releasekey = $1 AND releasenamespace = $2';
const insert =
  "INSERT INTO releases_v1 (key, type, body, name, namespace, version, status, owner, createdat) VALUES ($1, 'helm.sh/release.v1', $2, $3, $4, $5, $6, 'helm', $7)";
const insertLabel = 'INSERT INTO custom_labels_v1 (releasekey, releasenamespace, key, value) VALUES ($1, $2, $3, $4)';
const supersede =
  "UPDATE releases_v1 SET body = $1, status = 'superseded', modifiedat = $2 WHERE key = $3 AND namespace = $4 AND status = 'deployed'";
/** A transaction sees nothing pending, and no later revision comes in between. */
const locking =
  "SELECT key FROM releases_v1 WHERE name = $1 AND namespace = $2 AND (version >= $3 OR status LIKE 'pending-%' OR status = 'uninstalling') LIMIT 1";

const systemLabels: ReadonlySet<string> = new Set(['name', 'owner', 'status', 'version', 'createdAt', 'modifiedAt']);

/**
 * Opens access to the releases that Helm keeps in PostgreSQL. A row takes the form of the ConfigMap that Helm would keep
 * otherwise, so that the same code judges and rewrites it.
 *
 * @param open makes a connection.
 */
export async function openSqlReleases(request: SqlRequest, open = connect): Promise<ClusterReleases | Failure> {
  const { connectionString, namespace, milliseconds, serves } = request;
  /** Each question has its connection, so that none is left open. */
  const using = async <T>(ask: (database: Database) => Promise<T>): Promise<T | Failure> => {
    let database: Database | undefined;
    try {
      database = await open(connectionString, milliseconds);
      return await ask(database);
    } catch (error) {
      return explain(error);
    } finally {
      await database?.end().catch(() => {});
    }
  };
  if (connectionString === '')
    return failure('HELM_DRIVER is sql, but no database is named', 'set HELM_DRIVER_SQL_CONNECTION_STRING');
  const reached = await using(async () => ({ ok: true }) as const);
  if (!reached.ok) return reached;
  return {
    ok: true,
    context: 'PostgreSQL',
    serves,
    list: async () => {
      const found = await using(
        async (database) => ({ ok: true, ...(await database.query(listed, [namespace ?? null])) }) as const,
      );
      if (!found.ok) return { revisions: [], unread: [found] };
      const revisions = found.rows.slice(0, maxRevisions).flatMap((row): readonly StoredRevision[] => {
        const revision = revisionOf(holderOf(row, []));
        return revision === undefined ? [] : [{ ...revision, kind: 'ConfigMap' }];
      });
      const isCut = found.rows.length > maxRevisions;
      const cut = failure(`releases_v1 has more than ${maxRevisions} revisions`, 'name a namespace with --namespace');
      return { revisions, unread: isCut ? [cut] : [] };
    },
    read: ({ object, namespace: of = 'default' }) =>
      using(async (database) => {
        const [row] = (await database.query(body, [object, of])).rows;
        if (row === undefined) return failure(`${object} no longer exists`, 'run it again');
        if (row['body'] === null) return failure(`${object} is larger than any release of Helm`, 'see helm history');
        const labelRows = await database.query(labels, [object, of]);
        return { ok: true, holder: holderOf(row, labelRows.rows) } as const;
      }),
    write: async (objects, backup) => {
      const kept = backup === undefined ? undefined : keepRevision(backup);
      if (kept !== undefined) return kept;
      const written = await using((database) => write(database, objects));
      return written.ok ? undefined : written;
    },
  };
}

/** All or nothing: a failing statement ends the transaction with the connection. */
async function write(
  database: Database,
  { created, replaced }: RevisionObjects,
): Promise<{ readonly ok: true } | Failure> {
  const changed = failure('Helm or another client changed the release meanwhile', 'run it again');
  const row = rowOf(created);
  await database.query('BEGIN ISOLATION LEVEL SERIALIZABLE');
  const { rows } = await database.query(locking, [row.name, row.namespace, row.version]);
  if (rows.length > 0) return changed;
  await database.query(insert, [row.key, row.body, row.name, row.namespace, row.version, row.status, row.at]);
  for (const [key, value] of row.labels) await database.query(insertLabel, [row.key, row.namespace, key, value]);
  if (replaced !== undefined) {
    const old = rowOf(replaced);
    const { rowCount } = await database.query(supersede, [old.body, row.at, old.key, old.namespace]);
    if (rowCount !== 1) return changed;
  }
  await database.query('COMMIT');
  return { ok: true };
}

type Row = Readonly<Record<string, unknown>>;

function holderOf(row: Row, labelRows: readonly Row[]): JsonObject {
  const { key, namespace, name, version, status, owner, createdat, body: release } = row;
  const labelled = { name, owner, status, version: String(version), createdAt: String(createdat) };
  const custom = labelRows.map(({ key: label, value }): [string, unknown] => [String(label), value]);
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: key, namespace, labels: { ...Object.fromEntries(custom), ...labelled } },
    data: { release },
  };
}

function rowOf(holder: JsonObject) {
  const metadata = objectAt(holder, 'metadata');
  const all = objectAt(metadata, 'labels');
  const at = (key: string) => textAt(all, key) ?? '';
  return {
    key: textAt(metadata, 'name') ?? '',
    namespace: textAt(metadata, 'namespace') ?? 'default',
    body: textAt(objectAt(holder, 'data'), 'release') ?? '',
    name: at('name'),
    version: Number(at('version')),
    status: at('status'),
    at: Number(at('createdAt')),
    labels: Object.entries(all ?? {}).filter(([key]) => !systemLabels.has(key)),
  };
}

/** Codes of PostgreSQL: https://www.postgresql.org/docs/current/errcodes-appendix.html. */
const refusals: ReadonlyMap<string, readonly [message: string, remedy: string]> = new Map([
  ['28P01', ['the database refuses the password', 'see HELM_DRIVER_SQL_CONNECTION_STRING']],
  ['28000', ['the database refuses this user', 'see HELM_DRIVER_SQL_CONNECTION_STRING']],
  ['3D000', ['the server has no such database', 'see HELM_DRIVER_SQL_CONNECTION_STRING']],
  ['42P01', ['the database has no releases of Helm', 'run helm list with HELM_DRIVER=sql, which makes its tables']],
  ['42501', ['the database forbids this user to read or change releases', 'request the permission']],
  ['23505', ['Helm or another client changed the release meanwhile', 'run it again']],
  ['40001', ['Helm or another client changed the release meanwhile', 'run it again']],
]);

/** The words of others may repeat the connection string, so only their codes count. */
function explain(error: unknown): Failure {
  if (error instanceof InvalidConnectionString) {
    return failure(
      `HELM_DRIVER_SQL_CONNECTION_STRING is ${error.message}`,
      'write it as postgresql://USER:PASSWORD@HOST:PORT/NAME?sslmode=MODE',
    );
  }
  const [message, remedy] = refusals.get(codeOf(error)) ?? [
    `the database of HELM_DRIVER_SQL_CONNECTION_STRING cannot be reached (${codeOf(error) || 'no connection'})`,
    'check its host, port and sslmode',
  ];
  return failure(message, remedy);
}
