import type { Span } from '../text/span.ts';
import type { Node, ScalarNode } from './node.ts';

/** A segment of a JSON pointer, decoded, with its place. */
export interface PointerSegment {
  readonly name: string;
  readonly span: Span;
}

/** A JSON pointer (RFC 6901) in an operation of a JSON patch. */
export interface JsonPointer {
  readonly node: ScalarNode;
  readonly text: string;
  /** As read by Kustomize's library: text before the first slash is ignored. */
  readonly segments: readonly PointerSegment[];
}

/**
 * The pointer in a value; undefined for values other than strings.
 *
 * @param text the text with the unescaped value; undefined if it is escaped. Then, and if the written pointer differs
 * from its value, every segment has the span of the whole.
 *
 * Source: findObject and decodePatchKey in `patch.go` of gopkg.in/evanphx/json-patch.v4.
 */
export function readPointer(value: Node | undefined, text: string | undefined): JsonPointer | undefined {
  if (value?.kind !== 'scalar' || typeof value.value !== 'string') return undefined;
  const whole = { start: value.start, end: value.end };
  const from = value.start + (value.style === 'plain' ? 0 : 1);
  const isPlain = text !== undefined && text.slice(from, from + value.value.length) === value.value;
  const [first = '', ...rest] = value.value.split('/');
  let at = from + first.length;
  const segments = rest.map((segment): PointerSegment => {
    const start = at + 1;
    at = start + segment.length;
    return { name: decodeSegment(segment), span: isPlain ? { start, end: at } : whole };
  });
  return { node: value, text: value.value, segments };
}

/** The decoded segments of a pointer; text before the first slash is ignored. */
export function pointerSegments(pointer: string): readonly string[] {
  return pointer.split('/').slice(1).map(decodeSegment);
}

function decodeSegment(segment: string): string {
  return segment.replaceAll('~1', '/').replaceAll('~0', '~');
}

/** Whether a segment is the number of an item, from the end where it is negative. */
export function isIndex(name: string): boolean {
  return /^[-+]?\d+$/.test(name);
}

/**
 * The index that a key of a pointer stands for, counted from the end if negative; undefined if invalid or out of range.
 */
export function indexIn(key: string, count: number): number | undefined {
  if (!isIndex(key)) return undefined;
  const index = Number(key);
  const position = index < 0 ? index + count : index;
  return position >= 0 && position < count ? position : undefined;
}
