import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { explainWriteError } from '../workspace/disk/ioError.ts';
import { readText } from '../workspace/disk/readFile.ts';
import { putFile } from '../workspace/disk/replaceFile.ts';
import { pathExists } from '../workspace/disk/trackedFs.ts';
import { sha256 } from '../workspace/ground/sha256.ts';
import { addedFolder, nearestLock } from '../workspace/settings/addedDefinitions.ts';
import { ConfigFinder } from '../workspace/settings/findConfig.ts';
import { cacheFolder } from '../workspace/settings/liveCopies.ts';
import {
  type Lock,
  type LockEntry,
  type LockedCatalogue,
  lockName,
  lockText,
  readLock,
} from '../workspace/settings/lockFile.ts';
import type { StoredDefinition } from './definitions.ts';
import { SourceProblem } from './problem.ts';

/** The lock file of a workspace, as it was read. */
export interface OpenLock {
  /** Its folder, absolute; added definitions are below it. */
  readonly folder: string;
  /** '' if it does not exist yet. */
  readonly text: string;
  readonly lock: Lock;
  /** The pinned catalogue; undefined for none. */
  readonly catalogue: LockedCatalogue | undefined;
}

/**
 * The lock file that governs a folder. A new one is beside the configuration, at the root of the repository, or in the
 * folder. Throws a {@link SourceProblem} for an unreadable one.
 */
export function openLock(cwd: string): OpenLock {
  const path = nearestLock(cwd);
  if (path === undefined) return { folder: new ConfigFinder().nearest(cwd)?.folder ?? rootOf(cwd) ?? cwd, ...noLock };
  const content = readText(path);
  if (!content.ok) throw new SourceProblem(`${lockName} ${content.message}`, content.remedy);
  const read = readLock(content.text);
  if (!read.ok) throw new SourceProblem(`${read.location}: ${read.message}`, read.remedy);
  return { folder: dirname(path), text: content.text, lock: read.lock, catalogue: read.catalogue };
}

const noLock = { text: '', lock: new Map<string, LockEntry>(), catalogue: undefined };

function rootOf(folder: string): string | undefined {
  if (pathExists(join(folder, '.git'))) return folder;
  const parent = dirname(folder);
  return parent === folder ? undefined : rootOf(parent);
}

/**
 * Changes the entry of a name atomically: writes its files into a temporary folder first, and replaces the lock file
 * last. Throws a {@link SourceProblem} on failure, without changes.
 *
 * @param entry the entry without its files; undefined to remove it.
 */
export function writeEntry(
  open: OpenLock,
  name: string,
  entry: Omit<LockEntry, 'files'> | undefined,
  definitions: readonly StoredDefinition[],
): OpenLock {
  const files = definitions.map(({ file, group, kind, versions, from, text }) => {
    return { file, group, kind, versions, from, sha256: sha256(text) };
  });
  const lock = new Map(open.lock);
  if (entry === undefined) lock.delete(name);
  else lock.set(name, { ...entry, files });
  const text = textOfLock(lock, open.catalogue);
  try {
    const folder = makeAddedFolder(open.folder);
    finishInterrupted(folder, open);
    replaceAll(folder, name, definitions, open, text);
  } catch (thrown) {
    if (thrown instanceof SourceProblem) throw thrown;
    const { message, remedy } = explainWriteError(thrown);
    throw new SourceProblem(`${addedFolder}/${name} ${message}`, remedy);
  }
  return { ...open, text, lock };
}

/** Pins a catalogue, or none, in the lock file. Throws a {@link SourceProblem} if it cannot be written. */
export function writeCatalogue(open: OpenLock, catalogue: LockedCatalogue | undefined): void {
  try {
    replaceLock(open, textOfLock(open.lock, catalogue));
  } catch (thrown) {
    if (thrown instanceof SourceProblem) throw thrown;
    const { message, remedy } = explainWriteError(thrown);
    throw new SourceProblem(`${lockName} ${message}`, remedy);
  }
}

