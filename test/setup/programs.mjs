// Programs on the PATH, and the Debian packages of absent ones.
import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** The path of a program, or undefined. */
export function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Absent from this folder.
    }
  }
  return undefined;
}

/**
 * The path of a program, installed with apt if absent, or the reason why it is not available.
 *
 * @param named the path that the user sets, which takes precedence.
 * @param names the possible names of the program on the PATH.
 */
export function needProgram(named, names, debianPackage) {
  if (named) return existsSync(named) ? { path: named } : { reason: `${named} does not exist` };
  const find = () => names.map(onPath).find((path) => path !== undefined);
  const found = find();
  if (found !== undefined) return { path: found };
  const problem = aptInstall(debianPackage);
  const installed = find();
  return installed === undefined ? { reason: `${debianPackage} is not installed and ${problem}` } : { path: installed };
}

/** Installs Debian packages. Returns the reason for a failure, or an empty text. */
export function aptInstall(...names) {
  if (onPath('apt-get') === undefined) return 'there is no apt-get to install it with';
  if (process.getuid?.() !== 0) return `installing it takes root: apt-get install ${names.join(' ')}`;
  const install = ['install', '-y', '--no-install-recommends', ...names];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (spawnSync('apt-get', install, { env, stdio: 'ignore' }).status === 0) return '';
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
  const { status, stderr } = spawnSync('apt-get', install, { env, encoding: 'utf8' });
  return status === 0 ? '' : `apt-get could not install it: ${lastLine(stderr)}`;
}

/** The last line of a program's output. */
export function lastLine(text) {
  return text?.trim().split('\n').at(-1) ?? '';
}
