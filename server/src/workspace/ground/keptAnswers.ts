import type { Node } from '../../manifest/node.ts';
import { TreeCache } from '../../manifest/treeCache.ts';
import { LruCache } from '../../text/lruCache.ts';
import type { AnswerStore } from './derived.ts';

/**
 * How much is kept of answers of one kind, in UTF-16 units of the files, whose trees take ten bytes each: a repository
 * of any size that people write should fit.
 */
const maxKept = 16 * 1024 * 1024;

/** Keeps the answers that were used last, by the length of the trees that they hold. */
export function keptTrees<Value>(treesOf: (value: Value) => readonly Node[]): AnswerStore<Value> {
  const cache = new TreeCache<Value>(maxKept);
  return { get: (key) => cache.get(key), set: (key, value) => cache.set(key, value, treesOf(value)) };
}

/** Keeps the answers that were used last, by the length of their texts. */
export function keptTexts<Value>(lengthOf: (value: Value) => number): AnswerStore<Value> {
  const cache = new LruCache<string, Value>(maxKept / 2);
  return { get: (key) => cache.get(key), set: (key, value) => cache.set(key, value, lengthOf(value)) };
}
