import assert from 'node:assert/strict';
import { touches } from './span.ts';

describe('touches', () => {
  it('takes in both ends, as a cursor can stand there', () => {
    const at = [0, 1, 2, 3, 4].map((offset) => touches({ start: 1, end: 3 }, offset));
    assert.deepEqual(at, [false, true, true, true, false]);
  });
});
