import { resolve } from 'node:path';
import { type GitAnswer, type GitRun, git } from './git.ts';

/** The changes in a repository, or why git fails and the remedy. */
export type ChangedFiles =
  | {
      readonly ok: true;
      /** The commit that the present files are compared with. */
      readonly base: string;
      /** Absolute: files that were added, changed or deleted, and submodules. */
      readonly paths: ReadonlySet<string>;
    }
  | Extract<GitAnswer, { ok: false }>;

/**
 * The files that differ from the merge base with a revision: in commits, in the index, in the working folder, and new
 * unignored ones. No filter of the repository runs, although git may compare contents if its index is stale, and may
 * start `git status` in a submodule.
 */
export function changedSince(revision: string, cwd: string): ChangedFiles {
  const commit = git(['rev-parse', '--verify', '--end-of-options', `${revision}^{commit}`], cwd);
  if (!commit.ok) {
    const remedy = 'name a revision of this clone; a shallow clone must fetch it first (fetch-depth: 0)';
    return { ...commit, remedy };
  }
  const up = git(['rev-parse', '--show-cdup'], cwd);
  if (!up.ok) return up;
  const root = resolve(cwd, line(up.out));
  const id = line(commit.out);
  const mergeBase = git(['merge-base', id, 'HEAD'], cwd);
  const base = mergeBase.ok ? line(mergeBase.out) : id;
  const filters = withoutFilters(root);
  if (!filters.ok) return filters;
  const paths = new Set<string>();
  for (const args of [
    ['diff-index', '--cached', '--no-renames', '--name-only', '-z', base, '--'],
    ['diff-files', '--no-renames', '--ignore-submodules=dirty', '--name-only', '-z', '--'],
    ['ls-files', '--others', '--exclude-standard', '-z', '--'],
  ]) {
    const names = git(args, root, filters);
    if (!names.ok) return names;
    for (const name of names.out.toString('utf8').split('\0')) if (name !== '') paths.add(resolve(root, name));
  }
  return { ok: true, base, paths };
}

/** Settings that disable every configured filter: without a command nothing runs. */
function withoutFilters(root: string): ({ readonly ok: true } & GitRun) | Extract<GitAnswer, { ok: false }> {
  const listed = git(['config', '--name-only', '-z', '--list'], root);
  if (!listed.ok) return listed;
  const keys = listed.out.toString('utf8').split('\0');
  const names = new Set(keys.flatMap((key) => /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1] ?? []));
  const settings = [...names].flatMap((name) => [
    [`filter.${name}.clean`, ''] as const,
    [`filter.${name}.process`, ''] as const,
    [`filter.${name}.required`, 'false'] as const,
  ]);
  return { ok: true, settings };
}

function line(out: Buffer): string {
  return out.toString('utf8').replace(/\r?\n$/, '');
}
