import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { extract } from 'tar-stream';
import { messageOf, SourceProblem } from './problem.ts';
import { entryName, maxBytesOfFile } from './published.ts';

/** Receives the files of an archive. */
export interface ArchiveReceiver {
  /** Whether to read a file, by its name. */
  isWanted(name: string): boolean;
  /** Receives a file. Throws a {@link SourceProblem} if there are too many. */
  take(name: string, bytes: Uint8Array): void;
}

/** The limit of unpacked data, wanted or not, in bytes. */
const maxUnpacked = 1024 * 1024 * 1024;
const maxEntries = 200_000;
/** The limit of the wanted files of a zip archive together, in bytes. */
const maxWanted = 256 * 1024 * 1024;

/** The formats of archives. */
export type ArchiveKind = 'tar' | 'tar.gz' | 'zip';

/** The format of an archive, by its first bytes; undefined for other content. */
export function archiveKind(bytes: Buffer): ArchiveKind | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'tar.gz';
  if (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'zip';
  return bytes.toString('latin1', 257, 262) === 'ustar' ? 'tar' : undefined;
}

/**
 * Reads the wanted files of an archive, without unpacking it to disk. Skips links. Throws a {@link SourceProblem} for
 * an archive that is broken or too large, or that has paths outside of itself.
 *
 * @param isInFolder whether all entries are in one folder, which is removed from their names.
 * @param nameOf returns the name of an entry for the receiver; undefined for an unwanted one.
 */
export async function readArchive(
  bytes: Buffer,
  kind: ArchiveKind,
  isInFolder: boolean,
  receiver: ArchiveReceiver,
  nameOf: (name: string) => string | undefined = (name) => name,
): Promise<void> {
  const wantedName = (entry: string): string | undefined => {
    const name = nameOf(entryName(entry, isInFolder));
    return name !== undefined && receiver.isWanted(name) ? name : undefined;
  };
  if (kind === 'zip') readZip(bytes, wantedName, receiver);
  else await readTar(bytes, kind === 'tar.gz', wantedName, receiver);
}

/** Returns the name of an entry for the receiver; undefined for an unwanted one. */
type WantedName = (entry: string) => string | undefined;

async function readTar(
  bytes: Buffer,
  isCompressed: boolean,
  wantedName: WantedName,
  receiver: ArchiveReceiver,
): Promise<void> {
  const source = Readable.from([bytes]);
  const entries = extract();
  let unpacked = 0;
  let count = 0;
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      unpacked += chunk.length;
      if (unpacked > maxUnpacked) throw tooLarge();
      yield chunk;
    }
  };
  entries.on('entry', (header, stream, next) => {
    const chunks: Uint8Array[] = [];
    // The pipeline reports the error.
    stream.on('error', () => undefined);
    let name: string | undefined;
    try {
      count++;
      if (count > maxEntries) throw tooLarge();
      const wanted = wantedName(header.name);
      name = header.type === 'file' || header.type === 'contiguous-file' ? wanted : undefined;
      if (name !== undefined && (header.size ?? 0) > maxBytesOfFile) name = undefined;
    } catch (thrown) {
      entries.destroy(asError(thrown));
      return;
    }
    stream.on('data', (chunk) => {
      if (name !== undefined && chunk instanceof Uint8Array) chunks.push(chunk);
    });
    stream.on('end', () => {
      try {
        if (name !== undefined) receiver.take(name, Buffer.concat(chunks));
        next();
      } catch (thrown) {
        entries.destroy(asError(thrown));
      }
    });
  });
  try {
    if (isCompressed) await pipeline(source, createGunzip(), counted, entries);
    else await pipeline(source, counted, entries);
  } catch (thrown) {
    throw thrown instanceof SourceProblem ? thrown : broken(thrown);
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

function readZip(bytes: Buffer, wantedName: WantedName, receiver: ArchiveReceiver): void {
  let entries = 0;
  let wantedBytes = 0;
  let unzipped: ReturnType<typeof unzipSync>;
  const names = new Map<string, string>();
  try {
    unzipped = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries++;
        if (entries > maxEntries) throw tooLarge();
        const wanted = wantedName(name);
        if (wanted === undefined || name.endsWith('/') || originalSize > maxBytesOfFile) return false;
        wantedBytes += originalSize;
        if (wantedBytes > maxWanted) throw tooLarge();
        names.set(name, wanted);
        return true;
      },
    });
  } catch (thrown) {
    throw thrown instanceof SourceProblem ? thrown : broken(thrown);
  }
  for (const [name, content] of Object.entries(unzipped)) {
    const wanted = names.get(name);
    if (wanted !== undefined) receiver.take(wanted, content);
  }
}

function tooLarge(): SourceProblem {
  return new SourceProblem('the unpacked archive is too large', 'do not use it, or name another source');
}

function broken(thrown: unknown): SourceProblem {
  return new SourceProblem(
    `the archive cannot be read: ${messageOf(thrown)}`,
    'fetch it again, or name another source',
  );
}
