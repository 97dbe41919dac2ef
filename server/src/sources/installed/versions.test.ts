import assert from 'node:assert/strict';
import { exactVersion, minorOfConstraint } from './versions.ts';

describe('versions of charts', () => {
  it('name one version, any patch of a minor, or neither', () => {
    assert.deepEqual(['v1.16.3', '1.16.3', '=1.16.3', '1.16.3-rc.1'].map(exactVersion), [
      '1.16.3',
      '1.16.3',
      '1.16.3',
      '1.16.3-rc.1',
    ]);
    assert.deepEqual(
      ['1.16', '^1.16.0', '>=1.16.3', '*', '', '1.16.3 || 1.17.0', 'latest'].map(exactVersion),
      Array(7).fill(undefined),
    );
    assert.deepEqual(['1.16', '1.16.x', 'v1.16.*', '~1.16.2', '~1.16'].map(minorOfConstraint), Array(5).fill('1.16'));
    assert.deepEqual(
      ['1', '1.x', '^1.16.0', '~1', '1.16.3', '>=1.16'].map(minorOfConstraint),
      Array(6).fill(undefined),
    );
  });
});
