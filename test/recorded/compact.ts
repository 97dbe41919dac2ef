/*
 * `grid/BINARY.json` and `settings/BINARY.json`: how kube-apiserver 1.33.13, 1.34.4 and 1.37.1 start with various
 * flags, with a real etcd. The grid has 48 settings each: every emulation version, with and without runtime config,
 * every pair of emulation and min compatibility version, the forward-compatible flags, and wrong settings. The
 * settings are what the grid lacks: single resources, unusual spellings, locked and dependent gates, several mistakes
 * at once, and APIs that the server itself needs.
 *
 * A row has the `flags` and one of three results: the `error` that the server printed; `neverReady`, if it accepted
 * the settings but never became ready; or its answer. An answer has `version` (the fields of /version), and how it
 * differs from the answer `base` (the same binary without flags) in `served` (discovery: `group/version Kind resource
 * scope`), `storageVersions` (decoded from the hashes in discovery) and `features` (`kubernetes_feature_enabled` in
 * /metrics: stage and state; the stage of GA is empty). `null` means absent.
 *
 * To renew: write a JSON object per line with `name`, `binary`, `flags`, `ready` and the complete parts above, and run
 * `npx tsx test/recorded/compact.ts IN.jsonl.gz ... OUT.json`.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { type Answer, type CompactRow, PartCollector } from './rows.ts';

interface RawRow extends Answer {
  readonly name: string;
  readonly binary: string;
  readonly flags: readonly string[];
  readonly ready: boolean;
  readonly error?: string;
}

const [out, ...inputs] = process.argv.slice(2).reverse();
if (out === undefined || inputs.length === 0) throw new Error('usage: compact.ts IN.jsonl[.gz]... OUT.json');
const rows = inputs.reverse().flatMap(readRows);
const base = rows.find(({ flags, ready }) => ready && flags.length === 0);
if (base === undefined) throw new Error('no row without flags: nothing to compare with');
const { binary, version, served, storageVersions, features } = base;
const parts = new PartCollector();
const lines = rows.filter((row) => row.binary === binary).map((row) => JSON.stringify(compactRow(row)));
const head = JSON.stringify({ version, served, storageVersions, features });
writeFileSync(
  out,
  `{"binary":"${binary}",\n"base":${head},\n"parts":[\n${parts.all.map((part) => JSON.stringify(part)).join(',\n')}\n],\n"rows":[\n${lines.join(',\n')}\n]}\n`,
);

function compactRow({ name, flags, ready, error, ...answer }: RawRow): CompactRow {
  if (ready && base !== undefined) return { name, flags, ...parts.compact(base, answer) };
  return error === undefined ? { name, flags, neverReady: true } : { name, flags, error };
}

function readRows(path: string): RawRow[] {
  const bytes = readFileSync(path);
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8');
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}
