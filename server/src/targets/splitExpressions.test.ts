import assert from 'node:assert/strict';
import { splitExpressions } from './splitExpressions.ts';

describe('typed target expressions', () => {
  for (const [typed, expressions] of [
    ['', []],
    ['1.37', ['1.37']],
    ['1.34, 1.37', ['1.34', '1.37']],
    ['1.34,1.36,prod', ['1.34', '1.36', 'prod']],
    ['1.37,emulated-version=1.35', ['1.37,emulated-version=1.35']],
    ['1.37,emulation-forward-compatible, 1.36 as 1.35', ['1.37,emulation-forward-compatible', '1.36 as 1.35']],
    ['1.36, 1.37,feature-gates=A=true;B=false, 1.30', ['1.36', '1.37,feature-gates=A=true;B=false', '1.30']],
    ['1.36,from=a,b.yaml', ['1.36,from=a,b.yaml']],
    ['1.36, 1.37, from=a.yaml', ['1.36', '1.37, from=a.yaml']],
    ['from=a.yaml, 1.37', ['from=a.yaml, 1.37']],
    // Not the beginning of another target, so that its mistake is named.
    ['1.37,feature-gate', ['1.37,feature-gate']],
    ['1.37,', ['1.37,']],
    ['1.37 banana', ['1.37 banana']],
  ] as const) {
    it(`takes "${typed}" as ${expressions.length}`, () => {
      assert.deepEqual(splitExpressions(typed), expressions);
    });
  }
});
