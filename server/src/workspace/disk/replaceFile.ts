import { chmodSync, chownSync, realpathSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Encoding, encodeText } from './decodeBytes.ts';
import { explainIoError, explainWriteError } from './ioError.ts';
import { readRegular } from './regularFile.ts';

/** Why a file was not replaced. */
export interface RefusedWrite {
  readonly message: string;
  readonly remedy: string;
}

/**
 * Replaces the text of a file atomically, in its encoding. Refuses if the file changed since it was read, or is
 * read-only. Mode and owner stay. A link stays a link: its target is replaced; a file with several names, or with an
 * owner that we cannot set, is written in place.
 */
export function replaceFile(
  path: string,
  read: { readonly text: string; readonly encoding: Encoding },
  text: string,
): RefusedWrite | undefined {
  let temporary: string | undefined;
  try {
    const real = realpathSync(path);
    const before = encodeText(read.text, read.encoding);
    const isSame = () => {
      const now = readRegular(real, before.length);
      return typeof now !== 'string' && now.equals(before);
    };
    if (!isSame()) return { message: 'has changed in the meantime and was not written', remedy: 'run again' };
    const { mode, uid, gid, nlink } = statSync(real);
    if ((mode & 0o222) === 0) return { message: 'is read-only and was not written', remedy: 'make it writable' };
    const bytes = encodeText(text, read.encoding);
    temporary = join(dirname(real), `.${basename(real)}.${process.pid}.tmp`);
    writeFileSync(temporary, bytes, { mode: 0o600, flag: 'wx' });
    if (nlink === 1 && owns(temporary, uid, gid)) {
      // Restores bits removed by the umask; changing the owner clears the set-id bits.
      chmodSync(temporary, mode & 0o7777);
      renameSync(temporary, real);
    } else {
      writeFileSync(real, bytes, { flag: 'r+' });
      truncateSync(real, bytes.length);
      rmSync(temporary);
    }
    return undefined;
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    // The file itself is missing here, not its folder.
    const read = explainIoError(error);
    const { message, remedy } = read.missing ? read : explainWriteError(error);
    return { message, remedy };
  }
}

/** Sets the owner and group of a file; false if this user may not. */
function owns(path: string, uid: number, gid: number): boolean {
  const now = statSync(path);
  if (now.uid === uid && now.gid === gid) return true;
  try {
    chownSync(path, uid, gid);
    return true;
  } catch {
    return false;
  }
}

/** Writes a file atomically: an existing link is replaced, not followed. Throws like `node:fs`. */
export function putFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Creates a file that does not exist. */
export function createFile(path: string, text: string): RefusedWrite | undefined {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { message, remedy } = explainWriteError(error);
    return { message, remedy };
  }
}
