import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { digest, Steps } from './steps.ts';

describe('steps of the command', () => {
  let folder = '';
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'steps-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  it('run once for the same inputs, also in another run', () => {
    const calls: string[] = [];
    const ask = (input: string) => new Steps(folder, () => {}).run('kinds', [input], () => `${calls.push(input)}`);
    assert.deepEqual([ask('a'), ask('a'), ask('b'), ask('a')], ['1', '1', '2', '1']);
    assert.deepEqual(calls, ['a', 'b']);
  });

  it('leave nothing behind if they fail, and run again', () => {
    const steps = new Steps(folder, () => {});
    assert.throws(
      () =>
        steps.run('kinds', [], () => {
          throw new RangeError('no etcd');
        }),
      /no etcd/,
    );
    assert.deepEqual(readdirSync(folder), []);
    assert.equal(
      steps.run('kinds', [], () => 'found'),
      'found',
    );
  });

  it('distinguish inputs that are only equal when joined', () => {
    assert.notEqual(digest(['ab', 'c']), digest(['a', 'bc']));
  });
});
