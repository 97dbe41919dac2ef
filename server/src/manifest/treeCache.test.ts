import assert from 'node:assert/strict';
import type { ScalarNode } from './node.ts';
import { TreeCache } from './treeCache.ts';

function tree(length: number): ScalarNode {
  return { kind: 'scalar', value: 'x'.repeat(length), style: 'plain', start: 0, end: length };
}

describe('TreeCache', () => {
  it('drops the least recently used value', () => {
    const kept = new TreeCache<number>(2);
    for (const [index, key] of ['a', 'b', 'c', 'd'].entries()) {
      kept.set(key, index, [tree(1)]);
      kept.get('a');
    }
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => kept.get(key)?.value),
      [0, undefined, undefined, 3],
    );
  });

  it('counts a tree that several values share once', () => {
    const kept = new TreeCache<number>(10);
    const shared = tree(9);
    for (const key of ['a', 'b', 'c']) kept.set(key, 0, [shared, shared]);
    assert.equal(kept.get('a')?.value, 0);
    kept.set('d', 1, [tree(2)]);
    assert.deepEqual(
      ['a', 'b', 'c', 'd'].map((key) => kept.get(key)?.value),
      [undefined, undefined, undefined, 1],
    );
  });

  it('keeps a single value that exceeds the limit', () => {
    const kept = new TreeCache<number>(1);
    kept.set('large', 1, [tree(100)]);
    assert.equal(kept.get('large')?.value, 1);
  });

  it('counts only the trees of the new value of a key', () => {
    const kept = new TreeCache<number | undefined>(4);
    kept.set('a', 1, [tree(4)]);
    kept.set('a', undefined, []);
    kept.set('b', 2, [tree(4)]);
    assert.deepEqual(kept.get('a'), { value: undefined, trees: [] });
    assert.equal(kept.get('b')?.value, 2);
    assert.equal(kept.get('c'), undefined);
  });

  it('no longer counts trees of removed values', () => {
    const kept = new TreeCache<number>(2);
    const shared = tree(1);
    kept.set('a', 1, [shared]);
    kept.set('b', 2, [shared, tree(1)]);
    kept.delete('b');
    kept.set('c', 3, [tree(1)]);
    assert.deepEqual(
      ['a', 'b', 'c'].map((key) => kept.get(key)?.value),
      [1, undefined, 3],
    );
    kept.clear();
    kept.set('d', 4, [tree(2)]);
    kept.set('e', 5, []);
    assert.deepEqual(
      ['a', 'c', 'd', 'e'].map((key) => kept.get(key)?.value),
      [undefined, undefined, 4, 5],
    );
  });
});
