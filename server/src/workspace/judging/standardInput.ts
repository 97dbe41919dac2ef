import { resolve } from 'node:path';
import { type DecodedBytes, decodeBytes } from '../disk/decodeBytes.ts';
import { reportName } from '../disk/discover.ts';
import { explainIoError } from '../disk/ioError.ts';

/** Standard input as a file of the working folder. */
export interface StandardInput {
  /** As reports name it. */
  readonly file: string;
  /** Its assumed location, which decides its settings. */
  readonly path: string;
  readonly content: DecodedBytes;
}

const unnamed = '<stdin>';

/** Reads all of standard input. @param filename the user's name for it. */
export function readStandardInput(bytes: () => Uint8Array, filename: string | undefined, cwd: string): StandardInput {
  const path = resolve(cwd, filename ?? unnamed);
  return { file: reportName(path, cwd), path, content: contentOf(bytes) };
}

function contentOf(bytes: () => Uint8Array): DecodedBytes {
  try {
    return decodeBytes(Buffer.from(bytes()));
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { ok: false, message, remedy };
  }
}
