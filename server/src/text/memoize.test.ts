import assert from 'node:assert/strict';
import { memoize, memoizeWeakly } from './memoize.ts';

describe('memoized functions', () => {
  it('are computed once for each key, even if undefined', () => {
    const computed: string[] = [];
    const answer = memoize(
      (question: { readonly name: string }) => {
        computed.push(question.name);
        return question.name === 'a' ? undefined : question.name;
      },
      ({ name }) => name,
    );
    assert.deepEqual(
      ['a', 'b', 'a', 'b'].map((name) => answer({ name })),
      [undefined, 'b', undefined, 'b'],
    );
    assert.deepEqual(computed, ['a', 'b']);
  });

  it('are computed once for each object that is in use', () => {
    const questions = [{ name: 'a' }, { name: 'a' }];
    let computed = 0;
    const answer = memoizeWeakly(({ name }: { readonly name: string }) => {
      computed++;
      return name === 'b' ? name : undefined;
    });
    for (const question of [...questions, ...questions]) assert.equal(answer(question), undefined);
    assert.equal(computed, 2);
  });
});
