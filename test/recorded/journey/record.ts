/*
 * Starts real kube-apiservers on one etcd for each step of a plan, with a rollback to the first server after each step,
 * and records their answers for manifests:
 *   npx tsx test/recorded/journey/record.ts FROM TO KUBE_APISERVER_OF_FROM KUBE_APISERVER_OF_TO
 * Each server creates the manifests, and reads and updates the objects that the first server stored; after a rollback
 * the first server does so with the objects of the step. Updates are dry runs, so that a rollback does not affect later
 * steps.
 */
import { readFileSync } from 'node:fs';
import {
  isValueList,
  isValueMap,
  plainValue,
  type Value,
  type ValueMap,
} from '../../../server/src/conversion/value.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../../server/src/manifest/resources/findResources.ts';
import { planBetween } from '../../../server/src/plan/plan.ts';
import { formatTargetFlags } from '../../../server/src/targets/format.ts';
import { formatMinor } from '../../../server/src/targets/version.ts';
import { withTargetCrds } from '../../../server/src/workspace/settings/targetCrds.ts';
import { readRecording, readRows, writeLines } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { Etcd } from '../../support/etcd.ts';
import { RealServer } from '../../support/realServer.ts';
import { mapOf } from '../../support/values.ts';
import { answerOf, askedFlags, discover, type ResourceEndpoint } from '../asking.ts';
import { missingPaths } from './missingPaths.ts';
import type { Created, RecordingHeader, StoredOutcome } from './rows.ts';
import { storedVersion } from './storedVersion.ts';

/** Kinds whose objects have a fixed name. */
const namedByWhatTheyAre: ReadonlySet<string> = new Set(['CustomResourceDefinition', 'APIService', 'IPAddress']);

const [from = '', to = '', ...programs] = process.argv.slice(2);
const plan = planBetween(surfaceOf(from), surfaceOf(to), withTargetCrds);
const stations = [plan.from, ...plan.steps.map(({ after }) => after)].map(({ versions, target }) => ({
  binary: formatMinor(versions.binary),
  flags: formatTargetFlags(target).slice(1),
}));

/** A row during the recording. */
interface Asked {
  readonly manifest: ValueMap;
  readonly created: Created[];
  readonly kept: StoredOutcome[];
  readonly rolledBack: StoredOutcome[];
}

const rows = manifests().map((manifest): Asked => ({ manifest, created: [], kept: [], rolledBack: [] }));
const stored: (readonly string[])[] = [];
const ready: boolean[] = [];

const etcd = await Etcd.start();
try {
  for (const [station, { binary, flags }] of stations.entries()) {
    await at(binary, flags, (server) => visit(server, station));
    if (station === 0) continue;
    const first = stations[0];
    const isReady = first && (await at(first.binary, first.flags, (server) => visitAgain(server, station)));
    ready.push(isReady === true);
    if (isReady !== true) for (const { rolledBack } of rows) rolledBack.push(null);
  }
} finally {
  await etcd.stop();
}
const head: RecordingHeader = { from, to, stations, stored, ready };
const lines = [head, ...rows].map((line) => JSON.stringify(line));
writeLines(new URL('answers.jsonl.gz', import.meta.url), lines);
process.stdout.write(
  `${rows.length} manifests at ${stations.length} servers, ready after rollbacks: ${ready.join(' ')}\n`,
);

/** Runs a server on the existing etcd. Returns whether it became ready. */
async function at(binary: string, flags: readonly string[], ask: (server: RealServer) => Promise<void>) {
  const program = programs[binary === stations[0]?.binary ? 0 : programs.length - 1] ?? '';
  const server = await RealServer.start(program, [...askedFlags, ...flags], etcd).catch(() => undefined);
  if (server === undefined) return false;
  try {
    await ask(server);
  } finally {
    await server.stop();
  }
  return true;
}

