import { sharedEnd, sharedStart } from '../text/sharedEnds.ts';
import type { Span } from '../text/span.ts';

/** The lines in which two versions of a text differ: without the line break of the last one. */
export interface ChangedLines {
  readonly before: Span;
  readonly after: Span;
  /** Whether one line is to become another. */
  readonly isOneLine: boolean;
}

/** Finds the lines that a change of a text concerns. */
export function changedLines(before: string, after: string): ChangedLines {
  const head = sharedStart(before, after);
  const tail = sharedEnd(before, after, Math.min(before.length, after.length) - head);
  const old = linesAround(before, head, before.length - tail);
  const now = linesAround(after, head, after.length - tail);
  const isOneLine = !before.slice(old.start, old.end).includes('\n') && !after.slice(now.start, now.end).includes('\n');
  return { before: old, after: now, isOneLine };
}

function linesAround(text: string, from: number, to: number): Span {
  const end = text.indexOf('\n', to);
  return { start: from === 0 ? 0 : text.lastIndexOf('\n', from - 1) + 1, end: end < 0 ? text.length : end };
}
