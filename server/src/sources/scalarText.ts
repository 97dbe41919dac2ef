import { replaceScalar } from '../manifest/edit/replaceScalar.ts';
import type { TextEdit } from '../text/edit.ts';
import type { Span } from '../text/span.ts';
import type { Cursor } from './cursor.ts';

/** A part of a value that needs no quotes: flags, settings, versions. */
const plainPiece = /^[\w.=,/:+-]*$/;

/** A text in a file, with or without quotes, whose parts have spans and can be replaced. */
export interface SourceText {
  readonly value: string;
  readonly path: string;
  /** The whole text, with quotes. */
  readonly span: Span;
  /** The span of the part from `start` to `end` of the value; of the whole text if uncertain. */
  spanOf(start: number, end: number): Span;
  /** The edit that replaces this part; undefined if its position is not certain. */
  rewrite(start: number, end: number, piece: string): TextEdit | undefined;
}

/** The text of a scalar; undefined for null, lists and maps. */
export function scalarText(cursor: Cursor): SourceText | undefined {
  const value = cursor.scalar();
  const { node, text } = cursor;
  if (value === undefined || node.kind !== 'scalar') return undefined;
  const span = { start: node.start, end: node.end };
  const written = text.slice(node.start, node.end);
  const base = written === value ? node.start : written.slice(1, -1) === value ? node.start + 1 : undefined;
  const find = (start: number, end: number): Span | undefined => {
    if (base !== undefined) return { start: base + start, end: base + end };
    return onlyOccurrence(written, value.slice(start, end), node.start);
  };
  return {
    value,
    // Lazy: every command line is split into words, and few are reported.
    get path() {
      return cursor.path;
    },
    span,
    spanOf: (start, end) => find(start, end) ?? span,
    rewrite: (start, end, piece) => {
      if (start === 0 && end === value.length) return replaceScalar(node, piece);
      const span = find(start, end);
      return span === undefined || !plainPiece.test(piece) ? undefined : { span, newText: piece };
    },
  };
}

/** A part of a text that is not YAML. */
export function plainText(text: string, start: number, end: number): SourceText {
  const at = (from: number, to: number): Span => ({ start: start + from, end: start + to });
  return {
    value: text.slice(start, end),
    path: '',
    span: { start, end },
    spanOf: at,
    rewrite: (from, to, piece) => (plainPiece.test(piece) ? { span: at(from, to), newText: piece } : undefined),
  };
}

/** The span of a part that occurs once in the written text, which differs from the value in block scalars. */
function onlyOccurrence(written: string, piece: string, offset: number): Span | undefined {
  const first = written.indexOf(piece);
  if (piece === '' || first < 0 || written.includes(piece, first + 1)) return undefined;
  return { start: offset + first, end: offset + first + piece.length };
}
