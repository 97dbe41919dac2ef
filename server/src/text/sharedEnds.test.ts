import assert from 'node:assert/strict';
import { sharedEnd, sharedStart } from './sharedEnds.ts';

describe('the shared ends of texts', () => {
  const long = 'abcdefg'.repeat(1_000);

  for (const at of [0, 1, 1_023, 1_024, 1_025, 5_000, 6_999]) {
    it(`meet at a unit that was inserted at ${at} of ${long.length}`, () => {
      const changed = `${long.slice(0, at)}!${long.slice(at)}`;
      const start = sharedStart(long, changed);
      assert.equal(start, at);
      assert.equal(sharedEnd(long, changed, long.length - start), long.length - at);
    });
  }

  it('are the whole of equal texts, and nothing beyond a limit', () => {
    assert.equal(sharedStart(long, long), long.length);
    assert.equal(sharedEnd(long, long, 3_000), 3_000);
    assert.equal(sharedStart(long, ''), 0);
  });
});
