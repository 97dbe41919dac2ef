import type { Node } from '../manifest/node.ts';
import { readManifest } from '../manifest/read/readManifest.ts';
import type { Span } from '../text/span.ts';
import { Cursor } from './cursor.ts';

/**
 * The YAML documents in a string, such as a patch. In a literal block scalar, every span is exact; in other strings, every
 * value has the span of the string.
 */
export function embeddedDocuments(scalar: Cursor): readonly Cursor[] {
  const { node, text } = scalar;
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return [];
  const first = text.indexOf('\n', node.start) + 1;
  const literal = node.style === 'literal' && first > 0 && first < node.end;
  const inner = literal ? text.slice(first, node.end) : node.value;
  const documents = readManifest(inner).documents.filter(({ problems }) => problems.length === 0);
  return documents.flatMap(({ root }) => {
    if (root === undefined) return [];
    const placed = literal ? shifted(root, first) : collapsed(root, inner, { start: node.start, end: node.end });
    return [Cursor.root(text, placed)];
  });
}

/** The same value with every span moved by `by`. */
function shifted(node: Node, by: number): Node {
  return placed(node, ({ start, end }) => ({ start: start + by, end: end + by }));
}

/** The same value with one span for everything; numbers keep their written notation. */
function collapsed(node: Node, inner: string, at: Span): Node {
  return placed(node, () => at, inner);
}

function placed(node: Node, spanOf: (span: Span) => Span, inner?: string): Node {
  const { start, end } = spanOf(node);
  if (node.kind === 'scalar') {
    const isNumber = typeof node.value === 'number' || typeof node.value === 'bigint';
    const written = isNumber && inner !== undefined ? { written: inner.slice(node.start, node.end) } : {};
    return { ...node, ...written, start, end };
  }
  if (node.kind === 'list') {
    return { ...node, start, end, items: node.items.map((item) => placed(item, spanOf, inner)) };
  }
  const entries = node.entries.map((entry) => ({
    ...entry,
    keySpan: spanOf(entry.keySpan),
    value: placed(entry.value, spanOf, inner),
  }));
  return { ...node, start, end, entries };
}
