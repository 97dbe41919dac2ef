import { createHash } from 'node:crypto';
import type { ValueMap } from '../../server/src/conversion/value.ts';
import type { Answer } from '../../test/conformance/answers.ts';
import { askStored, type StoredRow } from '../../test/recorded/applies/askStored.ts';
import { install } from '../../test/recorded/applies/customObjects.ts';
import { askedFlags, discover } from '../../test/recorded/asking.ts';
import { RealServer } from '../../test/support/realServer.ts';
import { askCreate } from './creates.ts';
import { type AskedDocument, objectOf } from './documents.ts';
import { readSet, writeSet } from './sets.ts';
import type { Setting } from './settings.ts';

/** A release's server, with the folder for its answers. */
export interface Oracle {
  readonly release: string;
  readonly program: string;
  readonly folder: string;
  readonly definitions: readonly ValueMap[];
  readonly log: (line: string) => void;
}

/** The number of concurrent dry runs. */
const atOnce = 8;

/** Records a server's answers to dry-run creates of documents with a setting; earlier equal ones are read back. */
export function recordCreates(
  oracle: Oracle,
  setting: Setting,
  documents: readonly AskedDocument[],
): Promise<readonly Answer[]> {
  const asked = digestOf(documents.map(({ id }) => id));
  return recordOnce(oracle, `creates@${setting.name}-${asked}.jsonl.gz`, setting, (server) =>
    discovered(server, oracle.definitions, async (endpoints) => {
      const answers: Answer[] = [];
      for (let at = 0; at < documents.length; at += atOnce) {
        const some = documents.slice(at, at + atOnce).map((document) => askCreate(server, endpoints, document));
        answers.push(...(await Promise.all(some)));
      }
      return answers;
    }),
  );
}

/**
 * Stores objects, and records a server's answers to an apply and a PUT of each, unchanged and with generated changes.
 */
export function recordUpdates(
  oracle: Oracle,
  setting: Setting,
  documents: readonly AskedDocument[],
  { seed, changes }: { readonly seed: number; readonly changes: number },
): Promise<readonly StoredRow[]> {
  const asked = digestOf([String(seed), String(changes), ...documents.map(({ id }) => id)]);
  return recordOnce(oracle, `updates@${setting.name}-${asked}.jsonl.gz`, setting, async (server) => {
    const endpoints = await install(server, oracle.definitions);
    const byKind = new Map<string, ValueMap[]>();
    for (const { text, apiVersion, kind } of documents) {
      const object = objectOf(text);
      if (object === undefined) continue;
      const key = `${apiVersion} ${kind}`;
      byKind.set(key, [...(byKind.get(key) ?? []), object]);
    }
    const rows: StoredRow[] = [];
    let number = 0;
    for (const [kind, objects] of byKind) {
      const endpoint = endpoints.get(kind);
      // Objects without a separate path, or needed by others, cannot be stored and removed.
      if (endpoint === undefined) continue;
      for (const object of objects) {
        number += 1;
        rows.push(...(await askStored(server, { object, others: objects, endpoint, number, seed, changes })));
      }
    }
    return rows;
  });
}

async function discovered<T>(
  server: RealServer,
  definitions: readonly ValueMap[],
  ask: (endpoints: Awaited<ReturnType<typeof discover>>) => Promise<T>,
): Promise<T> {
  await install(server, definitions);
  return ask(await discover(server, 'create'));
}

/** The earlier recording of the same questions, or the server's present answers; the server is always stopped. */
export async function recordOnce<Row>(
  { release, program, folder, log }: Oracle,
  file: string,
  { name, flags }: Setting,
  ask: (server: RealServer) => Promise<readonly Row[]>,
): Promise<readonly Row[]> {
  const known = readSet<Row>(folder, file);
  if (known !== undefined) {
    log(`${file}: kept`);
    return known;
  }
  const from = Date.now();
  const server = await RealServer.start(program, [...askedFlags, ...flags]);
  try {
    const rows = await ask(server);
    writeSet(folder, { file, release, command: `npm run oracle -- ${release} --settings ${name}` }, rows);
    log(`${file}: ${rows.length} answers, ${Math.round((Date.now() - from) / 1000)} s`);
    return rows;
  } finally {
    await server.stop();
  }
}

function digestOf(texts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const text of texts) hash.update(`${text}\n`);
  return hash.digest('hex').slice(0, 12);
}
