import type { Span } from './span.ts';

/** 0-based line and UTF-16 character, as in the Language Server Protocol and the JSON report. */
export interface Position {
  readonly line: number;
  readonly character: number;
}

/** A span as two positions. */
export interface Range {
  readonly start: Position;
  readonly end: Position;
}

/**
 * Turns offsets of one text into positions. Lines end at LF, CR LF or a lone CR, as in the Language Server Protocol. The
 * text is searched for them when the first position is asked for.
 */
export class LineIndex {
  readonly #text: string;
  #starts: readonly number[] | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of lines; a text without a line break has one. */
  get lineCount(): number {
    return this.#lines().length;
  }

  /** The position of an offset; offsets outside the text are drawn to its nearest end. */
  position(offset: number): Position {
    const starts = this.#lines();
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: Math.max(0, offset - (starts[low] ?? 0)) };
  }

  /** The range of a span. */
  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }

  /** The offset where a 0-based line starts; past the last line, undefined. */
  lineStart(line: number): number | undefined {
    return this.#lines()[line];
  }

  #lines(): readonly number[] {
    this.#starts ??= lineStarts(this.#text);
    return this.#starts;
  }
}

function lineStarts(text: string): number[] {
  const starts = [0];
  if (!text.includes('\r')) {
    for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
    return starts;
  }
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
  }
  return starts;
}
