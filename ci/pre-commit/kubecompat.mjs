#!/usr/bin/env node
// The command line for pre-commit, which clones this repository for itself: it is built there when it is first run.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));
const cli = `${root}dist/cli.js`;

if (!existsSync(cli)) {
  for (const args of [
    ['ci', '--ignore-scripts', '--no-audit', '--no-fund'],
    ['run', '--silent', 'build'],
  ]) {
    const { status, stdout, stderr, error } = spawnSync('npm', args, {
      cwd: root,
      encoding: 'utf8',
      shell: process.platform === 'win32',
    });
    if (status === 0) continue;
    process.stderr.write(`kubecompat could not be built: npm ${args.join(' ')}\n${error ?? ''}${stdout}${stderr}\n`);
    process.exit(2);
  }
}

const { status } = spawnSync(process.execPath, [cli, ...process.argv.slice(2)], { stdio: 'inherit' });
process.exit(status ?? 2);
