import type { Text } from '@codemirror/state';
import type { Range } from '../../../server/src/library/types.ts';

/** A range as offsets. The text may have changed since: later positions are clamped to its end. */
export function offsets(doc: Text, { start, end }: Range): { readonly from: number; readonly to: number } {
  const offset = ({ line, character }: Range['start']) => {
    if (line >= doc.lines) return doc.length;
    const { from, to } = doc.line(line + 1);
    return Math.min(from + character, to);
  };
  const from = offset(start);
  return { from, to: Math.max(from, offset(end)) };
}
