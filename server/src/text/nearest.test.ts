import assert from 'node:assert/strict';
import fc from 'fast-check';
import { editDistance, nearest, quotedChoice } from './nearest.ts';

describe('nearest', () => {
  it('finds the intended word', () => {
    assert.deepEqual(nearest('Deploymnet', ['Deployment', 'DaemonSet', 'Pod']), ['Deployment']);
    assert.deepEqual(nearest('ingress', ['Ingress', 'IngressClass']), ['Ingress']);
    assert.deepEqual(nearest('v1bata1', ['v1', 'v1beta1', 'v1beta2']), ['v1beta1', 'v1beta2']);
  });

  it('suggests neither a distant word nor the word itself', () => {
    assert.deepEqual(nearest('Banana', ['Pod', 'Deployment']), []);
    assert.deepEqual(nearest('Pod', ['Pod']), []);
    assert.deepEqual(nearest('', ['Pod']), []);
  });

  it('counts a swap of adjacent letters as one edit', () => {
    assert.equal(editDistance('ab', 'ba'), 1);
    assert.equal(editDistance('kitten', 'sitting'), 3);
  });

  it('uses a symmetric distance that is zero only for equal words', () => {
    const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(word, word, (a, b) => {
        assert.equal(editDistance(a, b), editDistance(b, a));
        assert.equal(editDistance(a, b) === 0, a === b);
      }),
    );
  });

  it('uses a distance above the limit for all words beyond it', () => {
    const word = fc.string({ maxLength: 8, unit: fc.constantFrom('a', 'b', 'c') });
    fc.assert(
      fc.property(word, word, fc.nat(4), (a, b, reach) => {
        const exact = editDistance(a, b);
        const bounded = editDistance(a, b, reach);
        assert.equal(exact <= reach ? bounded : bounded > reach, exact <= reach ? exact : true);
      }),
    );
  });

  it('writes choices as in a sentence', () => {
    assert.equal(quotedChoice(['a', 'b', 'c']), '"a", "b" or "c"');
    assert.equal(quotedChoice(['a']), '"a"');
    assert.equal(quotedChoice([]), '');
  });
});
