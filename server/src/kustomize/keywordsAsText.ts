import type { MapNode, Node, ScalarNode } from '../manifest/node.ts';
import type { Span } from '../text/span.ts';

/**
 * A resource whose YAML 1.1 keywords, as values and keys, are text, as Kustomize reads them; the same object if it has
 * none.
 *
 * @param text of the resource.
 */
export function withKeywordsAsText(root: MapNode, text: string): MapNode {
  const read = asText(root, text);
  return read.kind === 'map' ? read : root;
}

function asText(node: Node, text: string): Node {
  if (node.kind === 'scalar') return wordAsText(node, text);
  if (node.kind === 'list') {
    const items = node.items.map((item) => asText(item, text));
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  const entries = node.entries.map((entry) => {
    const value = asText(entry.value, text);
    const key = isBoolean(entry.key) ? (wordIn(text, entry.keySpan) ?? entry.key) : entry.key;
    return value === entry.value && key === entry.key ? entry : { ...entry, key, value };
  });
  return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
}

function isBoolean(key: string): boolean {
  return key === 'true' || key === 'false';
}

function wordAsText(node: ScalarNode, text: string): ScalarNode {
  const isWord = typeof node.value === 'boolean' && node.style === 'plain';
  const word = isWord ? wordIn(text, node) : undefined;
  return word === undefined ? node : { ...node, value: word, style: 'double' };
}

/** The word at a place that only YAML 1.1 takes for a boolean. */
function wordIn(text: string, { start, end }: Span): string | undefined {
  const written = text.slice(start, end);
  return /^(?:y|yes|on|n|no|off)$/i.test(written) ? written : undefined;
}
