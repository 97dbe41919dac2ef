import assert from 'node:assert/strict';
import { remembered } from './remembered.ts';

describe('what is remembered', () => {
  it('is worked out once for each key, also where it is undefined', () => {
    const asked: string[] = [];
    const answer = remembered(
      (question: { readonly name: string }) => {
        asked.push(question.name);
        return question.name === 'a' ? undefined : question.name;
      },
      ({ name }) => name,
    );
    assert.deepEqual(
      ['a', 'b', 'a', 'b'].map((name) => answer({ name })),
      [undefined, 'b', undefined, 'b'],
    );
    assert.deepEqual(asked, ['a', 'b']);
  });
});
