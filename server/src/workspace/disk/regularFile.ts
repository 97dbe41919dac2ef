import { closeSync, constants, fstatSync, openSync, readSync } from 'node:fs';

/** The bytes of a file, or why there are none. */
export type RegularFile = Buffer | 'irregular' | 'too large' | 'changing';

/** How often a file that changes during the read is read again. */
const maxTries = 3;

/** Nearly all manifests fit; reusing the memory reduces garbage collection. */
const shared = Buffer.allocUnsafeSlow(1 << 20);

/**
 * Reads a regular file. For other files the result is `irregular`, without waiting for data: a repository can have
 * links to pipes and devices, which may never end. Throws like `node:fs`.
 *
 * @param max in bytes; for a larger file the result is `too large`.
 * @returns bytes that are valid until the next call.
 */
export function readRegular(path: string, max: number): RegularFile {
  return readWith(path, max, 0);
}

/** As {@link readRegular}; undefined for a link, and on systems that cannot refuse links when they open a file. */
export function readNoLink(path: string, max: number): RegularFile | undefined {
  if (noFollow === undefined) return undefined;
  try {
    return readWith(path, max, noFollow);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ELOOP') return undefined;
    throw error;
  }
}

/** Windows lacks the flag, despite the types of Node.js. */
const noFollow: number | undefined = constants.O_NOFOLLOW;

function readWith(path: string, max: number, flags: number): RegularFile {
  for (let tries = 0; tries < maxTries; tries++) {
    const read = readOnce(path, max, flags);
    if (read !== 'changing') return read;
  }
  return 'changing';
}

function readOnce(path: string, max: number, flags: number): RegularFile {
  // Without O_NONBLOCK, opening a pipe waits for a writer.
  const descriptor = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK | flags);
  try {
    // Nearly every file fits, with two calls: one for the content, one for its end.
    const length = readInto(shared, descriptor);
    if (length < shared.length) return length > max ? 'too large' : shared.subarray(0, length);
    const before = fstatSync(descriptor);
    if (!before.isFile()) return 'irregular';
    const { size } = before;
    if (size > max) return 'too large';
    // One byte more than the file had: if there is one, the file has grown.
    const buffer = Buffer.allocUnsafe(size + 1);
    const read = readInto(buffer, descriptor);
    const after = fstatSync(descriptor);
    const isSame = read === size && after.size === size && after.mtimeMs === before.mtimeMs;
    return isSame ? buffer.subarray(0, size) : 'changing';
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESPIPE') return 'irregular';
    throw error;
  } finally {
    closeSync(descriptor);
  }
}

/** Reads from the beginning until the file ends or the buffer is full. Returns the number of bytes in the buffer. */
function readInto(buffer: Buffer, descriptor: number): number {
  let length = 0;
  // Reads use explicit positions, which fail for files that cannot be read twice.
  for (let read = -1; read !== 0 && length < buffer.length; length += read) {
    read = readSync(descriptor, buffer, length, buffer.length - length, length);
  }
  return length;
}
