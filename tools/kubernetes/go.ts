import { spawnSync } from 'node:child_process';

/** A failed step: what was tried, where, and the result. */
export class StepFailed extends Error {}

/** Runs a program to its end and returns its output. Throws `StepFailed` with its error output on failure. */
export function run(program: string, args: readonly string[], folder: string, input = ''): string {
  const done = spawnSync(program, [...args], { cwd: folder, input, encoding: 'utf8', maxBuffer: 1 << 30 });
  const shown = `${program} ${args.slice(0, 4).join(' ')}`;
  if (done.error !== undefined) throw new StepFailed(`${shown} in ${folder}: ${done.error.message}`);
  if (done.status !== 0)
    throw new StepFailed(
      `${shown} in ${folder} failed:\n${lastLines(done.stderr.trim() === '' ? done.stdout : done.stderr)}`,
    );
  return done.stdout;
}

/** `1.26.8`, or undefined if there is no Go on the PATH. */
export function goVersion(): string | undefined {
  const done = spawnSync('go', ['env', 'GOVERSION'], { encoding: 'utf8' });
  return /^go(\S+)/.exec(done.stdout ?? '')?.[1];
}

function lastLines(text: string): string {
  return text.trim().split('\n').slice(-12).join('\n');
}
