import type { MapNode, Node, ScalarNode } from '../manifest/node.ts';

/** A resource whose words of YAML 1.1 are text, as Kustomize writes them out again; the same one where it has none. */
export function withWordsAsText(root: MapNode): MapNode {
  const read = asText(root);
  return read.kind === 'map' ? read : root;
}

function asText(node: Node): Node {
  if (node.kind === 'scalar') return wordAsText(node);
  if (node.kind === 'list') {
    const items = node.items.map(asText);
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  const entries = node.entries.map((entry) => {
    const value = asText(entry.value);
    return value === entry.value ? entry : { ...entry, value };
  });
  return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
}

/** Every such word has its own length among those that mean the same. */
const words: ReadonlyMap<boolean, ReadonlyMap<number, string>> = new Map([
  [true, new Map(['y', 'on', 'yes'].map((word) => [word.length, word]))],
  [false, new Map(['n', 'no', 'off'].map((word) => [word.length, word]))],
]);

function wordAsText(node: ScalarNode): ScalarNode {
  if (typeof node.value !== 'boolean' || node.style !== 'plain') return node;
  const word = words.get(node.value)?.get(node.end - node.start);
  return word === undefined ? node : { ...node, value: word, style: 'double' };
}
