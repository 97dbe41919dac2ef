import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments } from 'yaml';
import { builtCli, type CliRun } from '../cli/harness.ts';
import { notRun } from '../harness/notRun.ts';

/** The documents of a YAML file of this repository. */
export function documentsOf<T>(path: string): readonly T[] {
  return parseAllDocuments(readFileSync(path, 'utf8')).map((document): T => document.toJS());
}

/** Skips the test on systems that cannot run shell scripts. */
export function needsShell(context: Mocha.Context): void {
  if (process.platform === 'win32') notRun(context, 'there is no POSIX shell on Windows');
}

/** Creates a `kubecompat` program in a folder, as an installation or the container has it. Returns the PATH with it. */
export function pathWithCli(folder: string): string {
  const bin = join(folder, '.bin');
  mkdirSync(bin, { recursive: true });
  const program = join(bin, 'kubecompat');
  writeFileSync(program, `#!/bin/sh\nexec '${process.execPath}' '${builtCli()}' "$@"\n`);
  chmodSync(program, 0o755);
  return `${bin}:${process.env['PATH'] ?? ''}`;
}

/** Runs a script in a shell with only the given environment. */
export function runScript(
  shell: 'sh' | 'bash',
  script: string,
  cwd: string,
  env: Readonly<Record<string, string>>,
): CliRun {
  const { status, stdout, stderr } = spawnSync(shell, ['-c', script], { cwd, env, encoding: 'utf8' });
  return { exit: status, stdout, stderr };
}
