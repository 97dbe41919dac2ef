import { displayWidth, printable } from '../text/displayWidth.ts';
import type { Range } from '../text/lineIndex.ts';

/** A line of a source with a mark under the part that a finding is about. */
export interface Excerpt {
  readonly line: string;
  /** Blanks and carets that stand under `line`. */
  readonly marks: string;
}

/** Longer lines are cut to a window around the mark: a JSON manifest may be one line of megabytes. */
const maxLength = 110;
const leadIn = 30;

/** The first line of a range, made safe to print; undefined for a place that the text does not have. */
export function excerptOf(text: string, offset: readonly [number, number], range: Range): Excerpt | undefined {
  const lineStart = offset[0] - range.start.character;
  if (lineStart < 0 || lineStart > text.length) return undefined;
  const from = range.start.character > maxLength - leadIn ? offset[0] - leadIn : lineStart;
  const window = text.slice(from, from + maxLength + 1);
  const lineBreak = window.search(/[\r\n]/);
  const whole = lineBreak >= 0 || from + window.length >= text.length;
  const shown = printable(lineBreak >= 0 ? window.slice(0, lineBreak) : whole ? window : window.slice(0, maxLength));
  const lead = from > lineStart ? '…' : '';
  const start = offset[0] - from;
  const end = Math.min(shown.length, Math.max(start + 1, offset[1] - from));
  return {
    line: `${lead}${shown}${whole ? '' : '…'}`,
    marks: ' '.repeat(displayWidth(lead + shown.slice(0, start))) + '^'.repeat(caretCount(shown.slice(start, end))),
  };
}

function caretCount(marked: string): number {
  return Math.max(1, displayWidth(marked.trimEnd()));
}
