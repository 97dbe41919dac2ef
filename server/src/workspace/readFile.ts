import { closeSync, fstatSync, openSync, readFileSync, type Stats } from 'node:fs';
import { type DecodedBytes, decodeBytes } from './decodeBytes.ts';
import { explainIoError } from './ioError.ts';

/** Far above any manifest, and below what a string can hold. */
const maxBytes = 256 * 1024 * 1024;

/** How often a file that changes under our hands is read again. */
const maxTries = 3;

/** Reads a file's text: the one place where manifests are read. Says why, and what to do, where there is none. */
export function readText(path: string): DecodedBytes {
  try {
    for (let tries = 0; tries < maxTries; tries++) {
      const bytes = readOnce(path);
      if (bytes === 'too large') {
        return { ok: false, message: 'is larger than 256 MB', remedy: 'leave it out, or split it' };
      }
      if (bytes !== 'changed') return decodeBytes(bytes);
    }
    return { ok: false, message: 'keeps changing while it is read', remedy: 'run again when it is at rest' };
  } catch (error) {
    const { message, remedy } = explainIoError(error);
    return { ok: false, message, remedy };
  }
}

function readOnce(path: string): Buffer | 'too large' | 'changed' {
  const descriptor = openSync(path, 'r');
  try {
    const before = fstatSync(descriptor);
    if (before.isFile() && before.size > maxBytes) return 'too large';
    const bytes = readFileSync(descriptor);
    return before.isFile() && hasChanged(before, fstatSync(descriptor)) ? 'changed' : bytes;
  } finally {
    closeSync(descriptor);
  }
}

function hasChanged(before: Stats, after: Stats): boolean {
  return before.size !== after.size || before.mtimeMs !== after.mtimeMs;
}
