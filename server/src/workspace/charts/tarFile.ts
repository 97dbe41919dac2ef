/** A regular file in a tar archive. */
export interface TarEntry {
  /** As in the archive, with `/`. Never written to. */
  readonly name: string;
  readonly bytes: Buffer;
}

const block = 512;

/**
 * The regular files of a tar archive in the formats used for charts: ustar, and GNU's and pax's long names. Stops at
 * invalid data; links, folders and devices are skipped.
 */
export function* tarEntries(archive: Buffer): Generator<TarEntry> {
  let longName: string | undefined;
  for (let at = 0; at + block <= archive.length; ) {
    const header = archive.subarray(at, at + block);
    const size = Number.parseInt(text(header, 124, 12).trim() || '0', 8);
    if (header[0] === 0 || !Number.isSafeInteger(size) || size < 0 || at + block + size > archive.length) return;
    const bytes = archive.subarray(at + block, at + block + size);
    at += block + Math.ceil(size / block) * block;
    const type = text(header, 156, 1);
    if (type === 'L') longName = text(bytes, 0, size);
    else if (type === 'x') longName = /(?:^|\n)\d+ path=([^\n]*)\n/.exec(bytes.toString('utf8'))?.[1] ?? longName;
    else {
      if (type === '' || type === '0') yield { name: longName ?? nameOf(header), bytes };
      longName = undefined;
    }
  }
}

function nameOf(header: Buffer): string {
  const name = text(header, 0, 100);
  const prefix = text(header, 257, 5) === 'ustar' ? text(header, 345, 155) : '';
  return prefix === '' ? name : `${prefix}/${name}`;
}

/** A field that ends with a NUL or where it is full. */
function text(header: Buffer, start: number, length: number): string {
  const field = header.subarray(start, start + length);
  const end = field.indexOf(0);
  return field.toString('utf8', 0, end < 0 ? field.length : end);
}
