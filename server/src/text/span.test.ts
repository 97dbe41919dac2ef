import assert from 'node:assert/strict';
import { touches } from './span.ts';

describe('touches', () => {
  it('includes both ends of a span, where a cursor can be', () => {
    const at = [0, 1, 2, 3, 4].map((offset) => touches({ start: 1, end: 3 }, offset));
    assert.deepEqual(at, [false, true, true, true, false]);
  });
});
