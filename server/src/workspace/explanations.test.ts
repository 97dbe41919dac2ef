import assert from 'node:assert/strict';
import { checkCodes } from '../checks/checkCodes.ts';
import { explanationOf } from './explanations.ts';

describe('explanations', () => {
  for (const code of checkCodes.keys()) {
    it(`of ${code}`, () => {
      const text = explanationOf(code);
      assert.ok(text !== undefined, 'the README of its check names the code in a heading or between backquotes');
      assert.match(text, /^# /);
    });
  }

  it('are in the order of their names', () => {
    assert.deepEqual([...checkCodes.keys()], [...checkCodes.keys()].sort());
  });

  it('there is none of an unknown code', () => {
    assert.equal(explanationOf('no-such-code'), undefined);
  });
});
