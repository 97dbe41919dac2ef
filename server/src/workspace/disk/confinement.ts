import { existsSync, lstatSync, realpathSync } from 'node:fs';
import { dirname, join, sep } from 'node:path';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { isBelow } from './isBelow.ts';

/** The files that a program may access, as plain data for other threads. */
export interface Confinement {
  /** The absolute folders of the workspace. Files in them are read only if their real path is inside. */
  readonly folders: readonly string[];
  /** Whether paths outside are not even looked up: the names are untrusted. */
  readonly isStrict: boolean;
}

let current: Confinement | undefined;
/** The real paths of the folders. */
let real: readonly string[] = [];
/** By folder, whether its real path is in the workspace; used only if the workspace is trusted. */
let known = new Map<string, boolean>();

/** Confines the file accesses of this thread to a workspace; undefined removes the confinement. */
export function confine(to: Confinement | undefined): void {
  current = to;
  real = (to?.folders ?? []).flatMap((folder) => realOf(folder) ?? []);
  known = new Map();
}

/** The confinement of this thread, for its helper threads. */
export function confinement(): Confinement | undefined {
  return current;
}

/** The root of the repository that a folder is in, or the folder itself if it is in none; wherever it is. */
export function repositoryAround(folder: string): string {
  for (let at = folder; ; at = dirname(at)) {
    if (existsSync(join(at, '.git'))) return at;
    if (dirname(at) === at) return folder;
  }
}

/** Whether a path may not even be looked up, by its text; `..` must be resolved. */
export function isOutOfReach(path: string): boolean {
  if (current === undefined || !(current.isStrict || isOfNoDrive(path))) return false;
  return !current.folders.some((folder) => isBelow(path, folder));
}

/**
 * Whether a Windows path leads to another machine, where a look-up would log in, or to a device. Repositories have no
 * reason to name one, trusted or not.
 */
function isOfNoDrive(path: string): boolean {
  return sep === '\\' && path.startsWith('\\\\');
}

/** Whether a path may not be opened: it is out of reach, or a link leads out of the workspace. */
export function leadsOutside(path: string): boolean {
  if (current === undefined || current.folders.includes(path)) return false;
  if (!current.folders.some((folder) => isBelow(path, folder))) return current.isStrict || isOfNoDrive(path);
  if (current.isStrict) return !isReallyWithin(path);
  return isLink(path) ? !isReallyWithin(path) : !isFolderWithin(dirname(path));
}

/** Whether a path may be opened unless it is a link itself: its folder is in the user's workspace. */
export function isPlainlyInside(path: string): boolean {
  if (current === undefined || current.isStrict) return false;
  return current.folders.some((folder) => isBelow(path, folder)) && isFolderWithin(dirname(path));
}

/** The error of a refused access, like those of `node:fs`. */
export function outsideError(path: string): Error {
  const code = current?.isStrict === true ? 'EUNTRUSTED' : 'EOUTSIDE';
  return Object.assign(new Error(`${code}: outside of the workspace, '${path}'`), { code });
}

function isFolderWithin(folder: string): boolean {
  return getOrInsertComputed(known, folder, () => isReallyWithin(folder));
}

/** A missing path leads nowhere. */
function isReallyWithin(path: string): boolean {
  const at = realOf(path);
  return at === undefined || real.some((folder) => isBelow(at, folder));
}

function isLink(path: string): boolean {
  try {
    return lstatSync(path).isSymbolicLink();
  } catch {
    return false;
  }
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path);
  } catch {
    return undefined;
  }
}
