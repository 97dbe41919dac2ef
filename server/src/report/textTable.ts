import { displayWidth, padToWidth, printable } from '../text/displayWidth.ts';
import type { Style } from './style.ts';

/** A table for people; columns are as wide as their widest cell. */
export function textTable(
  heads: readonly string[] | undefined,
  rows: readonly (readonly string[])[],
  style: Style,
): string {
  const cells = rows.map((row) => row.map(printable));
  const widths = (heads ?? cells[0] ?? []).map((head, column) =>
    Math.max(displayWidth(head), ...cells.map((row) => displayWidth(row[column] ?? ''))),
  );
  const line = (row: readonly string[]) =>
    row
      .map((cell, column) => padToWidth(cell, widths[column] ?? 0))
      .join('  ')
      .trimEnd();
  return [...(heads === undefined ? [] : [style('strong', line(heads))]), ...cells.map(line), ''].join('\n');
}
