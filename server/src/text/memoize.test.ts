import assert from 'node:assert/strict';
import { memoize, memoizeWeakly } from './memoize.ts';

describe('memoized functions', () => {
  it('are computed once for each key, even if undefined', () => {
    const asked: string[] = [];
    const answer = memoize(
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

  it('are computed once for each object that is in use', () => {
    const questions = [{ name: 'a' }, { name: 'a' }];
    let asked = 0;
    const answer = memoizeWeakly(({ name }: { readonly name: string }) => {
      asked++;
      return name === 'b' ? name : undefined;
    });
    for (const question of [...questions, ...questions]) assert.equal(answer(question), undefined);
    assert.equal(asked, 2);
  });
});
