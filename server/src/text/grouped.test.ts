import assert from 'node:assert/strict';
import { grouped } from './grouped.ts';

describe('values by their keys', () => {
  it('keep their order', () => {
    const groups = grouped([
      ['b', 1],
      ['a', 2],
      ['b', 3],
    ] as const);
    assert.deepEqual(
      [...groups],
      [
        ['b', [1, 3]],
        ['a', [2]],
      ],
    );
  });
});
