import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { finishAtomicWrite, writeAtomically } from './atomicWrite.ts';

const names = ['facts/gvk.jsonl', 'facts/sources.json', 'facts/fields/1.38.json.gz', 'decisions/1.38.json'];

describe('the output of the command', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'whole-'));
    for (const name of names) put(name, 'old');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  function put(name: string, content: string): void {
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    writeFileSync(join(folder, name), content);
  }

  const contents = () => names.map((name) => readFileSync(join(folder, name), 'utf8'));
  const all = (text: string) => names.map(() => text);
  const written = new Map(names.map((name) => [name, 'new']));
  const leftovers = () => readdirSync(folder).filter((name) => name.startsWith('.'));

  it('replaces the old output, in new folders as well', () => {
    writeAtomically(folder, new Map([...written, ['decisions/new/1.39.json', 'new']]));
    assert.deepEqual(contents(), all('new'));
    assert.equal(readFileSync(join(folder, 'decisions/new/1.39.json'), 'utf8'), 'new');
    assert.deepEqual(leftovers(), []);
  });

  it('is absent if a run ended before everything was written', () => {
    put('.staging/facts/gvk.jsonl', 'ne');
    assert.deepEqual(finishAtomicWrite(folder), []);
    assert.deepEqual(contents(), all('old'));
    assert.deepEqual(leftovers(), []);
  });

  it('is complete if a run ended after the first file', () => {
    for (const name of names.slice(1)) put(`.staged/${name}`, 'new');
    put('facts/gvk.jsonl', 'new');
    assert.deepEqual(finishAtomicWrite(folder), [...names.slice(1)].sort());
    assert.deepEqual(contents(), all('new'));
    assert.deepEqual(leftovers(), []);
    assert.deepEqual(finishAtomicWrite(folder), [], 'once');
  });

  it('is complete or absent if the process is killed at any moment', async function () {
    this.timeout(120_000);
    const module = new URL('atomicWrite.ts', import.meta.url).href;
    const script = `
      import { writeAtomically } from ${JSON.stringify(module)};
      const [old, now] = ['old', 'new'].map((text) => new Map(${JSON.stringify(names)}.map((name) => [name, text])));
      process.stdout.write('x');
      for (;;) { writeAtomically(${JSON.stringify(folder)}, now); writeAtomically(${JSON.stringify(folder)}, old); }
    `;
    for (let run = 0; run < 8; run++) {
      const child = spawn(process.execPath, ['--import=tsx', '--input-type=module', '--eval', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      await once(child.stdout, 'data');
      for (let turn = 0; turn < 3 * run; turn++) await new Promise(setImmediate);
      child.kill('SIGKILL');
      await once(child, 'exit');
      finishAtomicWrite(folder);
      const [first = ''] = contents();
      assert.deepEqual(contents(), all(first));
      assert.ok(['old', 'new'].includes(first));
      assert.deepEqual(leftovers(), []);
    }
  });
});
