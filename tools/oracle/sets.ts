import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';

/** A recorded set: its command, its release, and the digest of its bytes. */
export interface RecordedSet {
  readonly file: string;
  readonly release: string;
  readonly command: string;
  readonly rows: number;
  readonly sha256: string;
}

/** The list of the sets of a folder. */
const listName = 'sets.json';

/** Writes rows as a packed file of JSON lines, whole or not at all, and enters it in the list of its folder with its digest. */
export function writeSet(folder: string, entry: Omit<RecordedSet, 'rows' | 'sha256'>, rows: readonly unknown[]): void {
  mkdirSync(folder, { recursive: true });
  const bytes = gzipSync(rows.map((row) => `${JSON.stringify(row)}\n`).join(''), { level: 9 });
  put(join(folder, entry.file), bytes);
  const set: RecordedSet = { ...entry, rows: rows.length, sha256: digestOf(bytes) };
  const others = setsOf(folder).filter(({ file }) => file !== entry.file);
  const list = [...others, set].sort((a, b) => (a.file < b.file ? -1 : 1));
  put(join(folder, listName), `${JSON.stringify(list, null, 1)}\n`);
}

/** The sets that a folder lists. */
export function setsOf(folder: string): readonly RecordedSet[] {
  const list = join(folder, listName);
  if (!existsSync(list)) return [];
  const sets: readonly RecordedSet[] = JSON.parse(readFileSync(list, 'utf8'));
  return sets;
}

/** The rows of a listed set. Throws a RangeError if its bytes have changed; undefined if there is none. */
export function readSet<Row>(folder: string, file: string): readonly Row[] | undefined {
  const set = setsOf(folder).find((candidate) => candidate.file === file);
  if (set === undefined || !existsSync(join(folder, file))) return undefined;
  const bytes = readFileSync(join(folder, file));
  if (digestOf(bytes) !== set.sha256)
    throw new RangeError(`${join(folder, file)} is not what was recorded; record it again: ${set.command}`);
  return gunzipSync(bytes)
    .toString('utf8')
    .split('\n')
    .filter(Boolean)
    .map((line): Row => JSON.parse(line));
}

function digestOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex');
}

function put(path: string, content: string | Buffer): void {
  writeFileSync(`${path}.part`, content);
  renameSync(`${path}.part`, path);
}