/** Creates all manifests, and reads and updates the objects of the first server. */
async function visit(server: RealServer, station: number): Promise<void> {
  const before = new Set((await etcd.values('/registry/')).keys());
  let endpoints = await endpointsOf(server, station > 0);
  for (const row of rows) {
    const endpoint = endpoints.get(kindOf(row.manifest));
    row.created.push(await create(server, row, endpoint, station));
    if (row.manifest['kind'] === 'CustomResourceDefinition') endpoints = await endpointsOf(server, true);
    row.kept.push(station === 0 ? null : await readStored(server, row, endpoint, 0));
  }
  const values = [...(await etcd.values('/registry/'))].filter(([key]) => !before.has(key));
  stored.push([...new Set(values.flatMap(([, value]) => storedVersion(value) ?? []))].sort());
}

async function visitAgain(server: RealServer, station: number): Promise<void> {
  const endpoints = await endpointsOf(server, true);
  for (const row of rows) {
    const endpoint = endpoints.get(kindOf(row.manifest));
    const isBound = namedByWhatTheyAre.has(String(row.manifest['kind']));
    // Objects with a fixed name were stored by the first server that accepted them.
    const origin = isBound ? row.created.findIndex(({ status }) => status === 201) : station;
    row.rolledBack.push(row.created[origin]?.status === 201 ? await readStored(server, row, endpoint, origin) : null);
  }
}

