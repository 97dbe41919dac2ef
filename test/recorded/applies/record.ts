/*
 * Records the answers of a kube-apiserver to updates of stored objects, unchanged and changed:
 *   npx tsx test/recorded/applies/record.ts KUBE_APISERVER OUT.jsonl.gz CHANGES SEED [FLAG ...] -- DOCUMENTS.jsonl.gz
 * ...
 * Each line of the documents has a `text`, or a CustomResourceDefinition as `definition`, which is installed and for
 * which objects are generated. Each manifest is applied (server-side, to a server with a separate etcd), read back, and
 * applied and put again: unchanged, and with CHANGES generated changes, which depend on SEED. compact.ts creates the
 * recording, and score.ts compares it with the findings.
 */

import { spawnSync } from 'node:child_process';
import { isValueMap, plainValue, type Value, type ValueMap } from '../../../server/src/conversion/value.ts';
import { readManifest } from '../../../server/src/manifest/read/readManifest.ts';
import { findResources } from '../../../server/src/manifest/resources/findResources.ts';
import { packedLines, writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { askedFlags } from '../asking.ts';
import { askStored, sortedWithoutBigInts } from './askStored.ts';
import { install, objectsOf } from './customObjects.ts';

const separator = process.argv.indexOf('--');
const [program = '', out = '', count = '0', seed = '0', ...flags] = process.argv.slice(2, separator);
const files = process.argv.slice(separator + 1);

const printed = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
const binary = /v(1\.\d+)/.exec(printed)?.[1] ?? '';

/** The number of objects that are generated for each version of a definition. */
const generated = 12;

const definitions: ValueMap[] = [];
const byKind = new Map<string, ValueMap[]>();
for (const file of files) {
  for (const line of packedLines(file)) {
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
  const endpoints = await install(server, definitions);
  let number = 0;
  for (const [kind, objects] of byKind) {
    const endpoint = endpoints.get(kind);
    if (endpoint === undefined) continue;
    for (const object of objects) {
      number += 1;
      for (const row of await askStored(server, {
        object,
        others: objects,
        endpoint,
        number,
        seed: Number(seed),
        changes: Number(count),
      }))
        lines.push(JSON.stringify(row));
    }
  }
} finally {
  await server.stop();
}
writeLines(out, lines);
process.stdout.write(`${lines.length - 1} rows\n`);
