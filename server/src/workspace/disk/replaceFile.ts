import { readFileSync, realpathSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { type Encoding, encodeText } from './decodeBytes.ts';
import { explainIoError } from './ioError.ts';

/** Why a file was not replaced. */
export interface RefusedWrite {
  readonly message: string;
  readonly remedy: string;
}

/**
 * Replaces the text of a file as a whole or not at all, in the encoding it had. Refuses when the file is no longer what
 * was read. A link stays a link: what it leads to is replaced.
 */
export function replaceFile(
  path: string,
  read: { readonly text: string; readonly encoding: Encoding },
  text: string,
): RefusedWrite | undefined {
  let temporary: string | undefined;
  try {
    const real = realpathSync(path);
    if (!readFileSync(real).equals(encodeText(read.text, read.encoding))) {
      return { message: 'has changed meanwhile and was left alone', remedy: 'run again' };
    }
    temporary = join(dirname(real), `.${basename(real)}.${process.pid}.tmp`);
    writeFileSync(temporary, encodeText(text, read.encoding), { mode: statSync(real).mode, flag: 'wx' });
    renameSync(temporary, real);
    return undefined;
  } catch (error) {
    if (temporary !== undefined) rmSync(temporary, { force: true });
    const { message, remedy } = explainIoError(error);
    return { message: message.replace('may not be read', 'may not be written'), remedy };
  }
}

/** Writes a file as a whole or not at all, whatever is there: a link is replaced, not followed. Throws as `node:fs` does. */
export function putFile(path: string, text: string): void {
  const temporary = `${path}.${process.pid}.tmp`;
  try {
    writeFileSync(temporary, text, { flag: 'wx' });
    renameSync(temporary, path);
  } finally {
    rmSync(temporary, { force: true });
  }
}

/** Makes a file that is not there. */
export function createFile(path: string, text: string): RefusedWrite | undefined {
  try {
    writeFileSync(path, text, { flag: 'wx' });
    return undefined;
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { message: message.replace('may not be read', 'may not be written'), remedy };
  }
}
