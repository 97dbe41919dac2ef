import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { runTool } from './externalTool.ts';

/** Runs a Node.js script. */
const script = (text: string) => ({ program: process.execPath, args: ['-e', text], cwd: tmpdir() });

/** Starts another process that keeps its streams open and never ends, and writes its process id. */
const startsAnother = (note: string) =>
  `const { spawn } = require('node:child_process');
   const other = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'inherit' });
   const fs = require('node:fs');
   fs.writeFileSync(${JSON.stringify(`${note}.new`)}, String(other.pid));
   fs.renameSync(${JSON.stringify(`${note}.new`)}, ${JSON.stringify(note)});
   console.log('begun');
   setInterval(() => {}, 1000);`;

const cancelled = { ok: false, reason: 'stopped', message: 'was cancelled' };

describe('running other programs', () => {
  let folder: string;
  let note: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-test-'));
    note = join(folder, 'note');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  const begun = async () => {
    while (!existsSync(note)) await new Promise((resolve) => setTimeout(resolve, 10));
  };

  /** Whether the other process has ended. */
  const isGone = () => {
    const id = Number(readFileSync(note, 'utf8'));
    const state = `/proc/${id}/stat`;
    try {
      process.kill(id, 0);
      // It may be a zombie until its parent collects its exit status.
      return existsSync(state) && readFileSync(state, 'utf8').includes(') Z ');
    } catch {
      return true;
    }
  };

  it('returns their output, without our environment', async () => {
    process.env['KUBECOMPAT_TEST'] = 'secret';
    try {
      const result = await runTool(script("console.log(process.env.KUBECOMPAT_TEST ?? 'nothing')"));
      assert.deepEqual(result, { ok: true, output: 'nothing\n' });
    } finally {
      delete process.env['KUBECOMPAT_TEST'];
    }
  });
  it('returns their errors', async () => {
    const result = await runTool(script("console.error('no'); process.exitCode = 1"));
    assert.deepEqual(result, { ok: false, reason: 'refused', message: 'no' });
  });
  it('stops a program that takes too long', async () => {
    const result = await runTool({ ...script('setInterval(() => {}, 1000)'), max: { ms: 100 } });
    assert.deepEqual(result, { ok: false, reason: 'stopped', message: 'was stopped after 0.1 seconds' });
  });
  it('stops a program with too much output', async () => {
    const endless = "const say = () => process.stdout.write('x'.repeat(1 << 16), say); say()";
    const result = await runTool({ ...script(endless), max: { bytes: 1024 * 1024 } });
    assert.deepEqual(result, { ok: false, reason: 'stopped', message: 'was stopped after 1 MB of output' });
  });
  it('stops a cancelled program with its children, and starts no other', async () => {
    const abort = new AbortController();
    const run = runTool({ ...script(startsAnother(note)), signal: abort.signal });
    await begun();
    abort.abort();
    assert.deepEqual(await run, cancelled);
    while (process.platform !== 'win32' && !isGone()) await new Promise((resolve) => setTimeout(resolve, 10));
    rmSync(note);
    assert.deepEqual(await runTool({ ...script(startsAnother(note)), signal: abort.signal }), cancelled);
    assert.ok(!existsSync(note));
  });
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP', 'SIGKILL'] as const) {
    it(`ends programs with this process, by ${name}`, async function () {
      if (process.platform === 'win32') this.skip();
      const ours = `import { runTool } from ${JSON.stringify(join(import.meta.dirname, 'externalTool.ts'))};
        void runTool(${JSON.stringify(script(startsAnother(note)))});`;
      writeFileSync(join(folder, 'ours.mts'), ours);
      const child = spawn(process.execPath, ['--import', 'tsx', join(folder, 'ours.mts')], { stdio: 'inherit' });
      const ended = new Promise((resolve) => child.once('exit', (_, signal) => resolve(signal)));
      await begun();
      child.kill(name);
      assert.equal(await ended, name);
      while (!isGone()) await new Promise((resolve) => setTimeout(resolve, 10));
    });
  }
  it('explains why a program cannot be run', async () => {
    const result = await runTool({ program: join(folder, 'none'), args: [], cwd: folder });
    assert.equal(result.ok, false);
    assert.match(result.ok ? '' : result.message, /^cannot be run: /);
  });
});
