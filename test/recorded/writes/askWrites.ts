import { isValueMap, type ValueMap } from '../../../server/src/conversion/value.ts';
import { randomFrom } from '../../../server/src/text/randomFrom.ts';
import type { RealServer, ServerReply } from '../../support/realServer.ts';
import { removeStored, type StoredQuestion, sortedWithoutBigInts, withIdentityOf } from '../applies/askStored.ts';
import { changed } from '../applies/changes.ts';
import { answerOf, type KeptAnswer } from '../asking.ts';
import { duplicated } from './duplicated.ts';
import { firstManager, type History, store } from './histories.ts';
import { kubectlApply } from './kubectlApply.ts';

/** The ways to write that are asked; `new` are those of an object that is not stored. */
export const ways = [
  'create',
  'newServerSideApply',
  'replace',
  'serverSideApply',
  'unforced',
  'clientSideApply',
] as const;

/** A manifest, sent in each way. */
export interface WrittenNext extends Readonly<Record<(typeof ways)[number], KeptAnswer>> {
  /** Absent if it is the manifest that was stored. */
  readonly next?: ValueMap;
}

/** A stored object, with what a server answered to each next state. */
export interface WritesRow {
  readonly history: History;
  readonly manifest: ValueMap;
  readonly stored: ValueMap;
  readonly asked: readonly WrittenNext[];
}

const applyPatch = 'application/apply-patch+yaml';
const dry = 'dryRun=All&fieldValidation=Strict';

/**
 * Asks a server about several next states of an object: as new objects, then over the object that a history stored, which
 * is deleted at the end. Undefined if the object cannot be stored.
 */
export async function askWrites(
  server: RealServer,
  { object, others, endpoint, number, seed, changes, history }: StoredQuestion & { readonly history: History },
): Promise<WritesRow | undefined> {
  const metadata = isValueMap(object['metadata']) ? object['metadata'] : {};
  if (typeof metadata['name'] !== 'string') return undefined;
  const collectionIn = (namespace: string) =>
    `${endpoint.path}${endpoint.namespaced ? `/namespaces/${namespace}` : ''}/${endpoint.resource}`;
  const collection = collectionIn(`n${number}`);
  const path = `${collection}/${encodeURIComponent(metadata['name'])}`;
  const manifest: ValueMap = endpoint.namespaced
    ? { ...object, metadata: { ...metadata, namespace: `n${number}` } }
    : object;
  const random = randomFrom(seed * 1_000_003 + number);
  const pick = () => others[Math.floor(random() * others.length)] ?? object;
  const nexts = [manifest];
  for (let i = 0; i < changes; i++) {
    const next = random() < 0.3 ? duplicated(manifest, random) : changed(manifest, pick(), random);
    nexts.push(withIdentityOf(next, manifest));
  }
  const text = (value: ValueMap) => JSON.stringify(value, sortedWithoutBigInts);
  const ask = async (method: string, at: string, body: ValueMap, type?: string): Promise<KeptAnswer> =>
    answerOf(await server.ask(method, at, text(body), type).catch(noAnswer));
  const created: Pick<WrittenNext, 'create' | 'newServerSideApply'>[] = [];
  for (const next of nexts) {
    created.push({
      create: await ask('POST', `${collection}?${dry}`, next),
      newServerSideApply: await ask(
        'PATCH',
        `${path}?${dry}&fieldManager=${firstManager}&force=true`,
        next,
        applyPatch,
      ),
    });
  }
  const first = await store(server, { collection, path }, history, manifest, withIdentityOf(pick(), manifest), random);
  // Refused, or an object with the same name is still being deleted.
  if (first.status !== 201) return undefined;
  const stored: ValueMap = JSON.parse((await server.ask('GET', path)).body);
  const resourceVersion = isValueMap(stored['metadata']) ? (stored['metadata']['resourceVersion'] ?? null) : null;
  const byKubectl = kubectlApply(server, nexts);
  const asked: WrittenNext[] = [];
  for (const [index, next] of nexts.entries()) {
    const sent: ValueMap = {
      ...next,
      metadata: { ...(isValueMap(next['metadata']) ? next['metadata'] : {}), resourceVersion },
    };
    asked.push({
      ...(next === manifest ? {} : { next }),
      ...(created[index] ?? { create: { status: 0 }, newServerSideApply: { status: 0 } }),
      replace: await ask('PUT', `${path}?${dry}`, sent),
      serverSideApply: await ask('PATCH', `${path}?${dry}&fieldManager=${firstManager}&force=true`, next, applyPatch),
      unforced: await ask('PATCH', `${path}?${dry}&fieldManager=${firstManager}`, next, applyPatch),
      clientSideApply: byKubectl[index] ?? { status: 0 },
    });
  }
  await removeStored(server, path);
  return { history, manifest, stored, asked };
}

/** A handler that panics closes the connection. */
function noAnswer(): ServerReply {
  return { status: 0, warnings: [], body: '{}' };
}
