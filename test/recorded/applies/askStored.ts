import { isValueMap, type ValueMap } from '../../../server/src/conversion/value.ts';
import { randomFrom } from '../../../server/src/text/randomFrom.ts';
import type { RealServer, ServerReply } from '../../support/realServer.ts';
import { answerOf, type KeptAnswer, type ResourceEndpoint } from '../asking.ts';
import { changed } from './changes.ts';

const apply = 'fieldManager=kubectl&force=true';
const applied = 'application/apply-patch+yaml';

/**
 * Sorts keys, as all clients in Go do: a server compares the opaque parameters of a claim byte by byte. Numbers that
 * JavaScript cannot represent are rounded.
 */
export function sortedWithoutBigInts(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/**
 * A question: an object, others of its kind as a source of changes, its endpoint, a unique number, and the number of
 * changes.
 */
export interface StoredQuestion {
  readonly object: ValueMap;
  readonly others: readonly ValueMap[];
  readonly endpoint: ResourceEndpoint;
  readonly number: number;
  readonly seed: number;
  readonly changes: number;
}

/** A stored object, and the answers of a server to an apply and a PUT of it, unchanged or changed (`next`). */
export interface StoredRow {
  readonly manifest: ValueMap;
  readonly stored: ValueMap;
  readonly next?: ValueMap;
  readonly apply: KeptAnswer;
  readonly update: KeptAnswer;
}

/**
 * Stores an object, applies and puts it again in dry runs, and deletes it. Returns no rows if the object is refused.
 */
export async function askStored(
  server: RealServer,
  { object, others, endpoint, number, seed, changes }: StoredQuestion,
): Promise<readonly StoredRow[]> {
  const metadata = isValueMap(object['metadata']) ? object['metadata'] : {};
  if (typeof metadata['name'] !== 'string') return [];
  // Each object has a separate namespace, which need not exist without the NamespaceLifecycle plugin.
  const collection = endpoint.namespaced ? `${endpoint.path}/namespaces/n${number}` : endpoint.path;
  const path = `${collection}/${endpoint.resource}/${encodeURIComponent(metadata['name'])}`;
  const valueMap: ValueMap = endpoint.namespaced
    ? { ...object, metadata: { ...metadata, namespace: `n${number}` } }
    : object;
  const created = await server.ask(
    'PATCH',
    `${path}?${apply}&fieldValidation=Strict`,
    JSON.stringify(valueMap, sortedWithoutBigInts),
    applied,
  );
  // Refused, or an object with the same name is still being deleted.
  if (created.status !== 201) return [];
  const stored: ValueMap = JSON.parse((await server.ask('GET', path)).body);
  const random = randomFrom(seed * 1_000_003 + number);
  const rows = [await askBoth(server, valueMap, stored, valueMap, path)];
  for (let i = 0; i < changes; i++) {
    const other = others[Math.floor(random() * others.length)] ?? object;
    rows.push(
      await askBoth(server, valueMap, stored, withIdentityOf(changed(valueMap, other, random), valueMap), path),
    );
  }
  await removeStored(server, path);
  return rows;
}

/** An object under the name and in the namespace of another one. */
export function withIdentityOf(object: ValueMap, valueMap: ValueMap): ValueMap {
  const metadata = isValueMap(object['metadata']) ? object['metadata'] : {};
  const { name, namespace } = isValueMap(valueMap['metadata']) ? valueMap['metadata'] : {};
  return {
    ...object,
    metadata: {
      ...metadata,
      ...(namespace === undefined ? {} : { namespace }),
      ...(name === undefined ? {} : { name }),
    },
  };
}

async function askBoth(
  server: RealServer,
  manifest: ValueMap,
  stored: ValueMap,
  next: ValueMap,
  path: string,
): Promise<StoredRow> {
  const strict = 'dryRun=All&fieldValidation=Strict';
  const applying = JSON.stringify(next, sortedWithoutBigInts);
  const byApply = await server.ask('PATCH', `${path}?${apply}&${strict}`, applying, applied).catch(noAnswer);
  const { resourceVersion } = isValueMap(stored['metadata']) ? stored['metadata'] : {};
  const { metadata } = next;
  // As kubectl replace does, which sends the version of the stored object.
  const sent = { ...next, metadata: { ...(isValueMap(metadata) ? metadata : {}), resourceVersion } };
  const byPut = await server
    .ask('PUT', `${path}?${strict}`, JSON.stringify(sent, sortedWithoutBigInts))
    .catch(noAnswer);
  return {
    manifest,
    stored,
    ...(next === manifest ? {} : { next }),
    apply: answerOf(byApply),
    update: answerOf(byPut),
  };
}

/** A handler that panics closes the connection. */
function noAnswer(): ServerReply {
  return { status: 500, warnings: [], body: '{}' };
}

/** Deletes an object, and removes finalizers that block it. */
export async function removeStored(server: RealServer, path: string): Promise<void> {
  const options = JSON.stringify({
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  const deleted = await server.ask('DELETE', path, options);
  if (deleted.status >= 300) return;
  const current = await server.ask('GET', path);
  if (current.status !== 200) return;
  const patch = JSON.stringify({ metadata: { finalizers: null } });
  await server.ask('PATCH', path, patch, 'application/merge-patch+json');
  if (path.startsWith('/api/v1/namespaces/') && !path.includes('/', 20)) {
    const namespace: ValueMap = JSON.parse(current.body);
    await server.ask('PUT', `${path}/finalize`, JSON.stringify({ ...namespace, spec: {} }));
  }
}