/** The served resources, including the custom resources of the manifests, which are served after a delay. */
async function endpointsOf(server: RealServer, withCustom: boolean): Promise<ReadonlyMap<string, ResourceEndpoint>> {
  for (let tries = 0; ; tries++) {
    const endpoints = await discover(server);
    if (!withCustom || customKinds().every((kind) => endpoints.has(kind)) || tries > 100) return endpoints;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** The kinds of the definitions that servers have accepted so far. */
function customKinds(): readonly string[] {
  return rows.flatMap(({ manifest, created }) => {
    if (manifest['kind'] !== 'CustomResourceDefinition' || !created.some(({ status }) => status === 201)) return [];
    const { group, names, versions } = mapOf(manifest['spec']);
    const served = (isValueList(versions) ? versions : []).map(mapOf).filter((version) => version['served'] === true);
    return served.map(({ name }) => `${group}/${name} ${mapOf(names)['kind']}`);
  });
}

async function create(
  server: RealServer,
  row: Asked,
  endpoint: ResourceEndpoint | undefined,
  station: number,
): Promise<Created> {
  if (endpoint === undefined) return { status: 404 };
  const manifest = manifestAt(row.manifest, endpoint, station);
  const collection = collectionOf(endpoint, station);
  const body = JSON.stringify(manifest);
  let reply = await server.ask('POST', `${collection}?fieldValidation=Strict`, body);
  let strict: string | undefined;
  if (reply.status === 400 && reply.body.includes('strict decoding error')) {
    strict = answerOf(reply).message;
    reply = await server.ask('POST', `${collection}?fieldValidation=Ignore`, body);
  }
  const answer = { ...answerOf(reply), ...(strict === undefined ? {} : { strict }) };
  if (reply.status !== 201) return answer;
  return { ...answer, ...missing(manifest, JSON.parse(reply.body)) };
}

async function readStored(
  server: RealServer,
  row: Asked,
  endpoint: ResourceEndpoint | undefined,
  station: number,
): Promise<StoredOutcome> {
  if (endpoint === undefined) return row.created[station]?.status === 201 ? { read: 404 } : null;
  const manifest = manifestAt(row.manifest, endpoint, station);
  const { name } = metadataOf(manifest);
  const path = `${collectionOf(endpoint, station)}/${encodeURIComponent(String(name))}`;
  for (let tries = 0; ; tries++) {
    const found = await readOnce(server, manifest, path);
    // A controller may have updated it in the meantime.
    const isStale = found !== null && (found.put?.status === 409 || found.writtenBack?.status === 409);
    if (isStale && tries < 5) continue;
    return found?.read !== 200 && row.created[station]?.status !== 201 ? null : found;
  }
}

async function readOnce(server: RealServer, manifest: ValueMap, path: string): Promise<StoredOutcome> {
  const read = await server.ask('GET', path);
  if (read.status !== 200) return { read: read.status };
  const object: ValueMap = JSON.parse(read.body);
  const metadata = metadataOf(object);
  const { resourceVersion, managedFields } = metadata;
  const annotated = {
    ...object,
    metadata: { ...metadata, annotations: { ...mapOf(metadata['annotations']), a: 'b' } },
  };
  const sent = { ...manifest, metadata: { ...metadataOf(manifest), resourceVersion } };
  const put = async (body: unknown) =>
    answerOf(await server.ask('PUT', `${path}?dryRun=All&fieldValidation=Strict`, JSON.stringify(body)));
  const managers = Array.isArray(managedFields)
    ? [...new Set(managedFields.map((managedField: Value) => String(mapOf(managedField)['apiVersion'])))]
    : [];
  return { read: 200, ...missing(manifest, object), managers, writtenBack: await put(annotated), put: await put(sent) };
}

function missing(manifest: ValueMap, object: ValueMap): { readonly missing?: readonly string[] } {
  const paths = missingPaths(manifest, object);
  return paths.length === 0 ? {} : { missing: paths };
}

/** A manifest in the namespace of a station, or with a separate name for it. */
function manifestAt(manifest: ValueMap, { namespaced }: ResourceEndpoint, station: number): ValueMap {
  const { namespace: _, ...metadata } = metadataOf(manifest);
  if (namespaced) return { ...manifest, metadata: { ...metadata, namespace: `s${station}` } };
  const isNamedByWhatItIs = namedByWhatTheyAre.has(String(manifest['kind']));
  return isNamedByWhatItIs
    ? manifest
    : { ...manifest, metadata: { ...metadata, name: `${metadata['name']}-s${station}` } };
}

function collectionOf({ path, resource, namespaced }: ResourceEndpoint, station: number): string {
  return namespaced ? `${path}/namespaces/s${station}/${resource}` : `${path}/${resource}`;
}

/**
 * The smallest manifest of each kind that a server is known to accept, the manifests for this recording, and
 * definitions of projects with an object of each.
 */
function manifests(): readonly ValueMap[] {
  const smallest = new Map<string, ValueMap>();
  const { rows: known } = readRecording<{ readonly manifest: ValueMap }>(
    new URL('../applies/answers.jsonl.gz', import.meta.url),
  );
  for (const { manifest } of known) {
    // Manifests that a create refuses or writes into other fields are out of scope.
    if (Math.abs(Number(manifest['value'] ?? 0)) >= 2 ** 31 || 'stringData' in manifest) continue;
    const other = smallest.get(kindOf(manifest));
    if (other === undefined || JSON.stringify(manifest).length < JSON.stringify(other).length) {
      smallest.set(kindOf(manifest), manifest);
    }
  }
  const text = readFileSync(new URL('manifests.yaml', import.meta.url), 'utf8');
  const objects = findResources(readManifest(text), 'manifests.yaml').resources.flatMap(({ root }) => {
    const value: Value = JSON.parse(JSON.stringify(plainValue(root)));
    return isValueMap(value) ? [value] : [];
  });
  const projects = readRows<{ readonly definition: ValueMap; readonly object: ValueMap }>(
    new URL('definitions.jsonl.gz', import.meta.url),
  );
  const custom = [...projects.map(({ definition }) => definition), ...projects.map(({ object }) => object)];
  return [...smallest.values(), ...objects, ...custom];
}

function kindOf({ apiVersion, kind }: ValueMap): string {
  return `${apiVersion} ${kind}`;
}

function metadataOf(object: ValueMap): ValueMap {
  return mapOf(object['metadata']);
}
