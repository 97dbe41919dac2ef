import { resolve, sep } from 'node:path';
import { type GitAnswer, git } from './git.ts';

/** A file of a revision: its absolute path in the working tree, and its bytes. */
export interface RevisionFile {
  readonly path: string;
  readonly bytes: Buffer;
}

/** A revision of a repository. Plain data. */
export interface Revision {
  /** The root of its working tree, absolute. */
  readonly root: string;
  readonly commit: string;
}

/** A revision, or why git fails and the remedy. */
export type FoundRevision = { readonly ok: true; readonly revision: Revision } | Extract<GitAnswer, { ok: false }>;

/** The files of a revision, or why git fails and the remedy. */
export type RevisionContent =
  | { readonly ok: true; readonly files: readonly RevisionFile[] }
  | Extract<GitAnswer, { ok: false }>;

/** Larger files are neither manifests nor parts of builds. */
const largest = 4 * 1024 * 1024;
/** The maximum number of files, and of their bytes. */
const limits = { files: 50_000, bytes: 512 * 1024 * 1024 };

const newline = 10;

/** Finds a revision in the repository of a folder. */
export function findRevision(name: string, cwd: string): FoundRevision {
  const commit = git(['rev-parse', '--verify', '--end-of-options', `${name}^{commit}`], cwd);
  if (!commit.ok) return commit;
  const up = git(['rev-parse', '--show-cdup'], cwd);
  if (!up.ok) return up;
  const root = resolve(cwd, up.out.toString('utf8').trimEnd());
  return { ok: true, revision: { root, commit: commit.out.toString('utf8').trim() } };
}

/**
 * Reads regular files of a revision; links, submodules and large files are skipped.
 *
 * @param wants whether a file is needed, by its path in the repository.
 */
export function filesOfRevision({ root, commit }: Revision, wants: (name: string) => boolean): RevisionContent {
  const listed = git(['ls-tree', '-r', '-z', '--long', '--full-tree', commit], root);
  if (!listed.ok) return listed;
  const entries = listed.out
    .toString('utf8')
    .split('\0')
    .flatMap((line) => {
      const [, id = '', size = '', name = ''] = /^100\d{3} blob ([0-9a-f]+) +(\d+)\t([\s\S]*)$/.exec(line) ?? [];
      return id !== '' && Number(size) <= largest && wants(name) ? [{ id, size: Number(size), name }] : [];
    });
  const total = entries.reduce((sum, { size }) => sum + size, 0);
  if (entries.length > limits.files || total > limits.bytes) {
    return { ok: false, message: 'the revision is too large', remedy: 'name a folder with the stored objects instead' };
  }
  if (entries.length === 0) return { ok: true, files: [] };
  const blobs = git(['cat-file', '--batch'], root, { input: entries.map(({ id }) => `${id}\n`).join('') });
  if (!blobs.ok) return blobs;
  let at = 0;
  const files = entries.flatMap(({ size, name }): readonly RevisionFile[] => {
    const head = blobs.out.indexOf(newline, at);
    const bytes = blobs.out.subarray(head + 1, head + 1 + size);
    at = head + 1 + size + 1;
    const path = resolve(root, ...name.split('/'));
    return path.startsWith(root + sep) || root === sep ? [{ path, bytes }] : [];
  });
  return { ok: true, files };
}
