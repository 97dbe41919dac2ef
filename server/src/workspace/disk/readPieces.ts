import { closeSync, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { explainIoError, type IoErrorText } from './ioError.ts';
import { markUncacheable } from './trackedFs.ts';

/** In bytes; a piece is never larger. */
const pieceSize = 1024 * 1024;

/**
 * Reads a UTF-8 file of any size in pieces; invalid bytes become the replacement character. Returns why it cannot be
 * read completely; undefined on success.
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
