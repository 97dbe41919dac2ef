#!/usr/bin/env node
// Replaces the executable of desktop VS Code: accepts its arguments, runs the suite in the extension host of a
// workbench in a headless browser, and exits with the suite's status.
import { appendFileSync, mkdtempSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { suiteMs } from '../guards.mjs';
import { need } from '../setup/needs.mjs';
import { startBrowser, startWorkbench } from './workbench.mjs';

const options = new Map();
const folders = [];
for (const argument of process.argv.slice(2)) {
  const option = /^--([^=]+)(?:=(.*))?$/.exec(argument);
  if (option === null) folders.push(argument);
  else options.set(option[1], option[2] ?? '');
}
const tests = options.get('extensionTestsPath');
const extension = options.get('extensionDevelopmentPath');
if (!tests || !extension) fail('needs --extensionDevelopmentPath=FOLDER and --extensionTestsPath=FILE', 2);
const chromium = need('chromium');
const missing = need('test workbench').reason ?? chromium.reason;
if (missing !== undefined) fail(missing, 3);

const workbench = await startWorkbench({ driver: true });
const consoleFile = join(workbench.home, 'console.log');
const folder = resolve(folders[0] ?? mkdtempSync(join(workbench.home, 'folder-')));
const remote = (path) => `vscode-remote://${workbench.address}${resolve(path)}`;
const payload = [
  ['extensionDevelopmentPath', remote(extension)],
  ['extensionTestsPath', remote(tests)],
  ['skipWelcome', 'true'],
];
let browser;
let code = 1;
try {
  browser = await startBrowser(chromium.path);
  const page = await browser.newPage();
  // The workbench calls these two functions by name: when the extension host ends, and for each line of its console.
  const ended = new Promise((done) => {
    page.exposeFunction('codeAutomationExit', done);
    page.on('crash', () => done(70));
  });
  await page.exposeFunction('codeAutomationLog', (type, args) =>
    appendFileSync(consoleFile, `${type}: ${args.join(' ')}\n`),
  );
  const query = new URLSearchParams({ folder, payload: JSON.stringify(payload) });
  await page.goto(`http://${workbench.address}/?${query}`);
  const timeout = sleep(suiteMs, undefined, { ref: false }).then(() => {
    throw new Error(`the suite did not end within ${suiteMs} ms`);
  });
  code = await Promise.race([ended, timeout]);
} catch (error) {
  console.error(error, workbench.readLog());
} finally {
  await browser?.close();
  await workbench.stop();
}
if (code === 0) workbench.clean();
else console.error(`the extension host ended with ${code}; its logs are in ${workbench.home}`);
process.exitCode = code;

function fail(message, status) {
  console.error(`code.mjs: ${message}`);
  process.exit(status);
}
