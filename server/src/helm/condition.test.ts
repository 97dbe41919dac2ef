import assert from 'node:assert/strict';
import fc from 'fast-check';
import { assume, type Condition, holds } from './condition.ts';

const ids = ['a', 'b', 'c'];
const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 4 },
    fc.constantFrom(...ids).map((id): Condition => ({ kind: 'value', id })),
    tie('condition').map((of): Condition => ({ kind: 'not', of })),
    fc
      .tuple(
        fc.constantFrom('all' as const, 'any' as const),
        fc.array(tie('condition'), { minLength: 1, maxLength: 3 }),
      )
      .map(([kind, of]): Condition => ({ kind, of })),
  ),
}));
const arbitraryTruths = fc.tuple(fc.boolean(), fc.boolean(), fc.boolean());
const asMap = (truths: readonly boolean[]) => new Map(ids.map((id, index) => [id, truths[index] === true]));

describe('conditions', () => {
  it('are decided if everything is known', () => {
    fc.assert(
      fc.property(condition, arbitraryTruths, (tested, truths) =>
        assert.notEqual(holds(tested, asMap(truths)), undefined),
      ),
    );
  });
  it('imply only assumptions that hold', () => {
    fc.assert(
      fc.property(condition, arbitraryTruths, (tested, truths) => {
        const truthById = asMap(truths);
        for (const [id, truth] of assume(tested, holds(tested, truthById) === true, new Map()))
          assert.equal(truthById.get(id), truth);
      }),
    );
  });
});
