import { linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { StepFailed } from './go.ts';

/**
 * Takes a cache folder for this process, so that two runs do not write the same files; the lock ends with the process. A
 * lock that an ended process left behind is taken over. Throws `StepFailed` if another process has the folder.
 */
export function lockFolder(folder: string): void {
  const path = join(folder, 'lock');
  const ownPath = `${path}.${process.pid}`;
  // A link is made with its content or not at all, unlike a new file.
  writeFileSync(ownPath, `${process.pid}\n`);
  try {
    if (!linked(ownPath, path)) {
      const holder = holderOf(path);
      if (holder !== undefined && isAlive(holder))
        throw new StepFailed(
          `${folder} is in use by another run (process ${holder}). Wait until it has finished, then call the command again.`,
        );
      rmSync(path, { force: true });
      if (!linked(ownPath, path)) throw new StepFailed(`${folder} was just taken by another run.`);
    }
  } finally {
    rmSync(ownPath, { force: true });
  }
  process.once('exit', () => {
    if (holderOf(path) === process.pid) rmSync(path, { force: true });
  });
}

function linked(from: string, to: string): boolean {
  try {
    linkSync(from, to);
    return true;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'EEXIST') return false;
    throw error;
  }
}

/** The process that a lock names; undefined if there is no lock, or it names none. */
function holderOf(path: string): number | undefined {
  try {
    const pid = Number(readFileSync(path, 'utf8').trim());
    return Number.isInteger(pid) && pid > 0 ? pid : undefined;
  } catch {
    return undefined;
  }
}

/** A signal 0 only asks whether the process is there; EPERM says that it is, and belongs to another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}
