import { dirname, join } from 'node:path';
import type { AddedDefinitions, AddedFile } from '../../targets/added.ts';
import { reportName } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { readBytes, readText } from '../disk/readFile.ts';
import { pathExists, realPath } from '../disk/trackedFs.ts';
import { sha256 } from '../ground/sha256.ts';
import type { SettingProblem } from './configs.ts';
import { cacheFolder } from './liveCopies.ts';
import { type Lock, type LockEntry, type LockedFile, lockName, readLock } from './lockFile.ts';

/** The folder of added definitions, relative to the lock file; each entry has a subfolder. */
export const addedFolder = `${cacheFolder}/crds`;

/** Far above any definition. */
export const maxBytesOfFile = 16 * 1024 * 1024;

/** The definitions added to the workspace around a folder. */
export interface AddedToWorkspace {
  /** The lock file, absolute. */
  readonly path: string;
  readonly added: AddedDefinitions;
  /** The unusable files, and why. */
  readonly problems: readonly SettingProblem[];
}

/** The lock file that governs a folder: the nearest one upwards; undefined without one. */
export function nearestLock(folder: string): string | undefined {
  const path = join(folder, lockName);
  if (pathExists(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestLock(parent);
}

/**
 * The definitions added to the workspace around a folder. Each file must match its hash; a changed or missing one is
 * reported and ignored.
 *
 * @param cwd the folder that locations are relative to.
 */
export function addedAround(folder: string, cwd: string): AddedToWorkspace | undefined {
  const path = nearestLock(folder);
  if (path === undefined) return undefined;
  const name = reportName(path, cwd);
  const content = readText(path);
  if (!content.ok) {
    const problem = { location: name, message: content.message, remedy: content.remedy };
    return { path, added: { files: [] }, problems: [problem] };
  }
  const read = readLock(content.text);
  if (!read.ok) {
    const location = name + read.location.slice(lockName.length);
    return { path, added: { files: [] }, problems: [{ location, message: read.message, remedy: read.remedy }] };
  }
  return { path, ...filesOf(read.lock, dirname(path), cwd) };
}

function filesOf(lock: Lock, folder: string, cwd: string): Omit<AddedToWorkspace, 'path'> {
  const files: AddedFile[] = [];
  const problems: SettingProblem[] = [];
  for (const [entry, locked] of lock) {
    for (const file of locked.files) {
      const path = pathOfAdded(folder, entry, file.file);
      const problem = whyNot(path, folder, file);
      if (problem === undefined) files.push(addedFile(path, folder, file));
      else problems.push({ location: reportName(path, cwd), message: problem, remedy: restore(entry, locked) });
    }
  }
  return { added: { files }, problems };
}

/** The absolute path of an added definition. */
export function pathOfAdded(folder: string, entry: string, file: string): string {
  return join(folder, ...addedFolder.split('/'), entry, file);
}

function addedFile(path: string, folder: string, { group, sha256: locked }: LockedFile): AddedFile {
  return { path, name: reportName(path, folder), group, sha256: locked };
}

/** Why a file is ignored; undefined if it matches the lock file. */
function whyNot(path: string, folder: string, { sha256: locked }: LockedFile): string | undefined {
  if (!pathExists(path)) return `does not exist, but ${lockName} names it`;
  // Links are resolved.
  if (!isBelow(realPath(path), realPath(folder))) return 'leads out of the workspace';
  const bytes = readBytes(path, maxBytesOfFile);
  if (bytes === undefined) return 'cannot be read';
  return sha256(bytes) === locked ? undefined : `does not match the hash in ${lockName}`;
}

/** How to restore the files of an entry: a sentence. */
function restore(name: string, { source, version, groups }: LockEntry): string {
  const asked = groups.map((group) => ` --group=${group}`).join('');
  const what = version === '' ? source : `${source}${source.startsWith('oci:') ? ':' : '@'}${version}`;
  return `restore it from version control, or fetch it again: kubecompat crds add ${what} --name=${name}${asked}`;
}
