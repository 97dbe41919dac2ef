import { packedLines, readRecording, writeLines } from '../../harness/recordings.ts';

type Answer = { status: number; causes?: readonly (readonly [string, string])[]; warnings?: readonly string[] };
type Row = { manifest: Json; stored: Json; next?: Json; apply: Answer; update: Answer };
type Kept = { setting: string; manifest: Json; stored: Json; next?: Json; apply: unknown; update: unknown };
type Json = { readonly [key: string]: unknown };

const file = new URL('answers.jsonl.gz', import.meta.url);
const known = readRecording<Kept, { readonly settings: Readonly<Record<string, unknown>> }>(file);
const settings: Record<string, unknown> = { ...known.head.settings };
const rows = new Map<string, Kept>();
for (const row of known.rows) rows.set(keyOf(row), row);
for (const argument of process.argv.slice(2)) {
  const [setting = '', from = ''] = argument.split('=');
  const [head = '', ...lines] = packedLines(from);
  settings[setting] = JSON.parse(head);
  for (const line of lines) {
    const row: Row = JSON.parse(line);
    const [apply, update] = [row.apply, row.update].map(answerOf);
    if (line.length > 12_000 || apply === undefined || update === undefined) continue;
    const { manifest, stored } = row;
    const kept = { setting, manifest, stored, ...(row.next === undefined ? {} : { next: row.next }), apply, update };
    if (!rows.has(keyOf(kept))) rows.set(keyOf(kept), kept);
  }
}
const lines = [{ settings }, ...rows.values()].map((row) => JSON.stringify(row));
writeLines(file, lines);
process.stdout.write(`${rows.size} rows\n`);

function keyOf({ manifest, next, apply, update }: Kept): string {
  const now = next ?? manifest;
  const traits = [next === undefined, hasEmptied(now, manifest), overflows(now)];
  return JSON.stringify([now['apiVersion'], now['kind'], [apply, update], traits]);
}

/** The refused fields and whether there are warnings; undefined for unrelated answers. */
function answerOf({ status, causes, warnings }: Answer): unknown {
  if (status === 200) return warnings === undefined ? [] : 'warned';
  return status === 422 && causes !== undefined ? [...new Set(causes.map(([field]) => field))].sort() : undefined;
}

function overflows(next: unknown): boolean {
  if (typeof next === 'number') return Math.abs(next) > 2 ** 31 - 1;
  return typeof next === 'object' && next !== null && Object.values(next).some(overflows);
}

/** Whether an object that had content is empty now. */
function hasEmptied(next: unknown, before: unknown): boolean {
  if (typeof next !== 'object' || next === null || typeof before !== 'object' || before === null) return false;
  const entries = Object.entries(next);
  if (entries.length === 0) return Object.keys(before).length > 0;
  const known = new Map(Object.entries(before));
  return entries.some(([key, value]) => hasEmptied(value, known.get(key)));
}
