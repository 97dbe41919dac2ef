import { hash } from 'node:crypto';
import {
  accessSync,
  constants,
  type Dirent,
  existsSync,
  readdirSync,
  realpathSync,
  type Stats,
  statSync,
} from 'node:fs';
import { isOutOfReach, isPlainlyInside, leadsOutside, outsideError } from './confinement.ts';
import { type RegularFile, readNoLink, readRegular } from './regularFile.ts';

/*
 * Every look at the disk that the outcome of a run depends on passes through this module, which
 * `.dependency-cruiser.cjs` sees to. While they are recorded, it is known what a run depended on; if all
 * of it is still the same, so is the outcome, and nothing must be judged again.
 *
 * For the same reason this is where looks are kept to the workspace (`confinement.ts`): what may not be opened is refused
 * as the disk refuses, and what may not even be looked at is not there.
 */

/** What was looked at. */
type AccessKind = 'bytes' | 'names' | 'entry' | 'exists' | 'real' | 'program';

/** One look at the disk, and what was seen in a form that shows whether it is still the same. */
export type FileAccess = readonly [kind: AccessKind, path: string, saw: string];

let accesses: Map<string, FileAccess> | undefined;
let repeatable = true;

/** Begins to record the looks of this thread, from nothing. */
export function startRecording(): void {
  accesses = new Map();
  repeatable = true;
}

/** Whether looks are being recorded in this thread. */
export function isRecording(): boolean {
  return accesses !== undefined;
}

/** What a run depended on. */
export interface RecordedAccesses {
  readonly accesses: readonly FileAccess[];
  /** It depended on nothing else. */
  readonly complete: boolean;
}

/** Ends recording: what was looked at. */
export function stopRecording(): RecordedAccesses {
  const recorded = accesses ?? new Map<string, FileAccess>();
  accesses = undefined;
  return { accesses: [...recorded.values()], complete: repeatable };
}

/** What another thread looked at for this run. */
export function addAccesses(others: RecordedAccesses): void {
  if (accesses === undefined) return;
  repeatable &&= others.complete;
  for (const operation of others.accesses) accesses.set(`${operation[0]} ${operation[1]}`, operation);
}

/** Says that the run depends on what nobody can look at again: another program, standard input, a cluster. */
export function markUncacheable(): void {
  repeatable = false;
}

/** Whether a look would see the same once more. */
export function isUnchanged([kind, path, observed]: FileAccess): boolean {
  return observe(kind, path) === observed;
}

/** The same look, with what it sees now. */
export function repeatAccess([kind, path]: FileAccess): FileAccess {
  return [kind, path, observe(kind, path)];
}

function observe(kind: AccessKind, path: string): string {
  switch (kind) {
    case 'bytes':
      return attempt(() => describeBytes(bytesOf(path, Number.POSITIVE_INFINITY)));
    case 'names':
      return attempt(() => namesOf(entriesOf(path)));
    case 'entry':
      return attempt(() => entryOf(statsOf(path)));
    case 'exists':
      return String(exists(path));
    case 'real':
      return attempt(() => realOf(path));
    case 'program':
      return attempt(() => String(accessSync(path, constants.X_OK)));
  }
}

/** What is in a file, as {@link readRegular} gives it. */
export function readTracked(path: string, most: number): RegularFile {
  return tracked('bytes', path, () => bytesOf(path, most), describeBytes);
}

/** The names and kinds of what is in a folder, as {@link readdirSync} gives them. */
export function readFolder(path: string): Dirent[] {
  return tracked('names', path, () => entriesOf(path), namesOf);
}

/** As `statSync` of `node:fs`, with undefined for what does not exist. */
export function statOf(path: string): Stats | undefined {
  return tracked('entry', path, () => statsOf(path), entryOf);
}

/** As `statSync` of `node:fs`, which throws where nothing is. */
export function entryAt(path: string): Stats {
  const found = statOf(path);
  if (found === undefined && isOutOfReach(path)) throw outsideError(path);
  return found ?? statSync(path);
}

/** As `existsSync` of `node:fs`. */
export function isThere(path: string): boolean {
  return tracked('exists', path, () => exists(path), String);
}

/** As `realpathSync` of `node:fs`. */
export function realPath(path: string): string {
  return tracked('real', path, () => realOf(path), String);
}

/** Whether a file is a program. */
export function isExecutableFile(path: string): boolean {
  try {
    tracked('program', path, () => accessSync(path, constants.X_OK), String);
    return true;
  } catch {
    return false;
  }
}

function bytesOf(path: string, most: number): RegularFile {
  // One call less for each file, and nobody can put a link there between a look and the opening.
  const direct = isPlainlyInside(path) ? readNoLink(path, most) : undefined;
  if (direct !== undefined) return direct;
  if (leadsOutside(path)) throw outsideError(path);
  return readRegular(path, most);
}

function entriesOf(path: string): Dirent[] {
  if (leadsOutside(path)) throw outsideError(path);
  return readdirSync(path, { withFileTypes: true });
}

function statsOf(path: string): Stats | undefined {
  if (isOutOfReach(path)) return undefined;
  try {
    return statSync(path, { throwIfNoEntry: false });
  } catch (error) {
    if (error instanceof Error && 'code' in error && noNames.has(error.code)) return undefined;
    throw error;
  }
}

/** Why nothing can be at a path: the name is too long, or has a character that no name has, or links lead in a circle. */
const noNames: ReadonlySet<unknown> = new Set(['ENAMETOOLONG', 'ERR_INVALID_ARG_VALUE', 'ELOOP']);

function exists(path: string): boolean {
  return !isOutOfReach(path) && existsSync(path);
}

function realOf(path: string): string {
  if (isOutOfReach(path)) throw outsideError(path);
  return realpathSync(path);
}

function tracked<T>(kind: AccessKind, path: string, operation: () => T, describe: (seen: T) => string): T {
  try {
    const seen = operation();
    record(kind, path, () => describe(seen));
    return seen;
  } catch (error) {
    record(kind, path, () => failure(error));
    throw error;
  }
}

function record(kind: AccessKind, path: string, observed: () => string): void {
  if (accesses === undefined) return;
  const key = `${kind} ${path}`;
  const seen = observed();
  // What changes while a run goes on was seen in two ways, and a second run may see neither.
  if ((accesses.get(key)?.[2] ?? seen) !== seen) repeatable = false;
  accesses.set(key, [kind, path, seen]);
}

function attempt(operation: () => string): string {
  try {
    return operation();
  } catch (error) {
    return failure(error);
  }
}

function failure(error: unknown): string {
  return `! ${error instanceof Error && 'code' in error ? String(error.code) : 'failed'}`;
}

function describeBytes(bytes: RegularFile): string {
  return typeof bytes === 'string' ? bytes : stamp(bytes);
}

function stamp(bytes: Uint8Array): string {
  return hash('sha256', bytes, 'base64');
}

function namesOf(entries: readonly Dirent[]): string {
  const names = entries.map((entry) => `${entry.name}\0${entryOf(entry)}`).sort();
  return hash('sha256', names.join('\0\0'), 'base64');
}

function entryOf(entry: Dirent | Stats | undefined): string {
  if (entry === undefined) return 'absent';
  if (entry.isDirectory()) return 'folder';
  if (entry.isFile()) return 'size' in entry ? `file of ${entry.size}` : 'file';
  return entry.isSymbolicLink() ? 'link' : 'other';
}
