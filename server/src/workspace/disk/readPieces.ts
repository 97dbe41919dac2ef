import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { explainIoError, type IoErrorText } from './ioError.ts';
import { markUncacheable } from './trackedFs.ts';

/** In bytes; a piece is never larger. */
const pieceSize = 1024 * 1024;

/**
 * Reads a file of any size in UTF-8 piece by piece; bytes that are none become the replacement character. Gives why it
 * cannot be read, or not to its end; undefined where all was read.
 */
export function readPieces(path: string, take: (piece: string) => void): IoErrorText | undefined {
  markUncacheable();
  try {
    const descriptor = openSync(path, 'r');
    try {
      const decoder = new StringDecoder('utf8');
      const bytes = Buffer.allocUnsafe(pieceSize);
      for (let read = -1; read !== 0; ) {
        read = readSync(descriptor, bytes, 0, pieceSize, null);
        take(decoder.write(bytes.subarray(0, read)));
      }
      take(decoder.end());
    } finally {
      closeSync(descriptor);
    }
    return undefined;
  } catch (error) {
    return explainIoError(error);
  }
}
