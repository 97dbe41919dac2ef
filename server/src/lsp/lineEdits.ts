import type { TextEdit } from '../text/edit.ts';

/**
 * Edits that turn `before` into `after` and leave alone what the two share: one edit for each changed line where the
 * changed stretch keeps its number of lines, else one for the whole stretch. Cursors, folds and marks elsewhere stay.
 */
export function lineEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const old = splitLines(before);
  const now = splitLines(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const most = Math.min(old.length, now.length) - head;
  while (tail < most && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
  const start = old.slice(0, head).join('').length;
  const changed = old.slice(head, old.length - tail);
  const wanted = now.slice(head, now.length - tail);
  if (changed.length !== wanted.length) {
    return [{ span: { start, end: start + changed.join('').length }, newText: wanted.join('') }];
  }
  const edits: TextEdit[] = [];
  let at = start;
  for (const [index, line] of changed.entries()) {
    const newText = wanted[index] ?? '';
    if (line !== newText) edits.push({ span: { start: at, end: at + line.length }, newText });
    at += line.length;
  }
  return edits;
}

/** The lines with their line breaks, so that joining them gives the text again. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}
