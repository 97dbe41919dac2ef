import type { TextEdit } from '../../text/edit.ts';
import type { ScalarNode } from '../node.ts';
import { plainOrQuoted, quoted, singleQuoted } from './write.ts';

/** Replaces a single-line string and keeps its quotes. Undefined for block scalars and empty nodes. */
export function replaceScalar(node: ScalarNode, value: string): TextEdit | undefined {
  const span = { start: node.start, end: node.end };
  if (node.start === node.end) return undefined;
  if (node.style === 'plain') return { span, newText: plainOrQuoted(value) };
  if (node.style === 'single') return { span, newText: singleQuoted(value) };
  return node.style === 'double' ? { span, newText: quoted(value) } : undefined;
}
