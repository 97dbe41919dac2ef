import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { version } from '../../package.json';
import { releaseArguments, releaseVariable } from '../setup/release.mjs';
import { temporaryFolder } from '../support/temporaryFolder.ts';

let release = process.env[releaseVariable];

/** The folder of a release of this checkout: that of `npm test`, or one that this process builds once. */
export function madeRelease(): string {
  release ??= makeRelease(join(temporaryFolder('release'), 'release'));
  return release;
}

/** Builds a release, from an existing build if there is one. */
export function makeRelease(out: string): string {
  if (!existsSync('dist/cli.js')) run(process.execPath, ['scripts/build.mjs']);
  run(process.execPath, releaseArguments(out));
  return out;
}

/** Unpacks the single executable for this system into a folder, and returns its path. */
export function unpackExecutable(folder: string): string {
  const archive = `kubecompat-${version}-${process.platform}-${process.arch}.tar.gz`;
  const program = process.platform === 'win32' ? 'kubecompat.exe' : 'kubecompat';
  run('tar', ['-xzf', join(madeRelease(), archive), '-C', folder, program]);
  return join(folder, program);
}

/** Runs a program that must succeed, and returns its output. */
export function run(command: string, args: readonly string[], cwd = '.'): string {
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  assert.equal(status, 0, `${command} ${args.join(' ')}: ${stdout}${stderr}`);
  return stdout;
}
