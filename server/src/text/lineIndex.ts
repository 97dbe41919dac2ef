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
 * Maps offsets of one text to positions. Lines end at LF, CR LF or a lone CR, as in the Language Server Protocol. The
 * text is scanned lazily: findings in long texts are often near the top.
 */
export class LineIndex {
  readonly #text: string;
  /** The starts of the lines scanned so far. */
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

  /** The position of an offset, clamped to the text. */
  position(offset: number): Position {
    const clamped = Math.min(Math.max(offset, 0), this.#text.length);
    const starts = this.#linesUntil(clamped);
    let low = 0;
    let high = starts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if ((starts[middle] ?? 0) <= clamped) low = middle;
      else high = middle - 1;
    }
    return { line: low, character: clamped - (starts[low] ?? 0) };
  }

  /** The range of a span. */
  range(span: Span): Range {
    return { start: this.position(span.start), end: this.position(span.end) };
  }

  /** The offset where a 0-based line starts; undefined past the last line. */
  lineStart(line: number): number | undefined {
    return this.#linesUntil(this.#text.length)[line];
  }

  /** The line starts up to the first one after an offset, or all. */
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

/** The start of the next line for any line ending; 0 if there is none. */
function nextLine(text: string, from: number): number {
  for (let i = from; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) return i + 1;
  }
  return 0;
}
