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
import { dirname, sep } from 'node:path';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { nextRevision, noteRead, type PlainRead, Source, tracks } from '../ground/graph.ts';
import { isOutOfReach, isPlainlyInside, leadsOutside, outsideError } from './confinement.ts';
import { type RegularFile, readNoLink, readRegular } from './regularFile.ts';

/*
 * Every file access that the outcome of a run depends on goes through this module, which `.dependency-cruiser.cjs`
 * enforces. Recording them gives the dependencies of a run: if all are unchanged, so is the outcome.
 *
 * For the same reason accesses are confined to the workspace here (`confinement.ts`): paths that may not be opened fail
 * as on disk, and paths that may not be looked up do not exist.
 */

const accessKinds = ['bytes', 'saved', 'names', 'entry', 'exists', 'real', 'program'] as const;

/** The kind of an access. */
type AccessKind = (typeof accessKinds)[number];

/** One file access, with its result in a comparable form. */
export type FileAccess = readonly [kind: AccessKind, path: string, saw: string];

let accesses: Map<string, FileAccess> | undefined;
let repeatable = true;

/** Every result of an access that answers may depend on, by kind and path. */
const seen = new Map<string, SeenAccess>();

/** The texts of open documents, by absolute path: they are the content of their files. */
const openTexts = new Map<string, string>();

/** An access that answers depend on, with its last result. */
class SeenAccess extends Source {
  readonly #kind: AccessKind;
  readonly path: string;
  saw: string;
  /** Whether the disk may give another result now. */
  isDoubtful = false;

  constructor(kind: AccessKind, path: string, saw: string) {
    super();
    this.#kind = kind;
    this.path = path;
    this.saw = saw;
  }

