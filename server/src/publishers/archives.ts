import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { unzipSync } from 'fflate';
import { extract } from 'tar-stream';
import { messageOf, SourceProblem } from './problem.ts';
import { entryName, maxBytesOfFile } from './published.ts';

/** Receives the files of an archive. */
export interface ArchiveReceiver {
  /** Whether it takes a file, by its name. */
  isWanted(name: string): boolean;
  /** Takes a file. Throws a {@link SourceProblem} for too many. */
  take(name: string, bytes: Uint8Array): void;
}

/** The limit of unpacked data, kept or not. */
const maxUnpacked = 1024 * 1024 * 1024;
const maxEntries = 200_000;
/** The limit of an unpacked file; only malicious ones are larger. */
const maxKept = 256 * 1024 * 1024;

/** The kind of archive that bytes are. */
export type ArchiveKind = 'tar' | 'tar.gz' | 'zip';

/** The kind of archive by its first bytes; undefined for others. */
export function archiveKind(bytes: Buffer): ArchiveKind | undefined {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return 'tar.gz';
  if (bytes.toString('latin1', 0, 4) === 'PK\u0003\u0004') return 'zip';
  return bytes.toString('latin1', 257, 262) === 'ustar' ? 'tar' : undefined;
}

/**
 * Reads the wanted files of an archive. Nothing is unpacked to disk; links are skipped. Throws a {@link SourceProblem}
 * for an archive that is broken, too large, or has paths outside itself.
 *
 * @param isInFolder whether all entries are in one folder, which is removed from their names.
 * @param nameOf the name of an entry in the collection; undefined for unwanted ones.
 */
export async function readArchive(
  bytes: Buffer,
  kind: ArchiveKind,
  isInFolder: boolean,
  collection: ArchiveReceiver,
  nameOf: (name: string) => string | undefined = (name) => name,
): Promise<void> {
  const take = (written: string): string | undefined => {
    const name = nameOf(entryName(written, isInFolder));
    return name !== undefined && collection.isWanted(name) ? name : undefined;
  };
  if (kind === 'zip') readZip(bytes, take, collection);
  else await readTar(bytes, kind === 'tar.gz', take, collection);
}

type Take = (written: string) => string | undefined;

async function readTar(bytes: Buffer, isPacked: boolean, take: Take, collection: ArchiveReceiver): Promise<void> {
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
    // The error ends the whole archive, which reports it.
    stream.on('error', () => undefined);
    let name: string | undefined;
    try {
      count++;
      if (count > maxEntries) throw tooLarge();
      const found = take(header.name);
      name = header.type === 'file' || header.type === 'contiguous-file' ? found : undefined;
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
        if (name !== undefined) collection.take(name, Buffer.concat(chunks));
        next();
      } catch (thrown) {
        entries.destroy(asError(thrown));
      }
    });
  });
  try {
    if (isPacked) await pipeline(source, createGunzip(), counted, entries);
    else await pipeline(source, counted, entries);
  } catch (thrown) {
    throw thrown instanceof SourceProblem ? thrown : broken(thrown);
  }
}

function asError(thrown: unknown): Error {
  return thrown instanceof Error ? thrown : new Error(messageOf(thrown));
}

function readZip(bytes: Buffer, take: Take, collection: ArchiveReceiver): void {
  let entries = 0;
  let kept = 0;
  let unzipped: ReturnType<typeof unzipSync>;
  const names = new Map<string, string>();
  try {
    unzipped = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        entries++;
        if (entries > maxEntries) throw tooLarge();
        const found = take(name);
        if (found === undefined || name.endsWith('/') || originalSize > maxBytesOfFile) return false;
        kept += originalSize;
        if (kept > maxKept) throw tooLarge();
        names.set(name, found);
        return true;
      },
    });
  } catch (thrown) {
    throw thrown instanceof SourceProblem ? thrown : broken(thrown);
  }
  for (const [name, content] of Object.entries(unzipped)) {
    const found = names.get(name);
    if (found !== undefined) collection.take(found, content);
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
