import type { TextEdit } from '../text/edit.ts';

/**
 * Edits that turn `before` into `after` and keep common lines: one edit per changed line if the number of lines stays,
 * otherwise one for the whole changed part. Cursors, folds and marks elsewhere stay.
 */
export function lineEdits(before: string, after: string): readonly TextEdit[] {
  if (before === after) return [];
  const old = splitLines(before);
  const now = splitLines(after);
  let head = 0;
  while (head < old.length && head < now.length && old[head] === now[head]) head++;
  let tail = 0;
  const max = Math.min(old.length, now.length) - head;
  while (tail < max && old[old.length - 1 - tail] === now[now.length - 1 - tail]) tail++;
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

/** The lines with their line breaks: joined, they give the text. */
function splitLines(text: string): string[] {
  return text.split(/(?<=\n)/);
}
