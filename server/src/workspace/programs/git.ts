import { spawnSync } from 'node:child_process';
import { lazily } from '../../text/lazily.ts';
import { markUncacheable } from '../disk/trackedFs.ts';
import { programOnPath } from './externalTool.ts';

/** The answer of git, or why there is none and the remedy. */
export type GitAnswer =
  | { readonly ok: true; readonly out: Buffer }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

const maxBytes = 2 ** 30;

/**
 * Prevents the repository's configuration from making git fetch missing objects of a partial clone or run a configured
 * program.
 */
const harmless = { GIT_NO_LAZY_FETCH: '1', GIT_ALLOW_PROTOCOL: 'none', GIT_OPTIONAL_LOCKS: '0' };
const noPrograms = ['-c', 'core.fsmonitor=false'];

/** Absolute, so that no file of a workspace can replace it. */
const program = lazily(() => programOnPath('git'));

/** The inputs of a git run. */
export interface GitRun {
  readonly input?: string;
  /** Settings that override those of the repository, in order. */
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
 * Settings in the environment, where keys may have any characters (git-config(1), GIT_CONFIG_COUNT). They follow the
 * user's own there.
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
