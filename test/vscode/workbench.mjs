// A VS Code workbench on a free loopback port with a temporary profile, and a browser for it.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import { chromium } from 'playwright-core';
import { waitMs } from '../guards.mjs';
import { host } from '../setup/workbench.mjs';

/** Settings without animations, prompts and telemetry. */
const quietSettings = {
  'workbench.startupEditor': 'none',
  'workbench.enableExperiments': false,
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'workbench.tips.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'extensions.autoUpdate': false,
  'extensions.ignoreRecommendations': true,
  'chat.disableAIFeatures': true,
  'git.enabled': false,
  'files.hotExit': 'off',
  'editor.accessibilitySupport': 'off',
};

/**
 * Starts the workbench. `vsix` is installed after `others`; `driver` lets the page load an extension under development
 * and its tests. Returns the address and `stop`, which ends all started processes.
 */
export async function startWorkbench({ vsix, others = [], settings = {}, driver = false } = {}) {
  const home = mkdtempSync(join(tmpdir(), 'kubecompat-workbench-'));
  const profile = join(home, 'profile');
  const extensions = join(home, 'extensions');
  const config = join(home, 'config.yaml');
  const logFile = join(home, 'server.log');
  mkdirSync(join(profile, 'User'), { recursive: true });
  mkdirSync(extensions);
  writeFileSync(config, 'auth: none\n');
  writeFileSync(join(profile, 'User', 'settings.json'), JSON.stringify({ ...quietSettings, ...settings }));

  const common = ['--config', config, '--user-data-dir', profile, '--extensions-dir', extensions];
  const env = environment(home);
  for (const each of vsix === undefined ? [] : [...others, vsix]) {
    const install = [host.entry, ...common, '--install-extension', each, '--force'];
    const { stdout } = await promisify(execFile)(host.node, install, { env });
    if (!stdout.includes('successfully installed')) throw new Error(`the extension was not installed: ${stdout}`);
  }

  const port = await freePort();
  const log = openSync(logFile, 'w');
  const child = spawn(
    host.node,
    [
      host.entry,
      ...common,
      ...['--bind-addr', `127.0.0.1:${port}`, '--auth', 'none', '--ignore-last-opened'],
      ...['--disable-telemetry', '--disable-update-check', '--disable-workspace-trust'],
      '--disable-getting-started-override',
      // A built workbench loads an extension under test from its address only with this option.
      ...(driver ? ['--vscode-option', 'enable-smoke-test-driver'] : []),
    ],
    { env, stdio: ['ignore', log, log], detached: true },
  );
  const readLog = () => readFileSync(logFile, 'utf8').split('\n').slice(-40).join('\n');
  const stop = () => endGroup(child);
  const address = `127.0.0.1:${port}`;
  const deadline = Date.now() + waitMs;
  while (!(await answers(`http://${address}/healthz`))) {
    if (child.exitCode !== null) throw new Error(`the workbench exited with ${child.exitCode}:\n${readLog()}`);
    if (Date.now() > deadline) {
      await stop();
      throw new Error(`the workbench did not come up:\n${readLog()}`);
    }
    await sleep(100);
  }
  return { address, home, stop, readLog, clean: () => rmSync(home, { recursive: true, force: true }) };
}

/** A headless browser that can reach only this machine. */
export function startBrowser(executablePath) {
  return chromium.launch({
    executablePath,
    headless: true,
    args: [
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost',
      ...['--no-sandbox', '--disable-gpu', '--disable-quic', '--disable-sync', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-dev-shm-usage'],
    ],
  });
}

function environment(home) {
  // An empty gallery keeps the workbench from contacting the marketplace.
  const env = { ...process.env, HOME: home, XDG_CONFIG_HOME: home, XDG_DATA_HOME: home, EXTENSIONS_GALLERY: '{}' };
  for (const name of ['PORT', 'PASSWORD', 'HASHED_PASSWORD', 'NODE_OPTIONS', 'VSCODE_IPC_HOOK_CLI']) delete env[name];
  return env;
}

function freePort() {
  return new Promise((resolve, reject) => {
    const server = createServer().once('error', reject);
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address();
      server.close(() => resolve(port));
    });
  });
}

async function answers(url) {
  try {
    return (await fetch(url)).status === 200;
  } catch {
    return false;
  }
}

/** The workbench forks, so the whole process group is terminated, then killed. */
async function endGroup(child) {
  const signal = (name) => {
    try {
      process.kill(-child.pid, name);
    } catch {
      // The group has already ended.
    }
  };
  if (child.exitCode === null && child.signalCode === null) {
    const exited = new Promise((resolve) => child.once('exit', resolve));
    signal('SIGTERM');
    await Promise.race([exited, sleep(5000, undefined, { ref: false })]);
  }
  signal('SIGKILL');
}

/**
 * Waits until `check` returns a truthy value, and returns it. A check that performs an action receives the milliseconds
 * to wait for its result, which grow with each try, so that a slow action is not repeated too soon.
 */
export async function until(what, check) {
  const deadline = Date.now() + waitMs;
  for (let timeout = 2_000; ; timeout *= 1.5) {
    const value = await check(timeout);
    if (value) return value;
    if (Date.now() > deadline) throw new Error(`timed out waiting for ${what}`);
    await sleep(50);
  }
}

/** A folder below out/, created if absent. */
export function outFolder(name) {
  const folder = join(import.meta.dirname, '..', '..', 'out', name);
  if (!existsSync(folder)) mkdirSync(folder, { recursive: true });
  return folder;
}
