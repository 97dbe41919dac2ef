import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { flagsFor } from './engine.ts';

for (const run of ['short', 'large'] as const) {
  describe(`the flags of a ${run} run`, () => {
    it('are known to the running V8', () => {
      const known = spawnSync(process.execPath, ['--v8-options'], { encoding: 'utf8' }).stdout;
      assert.match(known, /^ +--max-lazy /m);
      for (const flag of flagsFor(run, process.versions.v8)) {
        const [name = ''] = flag.replace(/^--(?:no-)?/, '').split('=');
        assert.match(known, new RegExp(`^ +--${name} `, 'm'));
      }
    });

    it('are empty for a version of V8 without measurements', () => {
      assert.ok(flagsFor(run, '13.6.233.17-node.53').length > 0);
      assert.deepEqual(flagsFor(run, '10.2.154.26-node.36'), []);
      assert.deepEqual(flagsFor(run, '14.1.146.11-node.14'), []);
    });
  });
}
