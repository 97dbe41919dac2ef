import type { Span } from './span.ts';

/** Replaces the text of `span` by `newText`; an empty span inserts. */
export interface TextEdit {
  readonly span: Span;
  readonly newText: string;
}

/** Whether two edits overlap, so that they cannot both be applied. */
export function conflict(a: TextEdit, b: TextEdit): boolean {
  if (a.span.start === b.span.start && a.span.end === b.span.end) return a.newText !== b.newText;
  return a.span.start < b.span.end && b.span.start < a.span.end;
}

/**
 * The text, or a part of it, with all edits applied; all other bytes are kept. Equal edits count once, in any order.
 * Undefined if two edits conflict or one is outside: edits are applied all or not at all.
 */
export function applyEdits(
  text: string,
  edits: readonly TextEdit[],
  part: Span = { start: 0, end: text.length },
): string | undefined {
  const ordered = sortedEdits(edits);
  const parts: string[] = [];
  let at = part.start;
  let previous: TextEdit | undefined;
  for (const edit of ordered) {
    if (previous !== undefined) {
      if (conflict(previous, edit)) return undefined;
      if (previous.span.start === edit.span.start && previous.span.end === edit.span.end) continue;
    }
    if (edit.span.start < at || edit.span.end > part.end) return undefined;
    parts.push(text.slice(at, edit.span.start), edit.newText);
    at = edit.span.end;
    previous = edit;
  }
  parts.push(text.slice(at, part.end));
  return parts.join('');
}

/**
 * The original offset of an offset in the edited text; an offset in inserted text maps to the start of its edit.
 *
 * @param edits without conflicts.
 */
export function offsetBefore(offset: number, edits: readonly TextEdit[]): number {
  let shift = 0;
  let previous: TextEdit | undefined;
  for (const edit of sortedEdits(edits)) {
    const { span, newText } = edit;
    if (previous?.span.start === span.start && previous.span.end === span.end) continue;
    const start = span.start + shift;
    if (offset < start) break;
    if (offset < start + newText.length) return span.start;
    shift += newText.length - (span.end - span.start);
    previous = edit;
  }
  return offset - shift;
}

/** Edits by position; those at the same position keep their order. */
export function sortedEdits(edits: readonly TextEdit[]): readonly TextEdit[] {
  for (let i = 1; i < edits.length; i++) {
    const before = edits[i - 1];
    const after = edits[i];
    if (before !== undefined && after !== undefined && byOffset(before, after) > 0) return [...edits].sort(byOffset);
  }
  return edits;
}

function byOffset(a: TextEdit, b: TextEdit): number {
  return a.span.start - b.span.start || a.span.end - b.span.end;
}
