import { closeSync, openSync, readSync } from 'node:fs';
import { type DecodedBytes, decodeBytes } from './decodeBytes.ts';
import { explainIoError } from './ioError.ts';
import type { RegularFile } from './regularFile.ts';
import { markUncacheable, readOpenText, readTracked } from './trackedFs.ts';

/** Larger than any manifest, and below the limit of strings. */
const maxBytes = 256 * 1024 * 1024;

/** Larger than any settings file: configurations, `.gitignore`. */
export const maxSettingBytes = 4 * 1024 * 1024;

type Unread = Extract<DecodedBytes, { readonly ok: false }>;

/**
 * Reads a file's text: the only place where manifests are read. Otherwise returns the reason and remedy.
 *
 * @param max in bytes.
 */
export function readText(path: string, max: number = maxBytes): DecodedBytes {
  const open = readOpenText(path);
  return open === undefined ? readWith('bytes', path, max) : { ok: true, text: open, encoding: 'utf-8' };
}

/** The text of a file on disk, which other programs read, also while it is open in an editor with another text. */
export function readSavedText(path: string): DecodedBytes {
  return readWith('saved', path, maxBytes);
}

function readWith(kind: 'bytes' | 'saved', path: string, max: number): DecodedBytes {
  try {
    const bytes = readTracked(path, max, kind);
    return typeof bytes === 'string' ? refusal(bytes, max) : decodeBytes(bytes);
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { ok: false, message, remedy };
  }
}

/** Reads a file as bytes; undefined if it is larger than `max` bytes or cannot be read. */
export function readBytes(path: string, max: number): Buffer | undefined {
  try {
    const bytes = readTracked(path, max);
    return typeof bytes === 'string' ? undefined : Buffer.from(bytes);
  } catch {
    return undefined;
  }
}

/**
 * Reads a pipe to its end, waiting for the writer: for files that a user names, such as `<(helm template .)` of a
 * shell.
 */
export function readPipe(path: string): DecodedBytes {
  markUncacheable();
  try {
    const descriptor = openSync(path, 'r');
    try {
      const pieces: Buffer[] = [];
      for (let length = 0; length <= maxBytes; ) {
        const piece = Buffer.allocUnsafe(1 << 16);
        const read = readSync(descriptor, piece, 0, piece.length, null);
        if (read === 0) return decodeBytes(Buffer.concat(pieces));
        pieces.push(piece.subarray(0, read));
        length += read;
      }
      return refusal('too large', maxBytes);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { ok: false, message, remedy };
  }
}

function refusal(why: Exclude<RegularFile, Buffer>, max: number): Unread {
  switch (why) {
    case 'irregular':
      return { ok: false, message: 'is not a regular file', remedy: 'specify a regular file, or - for standard input' };
    case 'too large':
      return { ok: false, message: `is larger than ${max / 1024 / 1024} MB`, remedy: 'leave it out, or split it' };
    case 'changing':
      return { ok: false, message: 'changes while it is read', remedy: 'run again when it no longer changes' };
  }
}
