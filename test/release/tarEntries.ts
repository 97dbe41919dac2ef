/** A file or folder of an archive. */
export interface Entry {
  readonly mode: number;
  readonly content: Buffer;
}

const block = 512;

/** The entries of a tar archive (ustar) by name; the names of folders end with a slash. */
export function entriesOf(tar: Buffer): ReadonlyMap<string, Entry> {
  const entries = new Map<string, Entry>();
  for (let at = 0; at < tar.length && tar[at] !== 0; ) {
    const text = (from: number, length: number) =>
      tar.toString('utf8', at + from, at + from + length).replace(/\0[\s\S]*$/, '');
    const octal = (from: number, length: number) => Number.parseInt(text(from, length).trim(), 8);
    const prefix = text(345, 155);
    const size = octal(124, 12);
    const name = prefix === '' ? text(0, 100) : `${prefix}/${text(0, 100)}`;
    entries.set(name, { mode: octal(100, 8), content: tar.subarray(at + block, at + block + size) });
    at += block + Math.ceil(size / block) * block;
  }
  return entries;
}
