import { closeSync, fstatSync, openSync, readFileSync, readSync } from 'node:fs';
import { type DecodedBytes, decodeBytes } from './decodeBytes.ts';
import { explainIoError } from './ioError.ts';
import { cannotRepeat, entryAt, lookAt, noteBytes } from './looks.ts';

/** Far above any manifest, and below what a string can hold. */
const maxBytes = 256 * 1024 * 1024;

/** How often a file that changes under our hands is read again. */
const maxTries = 3;

/** Nearly all manifests fit; reading into the same memory again and again spares the garbage collector. */
const shared = Buffer.allocUnsafeSlow(1 << 20);

/** Reads a file's text: the one place where manifests are read. Says why, and what to do, where there is none. */
export function readText(path: string): DecodedBytes {
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const bytes = readOnce(path);
      if (bytes === 'too large') {
        cannotRepeat();
        return { ok: false, message: 'is larger than 256 MB', remedy: 'leave it out, or split it' };
      }
      if (bytes === 'changed') continue;
      noteBytes(path, bytes);
      return decodeBytes(bytes);
    }
    cannotRepeat();
    return { ok: false, message: 'keeps changing while it is read', remedy: 'run again when it is at rest' };
  } catch (error) {
    cannotRepeat();
    const { message, remedy } = explainIoError(error);
    return { ok: false, message, remedy };
  }
}

/** Reads a file that is no text; undefined where it is larger than `most` bytes or cannot be read. */
export function readBytes(path: string, most: number): Buffer | undefined {
  try {
    const bytes = lookAt(path)?.isFile() === true && entryAt(path).size <= most ? readFileSync(path) : undefined;
    if (bytes !== undefined) noteBytes(path, bytes);
    return bytes;
  } catch {
    cannotRepeat();
    return undefined;
  }
}

/** The bytes are good until the next call. */
function readOnce(path: string): Buffer | 'too large' | 'changed' {
  const descriptor = openSync(path, 'r');
  try {
    // Nearly every file ends in here, which two calls tell: one for what is in it, one for its end.
    const length = readInto(shared, descriptor);
    if (length < shared.length) return shared.subarray(0, length);
    const before = fstatSync(descriptor);
    if (!before.isFile()) return readOn(descriptor);
    const { size } = before;
    if (size > maxBytes) return 'too large';
    // One byte more than the file had: if there is one, the file has grown.
    const buffer = Buffer.allocUnsafe(size + 1);
    const read = readInto(buffer, descriptor, 0);
    const after = fstatSync(descriptor);
    const isSame = read === size && after.size === size && after.mtimeMs === before.mtimeMs;
    return isSame ? buffer.subarray(0, size) : 'changed';
  } finally {
    closeSync(descriptor);
  }
}

/** All of a pipe or a device whose beginning was read: how much it has is known only at its end, if it has one. */
function readOn(descriptor: number): Buffer | 'too large' {
  const pieces = [Buffer.from(shared)];
  while (pieces.length * shared.length <= maxBytes) {
    const length = readInto(shared, descriptor);
    pieces.push(Buffer.from(shared.subarray(0, length)));
    if (length < shared.length) return Buffer.concat(pieces);
  }
  return 'too large';
}

/**
 * Reads until the file ends or the buffer is full. Gives how much is in the buffer then.
 *
 * @param start where to begin; without it, where reading ended last, which is all that a pipe can do.
 */
function readInto(buffer: Buffer, descriptor: number, start?: number): number {
  let length = 0;
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    const position = start === undefined ? null : start + length;
    read = readSync(descriptor, buffer, length, buffer.length - length, position);
  }
  return length;
}
