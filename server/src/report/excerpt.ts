import { displayWidth, printable } from '../text/displayWidth.ts';
import type { Range } from '../text/lineIndex.ts';

/** A line of a text with carets below the span of a finding. */
export interface Excerpt {
  readonly line: string;
  /** Spaces and carets, to print below `line`. */
  readonly marks: string;
}

/** The span to show in an excerpt. */
export interface ExcerptPosition {
  /** UTF-16 units from the start of the text: first, and after the last. */
  readonly offset: readonly [number, number];
  readonly range: Range;
}

/** A text, or only the parts of it that excerpts show. */
export interface ExcerptText {
  readonly length: number;
  slice(start: number, end: number): string;
}

/** Longer lines are cut to a window around the carets: a JSON manifest may be one line of megabytes. */
const maxLength = 110;
const leadIn = 30;

/** The first line of a span, safe to print; undefined if the span is outside of the text. */
export function excerptOf(text: ExcerptText, { offset, range }: ExcerptPosition): Excerpt | undefined {
  const lineStart = offset[0] - range.start.character;
  if (lineStart < 0 || lineStart > text.length) return undefined;
  const from = windowStart({ offset, range });
  const window = text.slice(from, from + windowLength);
  const lineBreak = window.search(/[\r\n]/);
  const hasLineEnd = lineBreak >= 0 || from + window.length >= text.length;
  const part = lineBreak >= 0 ? window.slice(0, lineBreak) : hasLineEnd ? window : window.slice(0, maxLength);
  const shown = printable(part);
  const lead = from > lineStart ? '…' : '';
  const start = offset[0] - from;
  const end = Math.min(shown.length, Math.max(start + 1, offset[1] - from));
  return {
    line: `${lead}${shown}${hasLineEnd ? '' : '…'}`,
    marks: ' '.repeat(displayWidth(lead + shown.slice(0, start))) + '^'.repeat(caretCount(shown.slice(start, end))),
  };
}

/** The parts of a text that excerpts of these positions show, as JSON: a run keeps them instead of the text. */
export function writeExcerptText(text: string, positions: Iterable<ExcerptPosition>): string {
  const starts = [...new Set(Array.from(positions, windowStart))].filter((start) => start >= 0);
  const written: WrittenText = {
    length: text.length,
    windows: starts.map((start) => [start, text.slice(start, start + windowLength)]),
  };
  return JSON.stringify(written);
}

/** Parses the output of {@link writeExcerptText}, for the same positions. */
export function readExcerptText(written: string): ExcerptText {
  const { length, windows }: WrittenText = JSON.parse(written);
  const byStart = new Map(windows);
  return { length, slice: (start, end) => byStart.get(start)?.slice(0, end - start) ?? '' };
}

interface WrittenText {
  readonly length: number;
  readonly windows: readonly (readonly [start: number, text: string])[];
}

/** One UTF-16 unit more than is shown, to detect that the line continues. */
const windowLength = maxLength + 1;

function windowStart({ offset, range }: ExcerptPosition): number {
  const { character } = range.start;
  return character > maxLength - leadIn ? offset[0] - leadIn : offset[0] - character;
}

function caretCount(marked: string): number {
  return Math.max(1, displayWidth(marked.trimEnd()));
}
