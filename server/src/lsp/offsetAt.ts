import type { LineIndex, Position } from '../text/lineIndex.ts';

/** The offset of a position; positions past the end of a line become the start of the next line. */
export function offsetAt(lines: LineIndex, { line, character }: Position): number {
  const start = lines.lineStart(line) ?? 0;
  const next = lines.lineStart(line + 1);
  return next === undefined ? start + character : Math.min(start + character, next - 1);
}