  override get plain(): PlainRead {
    return [this.#kind, this.path, this.saw];
  }

  refresh(): void {
    if (this.isDoubtful) this.take(observe(this.#kind, this.path));
  }

  take(saw: string): void {
    this.isDoubtful = false;
    if (saw === this.saw) return;
    this.saw = saw;
    this.changedAt = nextRevision();
  }
}

/**
 * Call when files or folders may have changed, come or gone on disk.
 *
 * @param paths absolute; undefined if any may have.
 */
export function filesChanged(paths?: readonly string[]): void {
  nextRevision();
  if (paths === undefined) {
    for (const access of seen.values()) access.isDoubtful = true;
    return;
  }
  const changed = new Set(paths);
  // The folders above may be new, or list other names.
  const above = new Set(paths.map((path) => dirname(path)));
  for (const folder of above) above.add(dirname(folder));
  const below = new Map<string, boolean>();
  // A change of branch changes thousands of files: look at the folders of each path, not at all changes.
  const isAtOrBelow = (path: string): boolean =>
    changed.has(path) ||
    (path !== dirname(path) && getOrInsertComputed(below, dirname(path), () => isAtOrBelow(dirname(path))));
  for (const access of seen.values()) {
    const { path } = access;
    if (above.has(path) || isAtOrBelow(path) || isOfGit(path)) access.isDoubtful = true;
  }
}

/** Editors do not tell about changes of these. */
function isOfGit(path: string): boolean {
  return path.endsWith(`${sep}.git${sep}logs${sep}HEAD`);
}

/** Sets the text of a document that is open in an editor; undefined once it is closed. Returns whether that is a change. */
export function setOpenText(path: string, text: string | undefined): boolean {
  if (openTexts.get(path) === text) return false;
  if (text === undefined) openTexts.delete(path);
  else openTexts.set(path, text);
  nextRevision();
  const access = seen.get(keyOf('bytes', path));
  if (access !== undefined) access.isDoubtful = true;
  return true;
}

/** Forgets the open documents: those of another client. */
export function closeAllTexts(): void {
  for (const path of openTexts.keys()) setOpenText(path, undefined);
}

function keyOf(kind: AccessKind, path: string): string {
  return `${kind} ${path}`;
}

/** Starts recording the accesses of this thread. */
export function startRecording(): void {
  accesses = new Map();
  repeatable = true;
}

/** Whether this thread is recording. */
export function isRecording(): boolean {
  return accesses !== undefined;
}

/** The dependencies of a run. */
export interface RecordedAccesses {
  readonly accesses: readonly FileAccess[];
  /** Whether there are no others. */
  readonly complete: boolean;
}

/** Stops recording and returns the accesses. */
export function stopRecording(): RecordedAccesses {
  const recorded = accesses ?? new Map<string, FileAccess>();
  accesses = undefined;
  return { accesses: [...recorded.values()], complete: repeatable };
}

/** Adds the accesses of another thread for this run. */
export function addAccesses(others: RecordedAccesses): void {
  if (accesses === undefined) return;
  repeatable &&= others.complete;
  for (const operation of others.accesses) accesses.set(`${operation[0]} ${operation[1]}`, operation);
}

/** Marks the run as dependent on something that cannot be re-read: another program, standard input, a cluster. */
export function markUncacheable(): void {
  repeatable = false;
}

/** Whether an access would give the same result now. */
export function isUnchanged([kind, path, observed]: FileAccess): boolean {
  return observe(kind, path) === observed;
}

/** What an access gives now; undefined if this is no kind of access. */
export function presentAccess(kind: string, path: string): string | undefined {
  if (!isAccessKind(kind)) return undefined;
  const known = seen.get(keyOf(kind, path));
  known?.refresh();
  const saw = known?.saw ?? observe(kind, path);
  if (known === undefined && tracks()) note(kind, path, saw);
  accesses?.set(keyOf(kind, path), [kind, path, saw]);
  return saw;
}

function isAccessKind(kind: string): kind is AccessKind {
  return accessKinds.some((known) => known === kind);
}

/** The same access, with its present result. */
export function repeatAccess([kind, path]: FileAccess): FileAccess {
  return [kind, path, observe(kind, path)];
}

function observe(kind: AccessKind, path: string): string {
  switch (kind) {
    case 'bytes':
      if (openTexts.has(path)) return stamp(openTexts.get(path) ?? '');
      return attempt(() => describeBytes(bytesOf(path, Number.POSITIVE_INFINITY)));
    case 'saved':
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

/** The text of an open document, which is the content of its file; undefined if it is not open. */
export function readOpenText(path: string): string | undefined {
  const text = openTexts.get(path);
  if (text !== undefined) record('bytes', path, () => stamp(text));
  return text;
}

/**
 * The content of a file, from {@link readRegular}.
 *
 * @param kind `saved` for what other programs read, also while the file is open in an editor.
 */
export function readTracked(path: string, max: number, kind: 'bytes' | 'saved' = 'bytes'): RegularFile {
  return tracked(kind, path, () => bytesOf(path, max), describeBytes);
}

/** The names and kinds of a folder's entries, from {@link readdirSync}. */
export function readFolder(path: string): Dirent[] {
  return tracked('names', path, () => entriesOf(path), namesOf);
}

/** The names of a folder's entries; none if it cannot be read. */
export function namesIn(folder: string): readonly string[] {
  try {
    return readFolder(folder).map(({ name }) => name);
  } catch {
    return [];
  }
}

/** Like `statSync` of `node:fs`, with undefined for a missing path. */
export function statOf(path: string): Stats | undefined {
  return tracked('entry', path, () => statsOf(path), entryOf);
}

/** Like `statSync` of `node:fs`, which throws for a missing path. */
export function entryAt(path: string): Stats {
  const found = statOf(path);
  if (found === undefined && isOutOfReach(path)) throw outsideError(path);
  return found ?? statSync(path);
}

/** Like `existsSync` of `node:fs`. */
export function pathExists(path: string): boolean {
  return tracked('exists', path, () => exists(path), String);
}

/** Like `realpathSync` of `node:fs`. */
export function realPath(path: string): string {
  return tracked('real', path, () => realOf(path), String);
}

/** The same, undefined for a missing path. */
export function realPathOf(path: string): string | undefined {
  try {
    return realPath(path);
  } catch {
    return undefined;
  }
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

function bytesOf(path: string, max: number): RegularFile {
  // Saves one call per file, and no link can be swapped in between check and open.
  const direct = isPlainlyInside(path) ? readNoLink(path, max) : undefined;
  if (direct !== undefined) return direct;
  if (leadsOutside(path)) throw outsideError(path);
  return readRegular(path, max);
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

/** Why a path cannot exist: the name is too long or invalid, or links form a cycle. */
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
  if (tracks()) note(kind, path, observed());
  if (accesses === undefined) return;
  const key = keyOf(kind, path);
  const seen = observed();
  // A path that changed during the run gave two results, and a second run may see neither.
  if ((accesses.get(key)?.[2] ?? seen) !== seen) repeatable = false;
  accesses.set(key, [kind, path, seen]);
}

function note(kind: AccessKind, path: string, saw: string): void {
  const key = keyOf(kind, path);
  let access = seen.get(key);
  if (access === undefined) {
    access = new SeenAccess(kind, path, saw);
    seen.set(key, access);
  } else access.take(saw);
  noteRead(access);
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

function stamp(bytes: Uint8Array | string): string {
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
