import { spawnSync } from 'node:child_process';
import { cannotRepeat } from '../disk/looks.ts';

/** What git answered, or why it did not and what to do. */
export type GitAnswer =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

const maxBytes = 2 ** 30;

/**
 * What a repository's own configuration must not make git do while it reads: fetch objects that a partial clone left
 * out, or ask a program for changes, by whatever the configuration names for that.
 */
const harmless = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_OPTIONAL_LOCKS: '0' };
const noPrograms = ['-c', 'core.fsmonitor=false'];

/** Runs git without a shell. */
export function git(args: readonly string[], cwd: string, input = ''): GitAnswer {
  cannotRepeat();
  const { error, status, stdout, stderr } = spawnSync('git', [...noPrograms, ...args], {
    cwd,
    input,
    maxBuffer: maxBytes,
    env: { ...process.env, ...harmless },
  });
  if (error !== undefined) {
    return { ok: false, message: `git cannot be run (${error.message})`, remedy: 'install git, or name a path' };
  }
  if (status === 0) return { ok: true, out: stdout };
  const said = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  return { ok: false, message: said, remedy: 'name a revision of the repository that the working folder is in' };
}
