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
 * text is searched for them as far as positions are asked for: what there is to say of long texts often is at the top.
 */
export class LineIndex {
  readonly #text: string;
  /** Where lines start, so far as they were searched for. */
  readonly #starts = [0];
  /** Whether all starts are known. */
  #isWhole = false;
  #hasReturns: boolean | undefined;

  constructor(text: string) {
    this.#text = text;
  }

  /** The number of lines; a text without a line break has one. */
  get lineCount(): number {
    return this.#linesUntil(this.#text.length).length;
  }

  /** The position of an offset; offsets outside the text are drawn to its nearest end. */
  position(offset: number): Position {
    const starts = this.#linesUntil(offset);
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
    return this.#linesUntil(this.#text.length)[line];
  }

  /** The starts of all lines up to one that starts behind an offset, or of all there are. */
  #linesUntil(offset: number): readonly number[] {
    const starts = this.#starts;
    if (this.#isWhole) return starts;
    const text = this.#text;
    this.#hasReturns ??= text.includes('\r');
    let last = starts[starts.length - 1] ?? 0;
    while (last <= offset) {
      const next = this.#hasReturns ? nextLine(text, last) : text.indexOf('\n', last) + 1;
      if (next === 0) {
        this.#isWhole = true;
        break;
      }
      starts.push(next);
      last = next;
    }
    return starts;
  }
}

/** The start of the next line, whichever way lines end; 0 if there is none. */
function nextLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) return i + 1;
  }
  return 0;
}
