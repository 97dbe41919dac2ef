import type { Span } from '../text/span.ts';
import type { Node, ScalarNode } from './node.ts';

/**
 * The span of the word at an offset of a scalar's value. `offset` is in UTF-16 units of the value. The whole scalar if
 * the span is not known: in folded text and in escapes.
 */
export function spanWithin(text: string, node: Node, offset: number): Span {
  if (node.kind !== 'scalar' || typeof node.value !== 'string') return { start: node.start, end: node.end };
  const start = startWithin(text, node, node.value, offset);
  if (start === undefined || start >= node.end) return { start: node.start, end: node.end };
  const end = start + (/^\.?\??\w+|^\S/.exec(text.slice(start, start + longestWord))?.[0].length ?? 1);
  // An opening parenthesis counts as the name of the called function.
  const before =
    text[start] === '(' ? /\w+$/.exec(text.slice(Math.max(node.start, start - longestWord), start))?.[0] : '';
  if (before !== undefined && before !== '') return { start: start - before.length, end: start };
  return { start, end: Math.min(node.end, end) };
}

/**
 * Where to show a problem with the value of a key: the scalar, if it is written there, quoted or plain; otherwise the
 * key, for long values, aliases and absent values.
 */
export function spanOfValue(node: Node | undefined, key: Span): Span {
  if (node?.kind !== 'scalar' || node.style === 'literal' || node.style === 'folded') return key;
  return node.start >= key.end && node.start < node.end ? { start: node.start, end: node.end } : key;
}

const longestWord = 200;

function startWithin(text: string, node: ScalarNode, value: string, offset: number): number | undefined {
  const source = text.slice(node.start, node.end);
  if (node.style === 'literal') {
    const start = offsetInBlock(source, value, offset);
    return start === undefined ? undefined : node.start + start;
  }
  if (node.style === 'plain') return source === value ? node.start + offset : undefined;
  const inner = source.slice(1, -1);
  if (inner === value) return node.start + 1 + offset;
  if (node.style !== 'single' || inner.includes('\n')) return undefined;
  const written = value.slice(0, offset).replaceAll("'", "''").length;
  return inner.replaceAll("''", "'") === value ? node.start + 1 + written : undefined;
}

/** The position in a block whose lines are those of the value, indented. */
function offsetInBlock(source: string, value: string, offset: number): number | undefined {
  const before = value.slice(0, offset);
  const line = before.split('\n').length - 1;
  const column = offset - (before.lastIndexOf('\n') + 1);
  const wanted = value.split('\n')[line] ?? '';
  let at = 0;
  // The header of the block is its first line.
  for (let skipped = 0; skipped <= line; skipped++) {
    const end = source.indexOf('\n', at);
    if (end < 0) return undefined;
    at = end + 1;
  }
  const end = source.indexOf('\n', at);
  const written = source.slice(at, end < 0 ? undefined : end).replace(/\r$/, '');
  return written.endsWith(wanted) ? at + (written.length - wanted.length) + column : undefined;
}
