import assert from 'node:assert/strict';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { ToolResult } from '../programs/externalTool.ts';
import { RenderCache } from './renderCache.ts';

describe('the cache of rendered charts', () => {
  let folder = '';
  let runs = 0;
  const ran = (result: ToolResult) => async () => {
    runs++;
    return result;
  };
  const render = ran({ ok: true, output: 'a: 1\n' });
  const file = (name: string) => join(folder, name);

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'kubecompat-render-'));
    runs = 0;
    mkdirSync(file('chart/templates'), { recursive: true });
    writeFileSync(file('chart/Chart.yaml'), 'name: a\n');
    writeFileSync(file('chart/templates/a.yaml'), 'a: 1\n');
    writeFileSync(file('values.yaml'), 'b: 1\n');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  it('is used for the same content and command, whatever the times of files', async () => {
    const cache = new RenderCache();
    const ask = (flags: string) => cache.result(file('chart'), [file('values.yaml')], [flags], render);
    assert.deepEqual(await Promise.all([ask('1.37'), ask('1.37')]), Array(2).fill({ ok: true, output: 'a: 1\n' }));
    assert.equal(runs, 1);
    utimesSync(file('chart/templates/a.yaml'), 1, 1);
    await ask('1.37');
    assert.equal(runs, 1);
    await ask('1.36');
    assert.equal(runs, 2);
    writeFileSync(file('chart/templates/a.yaml'), 'a: 2\n');
    await ask('1.37');
    writeFileSync(file('values.yaml'), 'b: 2\n');
    await ask('1.37');
    writeFileSync(file('chart/templates/b.yaml'), '');
    await ask('1.37');
    assert.equal(runs, 5);
  });

  it('is not used if the program was stopped, or if the chart contains a link', async () => {
    const cache = new RenderCache();
    const stopped = ran({ ok: false, reason: 'stopped', message: 'was stopped' });
    await cache.result(file('chart'), [], [], stopped);
    await cache.result(file('chart'), [], [], stopped);
    assert.equal(runs, 2);
    symlinkSync(file('values.yaml'), file('chart/link.yaml'));
    await cache.result(file('chart'), [], ['linked'], render);
    await cache.result(file('chart'), [], ['linked'], render);
    assert.equal(runs, 4);
  });
});
