import assert from 'node:assert/strict';
import { LruCache } from './lruCache.ts';

describe('LruCache', () => {
  it('keeps the values that were used last, and drops the others', () => {
    const kept = new LruCache<string, number>(2);
    for (const [index, key] of ['a', 'b', 'c', 'd', 'e', 'f'].entries()) {
      kept.set(key, index, 1);
      kept.get('a');
    }
    assert.deepEqual(
      ['a', 'b', 'c', 'f'].map((key) => kept.get(key)?.value),
      [0, undefined, undefined, 5],
    );
  });

  it('keeps a value in use that is heavier than the limit', () => {
    const kept = new LruCache<string, number>(2);
    kept.set('heavy', 1, 100);
    for (const key of ['a', 'b', 'c', 'd', 'e', 'f']) {
      assert.equal(kept.get('heavy')?.value, 1);
      kept.set(key, 0, 1);
    }
    assert.equal(kept.get('heavy')?.value, 1);
  });

  it('distinguishes an undefined value from an absent one, and replaces values', () => {
    const kept = new LruCache<string, number | undefined>(2);
    kept.set('a', undefined, 1);
    assert.deepEqual(kept.get('a')?.value, undefined);
    assert.notEqual(kept.get('a'), undefined);
    assert.equal(kept.get('b'), undefined);
    kept.set('a', 3, 1);
    assert.equal(kept.get('a')?.value, 3);
  });

  it('never keeps more than two generations', () => {
    const kept = new LruCache<number, number>(10);
    for (let key = 0; key < 1000; key++) kept.set(key, key, 1);
    const present = Array.from({ length: 1000 }, (_, key) => key).filter((key) => kept.get(key) !== undefined);
    assert.ok(present.length <= 22, String(present.length));
  });
});
