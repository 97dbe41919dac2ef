/**
 * Copies the facts that the generator reads into `server/data/facts`, so that the project stands alone.
 * Run from the project's root: `npx tsx server/data/import.ts ../shared`.
 */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { arrayOf, fieldOf, text } from './generator/json.ts';

const taken = [
  'gvk.jsonl',
  'features.jsonl',
  'defaults.jsonl',
  'conversions.json',
  'conversions-diff.jsonl',
  'emulation.json',
];

const shared = process.argv[2];
if (shared === undefined) throw new Error('usage: npx tsx server/data/import.ts FOLDER_OF_THE_FACTS');
const target = new URL('facts/', import.meta.url).pathname;

mkdirSync(join(target, 'fields'), { recursive: true });
for (const name of taken) copy(name);
for (const name of readdirSync(join(shared, 'facts/fields'))) copy(join('fields', name));
mkdirSync(join(target, 'crds'), { recursive: true });
for (const name of readdirSync(join(shared, 'facts/crds'))) copy(join('crds', name));
writeFileSync(join(target, 'field-gates.jsonl'), fieldGates(join(shared, 'apiserver/field-gates.json')));

/** Takes a file as it is, but not its permissions: the source may be read-only. */
function copy(name: string): void {
  writeFileSync(join(target, name), readFileSync(join(shared ?? '', 'facts', name)));
}

/** The measured gated fields, one row a line; the paths dropped with default gates follow from them and are left out. */
function fieldGates(path: string): string {
  const measured: unknown = JSON.parse(readFileSync(path, 'utf8'));
  const lines = arrayOf(fieldOf(measured, 'gated')).map((row) =>
    JSON.stringify([
      text(fieldOf(row, 'gate')),
      text(fieldOf(row, 'gvk')),
      text(fieldOf(row, 'path')),
      arrayOf(fieldOf(row, 'seenAtEmulation')).map(text),
    ]),
  );
  return `${lines.join('\n')}\n`;
}
