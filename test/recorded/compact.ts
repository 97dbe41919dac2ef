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
