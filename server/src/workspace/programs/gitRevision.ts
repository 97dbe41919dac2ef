import { relative, sep } from 'node:path';
import type { OldFile } from '../../update/oldObjects.ts';
import { decodeBytes } from '../disk/decodeBytes.ts';
import { type GitAnswer, git } from './git.ts';

/** Earlier versions of files, or why git fails and the remedy. */
export type RevisionFiles =
  | { readonly ok: true; readonly files: readonly OldFile[] }
  | Extract<GitAnswer, { ok: false }>;

const newline = 10;

/**
 * Reads files at a git revision; missing and binary files are skipped.
 *
 * @param paths absolute, in the repository of `cwd`.
 */
export function filesAtRevision(revision: string, paths: readonly string[], cwd: string): RevisionFiles {
  const commit = git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], cwd);
  if (!commit.ok) return commit;
  const id = commit.out.toString('utf8').trim();
  // git cannot be asked about a name with a line break; such a file counts as new.
  const names = paths.map((path) => relative(cwd, path).replaceAll(sep, '/')).filter((name) => !name.includes('\n'));
  if (names.length === 0) return { ok: true, files: [] };
  const blobs = git(['cat-file', '--batch'], cwd, {
    input: names.map((name) => `${id}:./${name}\n`).join(''),
  });
  return blobs.ok ? { ok: true, files: readBatch(blobs.out, names) } : blobs;
}

/** The answers of `git cat-file --batch`: `ID blob SIZE`, the bytes and a line break, or a line that ends in `missing`. */
function readBatch(out: Buffer, names: readonly string[]): readonly OldFile[] {
  const files: OldFile[] = [];
  let at = 0;
  for (const name of names) {
    const end = out.indexOf(newline, at);
    if (end < 0) break;
    const head = /^[0-9a-f]+ (\w+) (\d+)$/.exec(out.toString('utf8', at, end));
    at = end + 1;
    if (head === null) continue;
    const size = Number(head[2]);
    const content = decodeBytes(out.subarray(at, at + size));
    if (head[1] === 'blob' && content.ok) files.push({ path: name, text: content.text });
    at += size + 1;
  }
  return files;
}
