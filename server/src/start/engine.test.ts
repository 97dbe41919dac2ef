import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { shortRunFlags } from './engine.ts';

describe('the flags of a short run', () => {
  it('are known to the V8 that gets them, so that it has nothing to complain of', () => {
    const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
    assert.match(known, /^ +--max-lazy /m);
    for (const flag of shortRunFlags(process.versions.v8)) {
      const [name = ''] = flag.replace(/^--(?:no-)?/, '').split('=');
      assert.match(known, new RegExp(`^ +--${name} `, 'm'));
    }
  });

  it('are not given to a V8 in which nobody measured them', () => {
    assert.ok(shortRunFlags('13.6.233.17-node.53').length > 0);
    assert.deepEqual(shortRunFlags('10.2.154.26-node.36'), []);
    assert.deepEqual(shortRunFlags('14.1.146.11-node.14'), []);
  });
});
