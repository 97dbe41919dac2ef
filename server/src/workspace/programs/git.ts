import { spawnSync } from 'node:child_process';
import { lazily } from '../../text/lazily.ts';
import { markUncacheable } from '../disk/trackedFs.ts';
import { programOnPath } from './externalTool.ts';

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

/** Absolute, so that nothing in a workspace can stand in for it. */
const program = lazily(() => programOnPath('git'));

/** What a run of git is given. */
export interface GitRun {
  readonly input?: string;
  /** Settings that beat those of the repository, in their order. */
  readonly settings?: readonly (readonly [key: string, value: string])[];
}

/** Runs git without a shell. */
export function git(args: readonly string[], cwd: string, { input = '', settings = [] }: GitRun = {}): GitAnswer {
  markUncacheable();
  const file = program();
  if (file === undefined) {
    return { ok: false, message: 'git cannot be found on the PATH', remedy: 'install git, or name a path' };
  }
  const { error, status, stdout, stderr } = spawnSync(file, [...noPrograms, ...args], {
    cwd,
    input,
    maxBuffer: maxBytes,
    env: { ...process.env, ...harmless, ...inEnvironment(settings) },
  });
  if (error !== undefined) {
    return { ok: false, message: `git cannot be run (${error.message})`, remedy: 'install git, or name a path' };
  }
  if (status === 0) return { ok: true, out: stdout };
  const lastLine = stderr.toString('utf8').trim().split('\n').at(-1) ?? '';
  return { ok: false, message: lastLine, remedy: 'name a revision of the repository of the working folder' };
}

/**
 * Settings in the environment, where keys may have any characters (git-config(1), GIT_CONFIG_COUNT). They come behind those
 * that the user has there.
 */
function inEnvironment(settings: GitRun['settings'] = []): Readonly<Record<string, string>> {
  if (settings.length === 0) return {};
  const first = Number(process.env['GIT_CONFIG_COUNT'] ?? 0);
  const entries = settings.flatMap(([key, value], index) => [
    [`GIT_CONFIG_KEY_${first + index}`, key] as const,
    [`GIT_CONFIG_VALUE_${first + index}`, value] as const,
  ]);
  return { GIT_CONFIG_COUNT: String(first + settings.length), ...Object.fromEntries(entries) };
}
