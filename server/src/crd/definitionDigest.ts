import { hasDuplicates, lastEntries } from '../decode/duplicates.ts';
import type { Node, ScalarValue } from '../manifest/node.ts';

/**
 * A short text that two specs of definitions have in common if they are the same JSON, however and wherever each is
 * written: the order of keys does not count, and of a key written twice the last value does. Descriptions of schemas,
 * most of their text, do not count either: they decide nothing. It takes two different ones for the same once in 2³², and
 * is no protection against forgery.
 */
export function digestOf(node: Node): string {
  let digest = digests.get(node);
  if (digest === undefined) {
    digest = hashOf(node).toString(16).padStart(8, '0');
    digests.set(node, digest);
  }
  return digest;
}

/** Definitions are compared at every target, and schemas are long. */
const digests = new WeakMap<Node, string>();

const seeds = { text: 0x811c9dc5, other: 0x9e3779b1, list: 0x85ebca6b, map: 0xc2b2ae35 } as const;

function hashOf(node: Node): number {
  if (node.kind === 'scalar') return hashOfScalar(node.value);
  if (node.kind === 'list') {
    let hash: number = seeds.list;
    for (const item of node.items) hash = mixed(hash, hashOf(item));
    return hash >>> 0;
  }
  const { entries } = node;
  const counted = hasDuplicates(entries) ? lastEntries(entries) : entries;
  let sum = 0;
  // A sum is the same in whatever order.
  for (let i = 0; i < counted.length; i++) {
    const entry = counted[i];
    if (entry === undefined || (entry.key === 'description' && entry.value.kind === 'scalar')) continue;
    sum = (sum + mixed(hashOfText(entry.key, seeds.text), hashOf(entry.value))) >>> 0;
  }
  return mixed(seeds.map, sum);
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
  let hash = Math.imul(a ^ b, 0x85ebca6b) + Math.imul(a, 31);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}
