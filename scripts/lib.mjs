// Shared functions of these scripts: running steps and installing the packages of a lock file.
import { spawn, spawnSync } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';

/** On Windows npm is a batch file, which only a shell can start. */
const shell = process.platform === 'win32';

/** Runs a command in the project; its output is inherited unless `capture` is set. */
export function run(command, args, { capture = false, env = {}, cwd } = {}) {
  const result = spawnSync(command, args, {
    cwd,
    shell,
    encoding: 'utf8',
    env: { ...process.env, ...env },
    maxBuffer: 2 ** 28,
    stdio: capture ? ['ignore', 'pipe', 'pipe'] : ['ignore', 'inherit', 'inherit'],
  });
  const output = capture ? `${result.stdout ?? ''}${result.stderr ?? ''}` : '';
  return { status: result.status ?? 1, stdout: result.stdout ?? '', output, error: result.error };
}

/** The same in the background; the output is captured. */
export async function runBeside(command, args, { env = {} } = {}) {
  const child = spawn(command, args, { shell, env: { ...process.env, ...env }, stdio: ['ignore', 'pipe', 'pipe'] });
  const pieces = [];
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (piece) => pieces.push(piece));
  const status = await new Promise((resolve) => {
    child.once('error', () => resolve(1));
    child.once('close', (code) => resolve(code ?? 1));
  });
  return { status, output: Buffer.concat(pieces).toString() };
}

/** Installs the packages of `folder` from its lock file, without running their scripts, unless they are installed. */
export function install(folder = '.') {
  const lock = join(folder, 'package-lock.json');
  const marker = join(folder, 'node_modules', '.package-lock.json');
  if (existsSync(marker) && statSync(marker).mtimeMs >= statSync(lock).mtimeMs) return;
  const { status } = run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'], {
    cwd: folder,
  });
  if (status !== 0) {
    console.error(`npm could not install the packages of ${lock}; the lines above say why.`);
    process.exit(1);
  }
}
