import { dirname, join } from 'node:path';
import type { AddedDefinitions, AddedFile } from '../../targets/added.ts';
import { reportName } from '../disk/discover.ts';
import { isBelow } from '../disk/isBelow.ts';
import { readBytes, readText } from '../disk/readFile.ts';
import { sha256 } from '../disk/sha256.ts';
import { isThere, realPath } from '../disk/trackedFs.ts';
import type { SettingProblem } from './configs.ts';
import { cacheFolder } from './liveCopies.ts';
import { type Lock, type LockEntry, type LockedFile, lockName, readLock } from './lockFile.ts';

/** The folder of added definitions, from the folder of the lock file on; each entry has one of its own in it. */
export const addedFolder = `${cacheFolder}/crds`;

/** Far above any definition. */
export const mostBytesOfFile = 16 * 1024 * 1024;

/** What was added to the workspace around a folder. */
export interface AddedToWorkspace {
  /** The lock file, absolute. */
  readonly path: string;
  readonly added: AddedDefinitions;
  /** What cannot be used of it, and why. */
  readonly problems: readonly SettingProblem[];
}

/** The lock file that governs a folder: the nearest one upwards; undefined without one. */
export function nearestLock(folder: string): string | undefined {
  const path = join(folder, lockName);
  if (isThere(path)) return path;
  const parent = dirname(folder);
  return parent === folder ? undefined : nearestLock(parent);
}

/**
 * What was added to the workspace around a folder. Each file is held to its hash; one that has another, or that is gone, is told
 * and does not count.
 *
 * @param cwd the folder that places are named from.
 */
export function addedAround(folder: string, cwd: string): AddedToWorkspace | undefined {
  const path = nearestLock(folder);
  if (path === undefined) return undefined;
  const name = reportName(path, cwd);
  const content = readText(path);
  if (!content.ok) {
    const problem = { place: name, message: content.message, remedy: content.remedy };
    return { path, added: { files: [] }, problems: [problem] };
  }
  const read = readLock(content.text);
  if (!read.ok) {
    const place = name + read.place.slice(lockName.length);
    return { path, added: { files: [] }, problems: [{ place, message: read.message, remedy: read.remedy }] };
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
      else problems.push({ place: reportName(path, cwd), message: problem, remedy: restore(entry, locked) });
    }
  }
  return { added: { files }, problems };
}

/** Where an added definition lies, absolute. */
export function pathOfAdded(folder: string, entry: string, file: string): string {
  return join(folder, ...addedFolder.split('/'), entry, file);
}

function addedFile(path: string, folder: string, { group, sha256: locked }: LockedFile): AddedFile {
  return { path, name: reportName(path, folder), group, sha256: locked };
}

/** Why a file does not count; undefined for one that is as the lock file says. */
function whyNot(path: string, folder: string, { sha256: locked }: LockedFile): string | undefined {
  if (!isThere(path)) return `does not exist, but ${lockName} names it`;
  // Links count as what they lead to.
  if (!isBelow(realPath(path), realPath(folder))) return 'leads out of the workspace';
  const bytes = readBytes(path, mostBytesOfFile);
  if (bytes === undefined) return 'cannot be read';
  return sha256(bytes) === locked ? undefined : `does not match the hash in ${lockName}`;
}

/** How to get the files of an entry again as they were: a sentence. */
function restore(name: string, { source, version, groups }: LockEntry): string {
  const asked = groups.map((group) => ` --group=${group}`).join('');
  const what = version === '' ? source : `${source}${source.startsWith('oci:') ? ':' : '@'}${version}`;
  return `restore it from version control, or fetch it again: kubecompat crds add ${what} --name=${name}${asked}`;
}
