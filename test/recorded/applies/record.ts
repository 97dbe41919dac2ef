/*
 * Asks a kube-apiserver what it does with manifests that it has stored already, and with changed ones:
 *   npx tsx test/recorded/applies/record.ts KUBE_APISERVER OUT.jsonl.gz CHANGES SEED [FLAG ...] -- DOCUMENTS.jsonl.gz ...
 * Each line of the documents has a `text`, or a CustomResourceDefinition as `definition`, which is installed, and objects are
 * generated of it. Each is applied (server-side, to a server beside an etcd of its own), read
 * back, and applied and put again: as it is, and with CHANGES generated changes, others for another SEED.
 * compact.ts makes the recording, and score.ts says what is found of what was refused.
 */
import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';
import { isValueMap, plainValue, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../../server/src/manifest/resources/findResources.ts';
import { RealServer, type ServerReply } from '../../support/realServer.ts';
import { answerOf, askedFlags, type Place } from '../asking.ts';
import { changed, randomOf } from './changes.ts';
import { install, objectsOf } from './customObjects.ts';

const apply = 'fieldManager=kubectl&force=true';
const applied = 'application/apply-patch+yaml';

const separator = process.argv.indexOf('--');
const [program = '', out = '', count = '0', seed = '0', ...flags] = process.argv.slice(2, separator);
const files = process.argv.slice(separator + 1);

const told = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
const binary = /v(1\.\d+)/.exec(told)?.[1] ?? '';

/** How many objects are generated of each version of a definition. */
const generated = 12;

const definitions: ValueMap[] = [];
const byKind = new Map<string, ValueMap[]>();
for (const file of files) {
  for (const line of gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean)) {
    const { text, definition }: { text?: unknown; definition?: ValueMap } = JSON.parse(line);
    if (definition !== undefined) {
      definitions.push(definition);
      for (const object of objectsOf(definition, generated, Number(seed))) add(object);
    }
    if (typeof text !== 'string') continue;
    for (const resource of findResources(readManifest(text), 'asked.yaml').resources) {
      if (resource.embedded !== undefined || resource.item !== undefined) continue;
      const value: Value = JSON.parse(JSON.stringify(plainValue(resource.root), sortedWithoutBigInts));
      if (isValueMap(value)) add(value);
    }
  }
}

function add(object: ValueMap): void {
  const kind = `${object['apiVersion']} ${object['kind']}`;
  byKind.set(kind, [...(byKind.get(kind) ?? []), object]);
}

const server = await RealServer.start(program, [...askedFlags, ...flags]);
const lines: string[] = [JSON.stringify({ binary, flags, ...(definitions.length === 0 ? {} : { definitions }) })];
try {
  const places = await install(server, definitions);
  let number = 0;
  for (const [kind, objects] of byKind) {
    const place = places.get(kind);
    if (place === undefined) continue;
    for (const object of objects) {
      number += 1;
      for (const row of await askAbout(object, objects, place, number)) lines.push(JSON.stringify(row));
    }
  }
} finally {
  await server.stop();
}
writeFileSync(out, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
process.stdout.write(`${lines.length - 1} rows\n`);

/**
 * Keys in order, as every client in Go writes them: a server compares what a claim holds for a driver byte by byte.
 * Numbers that JavaScript has no plain number for are asked about as the nearest one.
 */
function sortedWithoutBigInts(_: string, value: unknown): unknown {
  if (typeof value === 'bigint') return Number(value);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1)));
}

async function askAbout(object: ValueMap, others: readonly ValueMap[], place: Place, number: number) {
  const metadata = isValueMap(object['metadata']) ? object['metadata'] : {};
  if (typeof metadata['name'] !== 'string') return [];
  // A namespace for each, as nothing looks whether there is one.
  const home = place.namespaced ? `${place.path}/namespaces/n${number}` : place.path;
  const path = `${home}/${place.resource}/${encodeURIComponent(metadata['name'])}`;
  const valueMap: ValueMap = place.namespaced
    ? { ...object, metadata: { ...metadata, namespace: `n${number}` } }
    : object;
  const created = await server.ask(
    'PATCH',
    `${path}?${apply}&fieldValidation=Strict`,
    JSON.stringify(valueMap, sortedWithoutBigInts),
    applied,
  );
  // Not taken, or what had the name before is still on its way out.
  if (created.status !== 201) return [];
  const stored: ValueMap = JSON.parse((await server.ask('GET', path)).body);
  const random = randomOf(Number(seed) * 1_000_003 + number);
  const rows = [await askBoth(valueMap, stored, valueMap, path)];
  for (let i = 0; i < Number(count); i++) {
    const other = others[Math.floor(random() * others.length)] ?? object;
    rows.push(await askBoth(valueMap, stored, withNamespace(changed(valueMap, other, random), valueMap), path));
  }
  await remove(path);
  return rows;
}

function withNamespace(object: ValueMap, valueMap: ValueMap): ValueMap {
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

async function askBoth(manifest: ValueMap, stored: ValueMap, next: ValueMap, path: string) {
  const strict = 'dryRun=All&fieldValidation=Strict';
  const applying = JSON.stringify(next, sortedWithoutBigInts);
  const byApply = await server.ask('PATCH', `${path}?${apply}&${strict}`, applying, applied).catch(noAnswer);
  const { resourceVersion } = isValueMap(stored['metadata']) ? stored['metadata'] : {};
  const { metadata } = next;
  // As kubectl replace does, which takes the version of what is there.
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

/** What finalizers keep is let go. */
async function remove(path: string): Promise<void> {
  const options = JSON.stringify({
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    gracePeriodSeconds: 0,
    propagationPolicy: 'Background',
  });
  const deleted = await server.ask('DELETE', path, options);
  if (deleted.status >= 300) return;
  const left = await server.ask('GET', path);
  if (left.status !== 200) return;
  const patch = JSON.stringify({ metadata: { finalizers: null } });
  await server.ask('PATCH', path, patch, 'application/merge-patch+json');
  if (path.startsWith('/api/v1/namespaces/') && !path.includes('/', 20)) {
    const namespace: ValueMap = JSON.parse(left.body);
    await server.ask('PUT', `${path}/finalize`, JSON.stringify({ ...namespace, spec: {} }));
  }
}
