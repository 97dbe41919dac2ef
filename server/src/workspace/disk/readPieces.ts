import { closeSync, createReadStream, openSync, readSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { createGunzip } from 'node:zlib';
import { explainIoError, type IoErrorText } from './ioError.ts';
import { markUncacheable } from './trackedFs.ts';

/** In bytes; a piece is never larger. */
const pieceSize = 1024 * 1024;

/**
 * Reads a UTF-8 file of any size in pieces, a `.gz` file unpacked; invalid bytes become the replacement character.
 * Returns why it cannot be read completely; undefined on success.
 */
export async function readPieces(path: string, take: (piece: string) => void): Promise<IoErrorText | undefined> {
  markUncacheable();
  try {
    const decoder = new StringDecoder('utf8');
    if (isPacked(path)) await unpack(path, (bytes) => take(decoder.write(bytes)));
    else readPlain(path, (bytes) => take(decoder.write(bytes)));
    take(decoder.end());
    return undefined;
  } catch (error) {
    if (isOfZlib(error))
      return { message: 'is not complete gzip data', remedy: 'copy it again, or unpack it', missing: false };
    return explainIoError(error);
  }
}

function readPlain(path: string, take: (bytes: Buffer) => void): void {
  const descriptor = openSync(path, 'r');
  try {
    const bytes = Buffer.allocUnsafe(pieceSize);
    for (let read = -1; read !== 0; ) {
      read = readSync(descriptor, bytes, 0, pieceSize, null);
      take(bytes.subarray(0, read));
    }
  } finally {
    closeSync(descriptor);
  }
}

async function unpack(path: string, take: (bytes: Buffer) => void): Promise<void> {
  const unpacked = createGunzip({ chunkSize: pieceSize });
  const source = createReadStream(path);
  source.on('error', (error) => unpacked.destroy(error));
  for await (const bytes of source.pipe(unpacked)) if (Buffer.isBuffer(bytes)) take(bytes);
}

/** Whether it is packed with gzip, by its name and its first two bytes (RFC 1952). */
function isPacked(path: string): boolean {
  const descriptor = openSync(path, 'r');
  try {
    const first = Buffer.alloc(2);
    // A pipe can be read only once, so its name decides first.
    return path.endsWith('.gz') && readSync(descriptor, first, 0, 2, 0) === 2 && first.readUInt16BE() === 0x1f8b;
  } finally {
    closeSync(descriptor);
  }
}

function isOfZlib(error: unknown): boolean {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' && error.code.startsWith('Z_');
}