function textOfLock(lock: Lock, catalogue: LockedCatalogue | undefined): string {
  return lock.size === 0 && catalogue === undefined ? '' : lockText(lock, catalogue);
}

const stagingMark = '.new.tmp';
const formerMark = '.old.tmp';

function replaceAll(
  folder: string,
  name: string,
  definitions: readonly StoredDefinition[],
  open: OpenLock,
  text: string,
): void {
  const [location, staging, former] = [name, `.${name}${stagingMark}`, `.${name}${formerMark}`].map((item) =>
    join(folder, item),
  );
  if (location === undefined || staging === undefined || former === undefined) return;
  let [isMoved, isPlaced] = [false, false];
  try {
    mkdirSync(staging);
    for (const { file, text: definition } of definitions)
      writeFileSync(join(staging, file), definition, { flag: 'wx' });
    if (existsSync(location)) {
      renameSync(location, former);
      isMoved = true;
    }
    if (definitions.length > 0) {
      renameSync(staging, location);
      isPlaced = true;
    }
    replaceLock(open, text);
  } catch (thrown) {
    if (isPlaced) rmSync(location, { recursive: true, force: true });
    if (isMoved) renameSync(former, location);
    throw thrown;
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
  rmSync(former, { recursive: true, force: true });
}

/** Replaces the lock file, unless it has changed since it was read. */
function replaceLock(open: OpenLock, text: string): void {
  const path = join(open.folder, lockName);
  const current = existsSync(path) ? readFileSync(path, 'utf8') : '';
  if (current !== open.text)
    throw new SourceProblem(`${lockName} has changed in the meantime and was not written`, 'run again');
  if (text === '') {
    rmSync(path, { force: true });
    return;
  }
  putFile(path, text);
}

/** Makes the folder of added definitions. Throws a {@link SourceProblem} if a link leads out of the workspace. */
function makeAddedFolder(root: string): string {
  const cache = join(root, cacheFolder);
  if (!existsSync(cache)) mkdirSync(cache);
  const folder = join(root, ...addedFolder.split('/'));
  const outside = new SourceProblem(`${addedFolder} leads out of the workspace`, `remove ${join(root, cacheFolder)}`);
  if (!realpathSync(cache).startsWith(realpathSync(root) + sep)) throw outside;
  keepInGit(cache);
  if (!existsSync(folder)) mkdirSync(folder);
  if (!realpathSync(folder).startsWith(realpathSync(root) + sep)) throw outside;
  return folder;
}

/** The .gitignore of our folder: ignores everything except added definitions, which clones need. */
const gitignore = '*\n!/.gitignore\n!/crds/\n!/crds/**\n/crds/.*\n';

function keepInGit(cache: string): void {
  const path = join(cache, '.gitignore');
  const current = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
  // The user wrote any other content.
  if (current !== undefined && current !== '*\n') return;
  const temporary = `${path}.${process.pid}.tmp`;
  writeFileSync(temporary, gitignore, { flag: 'wx' });
  renameSync(temporary, path);
}

/** Completes interrupted changes: restores the folders that the lock file describes, and removes temporary ones. */
function finishInterrupted(folder: string, { lock }: OpenLock): void {
  for (const file of readdirSync(folder)) {
    if (file.startsWith('.') && file.endsWith(stagingMark))
      rmSync(join(folder, file), { recursive: true, force: true });
    if (!file.startsWith('.') || !file.endsWith(formerMark)) continue;
    const name = file.slice(1, -formerMark.length);
    const entry = lock.get(name);
    const [location, former] = [join(folder, name), join(folder, file)];
    if (entry !== undefined && !matchesEntry(location, entry) && matchesEntry(former, entry)) {
      rmSync(location, { recursive: true, force: true });
      renameSync(former, location);
    } else rmSync(former, { recursive: true, force: true });
  }
}

function matchesEntry(folder: string, { files }: LockEntry): boolean {
  return files.every(({ file, sha256: locked }) => {
    const path = join(folder, file);
    return existsSync(path) && sha256(readFileSync(path)) === locked;
  });
}
