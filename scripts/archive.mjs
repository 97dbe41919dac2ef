// Reproducible archives, byte for byte, of the same files.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join, sep } from 'node:path';
import { gzipSync } from 'node:zlib';
import { pack } from 'tar-stream';

/** A fixed modification time: npm's in its packages. */
const someDay = new Date('1985-10-26T08:15:00Z');

/**
 * Writes the files of a folder as a compressed tar archive, sorted by path.
 *
 * @param prefix the prefix of paths in the archive, such as `package/`.
 * @param programs the executable paths.
 */
export async function writeTarball(archive, folder, { prefix = '', programs = [] } = {}) {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((file) => file.split(sep).join('/'))
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
  const tar = await tarOf(
    files.map((file) => ({
      name: `${prefix}${file}`,
      mode: programs.includes(file) ? 0o755 : 0o644,
      content: readFileSync(join(folder, file)),
    })),
  );
  writeFileSync(archive, gzipSync(tar));
}

/**
 * A tar archive of files, in their order. A name that ends in a slash is a folder.
 *
 * @param files `name`, `content` as bytes and `mode`, 0644 without one; folders 0755.
 */
export async function tarOf(files) {
  const tar = pack();
  const pieces = [];
  tar.on('data', (piece) => pieces.push(piece));
  const ended = new Promise((done, failed) => tar.on('end', done).on('error', failed));
  for (const { name, content, mode } of files) {
    const isFolder = name.endsWith('/');
    const type = isFolder ? 'directory' : 'file';
    tar.entry({ name, type, mode: mode ?? (isFolder ? 0o755 : 0o644), mtime: someDay }, content);
  }
  tar.finalize();
  await ended;
  return Buffer.concat(pieces);
}

/** The SHA-256 of a file, hexadecimal. */
export function sha256Of(file) {
  return createHash('sha256').update(readFileSync(file)).digest('hex');
}
