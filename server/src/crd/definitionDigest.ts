import { hasDuplicates, lastEntries } from '../decode/duplicates.ts';
import type { MapEntry, Node, ScalarValue } from '../manifest/node.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/**
 * A short digest that is equal for two definition specs with the same JSON, independent of notation: key order is
 * ignored, and the last duplicate key counts. Schema descriptions, most of the text, are ignored too. Different specs
 * collide with probability 2⁻³²; it does not protect against forgery.
 */
export function digestOf(node: Node): string {
  return getOrInsertComputed(digests, node, () => (hashOf(node) >>> 0).toString(16).padStart(8, '0'));
}

/** Definitions are compared at every target, and schemas are long. */
const digests = new WeakMap<Node, string>();

const seeds = { text: 0x811c9dc5 | 0, other: 0x9e3779b1 | 0, list: 0x85ebca6b | 0, map: 0xc2b2ae35 | 0 } as const;

/** Numbers are signed all through: V8 has no object for them. */
function hashOf(node: Node): number {
  if (node.kind === 'scalar') return hashOfScalar(node.value);
  if (node.kind === 'list') {
    const { items } = node;
    let hash: number = seeds.list;
    for (let i = 0; i < items.length; i++) {
      const item = items[i];
      if (item !== undefined) hash = mixed(hash, hashOf(item));
    }
    return hash;
  }
  const { entries } = node;
  return mixed(seeds.map, sumOf(entries) ?? sumOf(lastEntries(entries)) ?? 0);
}

/** The order-independent sum of entries; undefined with duplicate keys. */
function sumOf(entries: readonly MapEntry[]): number | undefined {
  let sum = 0;
  let seen = 0;
  let mayRepeat = false;
  for (let i = 0; i < entries.length; i++) {
    const entry = entries[i];
    if (entry === undefined) continue;
    const { key, value } = entry;
    const hash = hashOfText(key, seeds.text);
    // Keys of different hashes differ: most maps have no two that share a bit.
    const bit = 1 << (hash & 31);
    if ((seen & bit) !== 0) mayRepeat = true;
    seen |= bit;
    if (key === 'description' && value.kind === 'scalar') continue;
    sum = (sum + mixed(hash, hashOf(value))) | 0;
  }
  return mayRepeat && hasDuplicates(entries) ? undefined : sum;
}

function hashOfScalar(value: ScalarValue): number {
  return typeof value === 'string' ? hashOfText(value, seeds.text) : hashOfText(String(value), seeds.other);
}

/** FNV-1a over UTF-16 units. */
function hashOfText(text: string, seed: number): number {
  let hash = seed;
  for (let i = 0; i < text.length; i++) hash = Math.imul(hash ^ text.charCodeAt(i), 0x01000193);
  return mixed(hash, text.length);
}

/** Two numbers as one of 32 bits, as MurmurHash3 finishes: every bit counts everywhere. */
function mixed(a: number, b: number): number {
  let hash = (Math.imul(a ^ b, 0x85ebca6b) + Math.imul(a, 31)) | 0;
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
