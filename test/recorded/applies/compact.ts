/*
 * Makes the recording of what record.ts wrote: npx tsx test/recorded/applies/compact.ts SETTING=IN.jsonl.gz ...
 * Of rows about the same kind with the same answers one is kept; those in which a change left an object empty count
 * apart. Left out are numbers beyond their type, which a server-side apply makes others of in silence.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { gunzipSync, gzipSync } from 'node:zlib';

type Answer = { status: number; causes?: readonly (readonly [string, string])[]; warnings?: readonly string[] };
type Row = { manifest: Json; stored: Json; next?: Json; apply: Answer; update: Answer };
type Json = { readonly [key: string]: unknown };

const settings: Record<string, unknown> = {};
const rows = new Map<string, unknown>();
for (const argument of process.argv.slice(2)) {
  const [setting = '', file = ''] = argument.split('=');
  const [head = '', ...lines] = gunzipSync(readFileSync(file)).toString('utf8').split('\n').filter(Boolean);
  settings[setting] = JSON.parse(head);
  for (const line of lines) {
    const row: Row = JSON.parse(line);
    const next = row.next ?? row.manifest;
    const answers = [row.apply, row.update].map(answerOf);
    if (line.length > 12_000 || answers.includes(undefined) || overflows(next)) continue;
    const key = JSON.stringify([
      row.next === undefined,
      next['apiVersion'],
      next['kind'],
      answers,
      hasEmptied(next, row.manifest),
    ]);
    if (rows.has(key)) continue;
    const { manifest, stored } = row;
    const [apply, update] = answers;
    rows.set(key, { setting, manifest, stored, ...(row.next === undefined ? {} : { next }), apply, update });
  }
}
const lines = [{ settings }, ...rows.values()].map((row) => JSON.stringify(row));
writeFileSync(new URL('answers.jsonl.gz', import.meta.url), gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
process.stdout.write(`${rows.size} rows\n`);

/** The refused fields and whether there are warnings; undefined for an answer that is about something else. */
function answerOf({ status, causes, warnings }: Answer): unknown {
  if (status === 200) return warnings === undefined ? [] : 'warned';
  return status === 422 && causes !== undefined ? [...new Set(causes.map(([field]) => field))].sort() : undefined;
}

function overflows(next: unknown): boolean {
  if (typeof next === 'number') return Math.abs(next) > 2 ** 31 - 1;
  return typeof next === 'object' && next !== null && Object.values(next).some(overflows);
}

/** Whether an object that had something in it is empty now. */
function hasEmptied(next: unknown, before: unknown): boolean {
  if (typeof next !== 'object' || next === null || typeof before !== 'object' || before === null) return false;
  const entries = Object.entries(next);
  if (entries.length === 0) return Object.keys(before).length > 0;
  const known = new Map(Object.entries(before));
  return entries.some(([key, value]) => hasEmptied(value, known.get(key)));
}
