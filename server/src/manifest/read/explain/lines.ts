import type { Span } from '../../../text/span.ts';

/** A line of a source, from its first nonblank character to its last; both ends are equal for a blank line. */
export interface Line extends Span {
  /** The column of the first character. */
  readonly indent: number;
  readonly text: string;
}

/** The line that contains an offset. */
export function lineAt(source: string, at: number): Line {
  const begin = at === 0 ? 0 : source.lastIndexOf('\n', at - 1) + 1;
  const found = source.indexOf('\n', at);
  const whole = source.slice(begin, found < 0 ? source.length : found);
  const indent = whole.length - whole.replace(/^ +/, '').length;
  const text = whole.slice(indent).trimEnd();
  const start = begin + indent;
  return { start, end: start + text.length, indent, text };
}

/** The nearest line above with more than blanks and a comment; undefined at the top. */
export function lineAbove(source: string, { start, indent }: Line): Line | undefined {
  for (let begin = start - indent; begin > 0; ) {
    const line = lineAt(source, begin - 1);
    if (line.text !== '' && !line.text.startsWith('#')) return line;
    begin = line.start - line.indent;
  }
  return undefined;
}

/** The nearest line below with more than blanks; undefined at the end. */
export function lineBelow(source: string, { end }: Line): Line | undefined {
  for (let next = source.indexOf('\n', end); next >= 0; next = source.indexOf('\n', next + 1)) {
    const line = lineAt(source, next + 1);
    if (line.text !== '') return line;
  }
  return undefined;
}

/** The nearest line above that is indented less; undefined if none is. */
export function parentOf(source: string, line: Line): Line | undefined {
  let above = lineAbove(source, line);
  while (above !== undefined && above.indent >= line.indent) above = lineAbove(source, above);
  return above;
}

/** Whether text over several lines begins below a line: it ends with `|` or `>`. */
export function opensText({ text }: Line): boolean {
  return /(?:^|[\s:])[|>][-+0-9]*(?:\s+#.*)?$/.test(text);
}

/** The line whose multi-line text includes the lines directly above; undefined if they are something else. */
export function textAbove(source: string, line: Line): Line | undefined {
  let above = lineAbove(source, line);
  while (above !== undefined && !opensText(above)) {
    const higher = lineAbove(source, above);
    if (higher === undefined || (higher.indent < above.indent && !opensText(higher))) return undefined;
    if (higher.indent >= above.indent && above.indent < line.indent) return undefined;
    above = higher;
  }
  return above;
}

/** The columns in which a line can begin, by the lines above it: the deepest first. */
export function columnsAbove(source: string, line: Line): readonly number[] {
  let columns: number[] = [];
  let min = Number.POSITIVE_INFINITY;
  for (let above = lineAbove(source, line); above !== undefined && min > 0; above = lineAbove(source, above)) {
    // The lines below are text.
    if (opensText(above)) {
      const { indent } = above;
      columns = columns.filter((column) => column <= indent);
    }
    const dashes = /^(?:-\s+)+/.exec(above.text)?.[0] ?? '';
    const dashColumns = [...dashes.matchAll(/-/g)].map(({ index }) => above.indent + index);
    for (const column of [above.indent + dashes.length, ...dashColumns.reverse()]) {
      if (column < min) {
        columns.push(column);
        min = column;
      }
    }
  }
  return columns;
}

/** The column after the dashes of a line. */
export function keyColumn({ indent, text }: Line): number {
  return indent + (/^(?:-\s+)*/.exec(text)?.[0].length ?? 0);
}

/** The key at the start of a line, after dashes; undefined if there is none. */
export function keyOfLine({ text }: Line): string | undefined {
  return /^(?:-\s+)*("[^"]*"|'[^']*'|[^\s:#"'[{-][^:#]*?)\s*:(?=\s|$)/.exec(text)?.[1]?.replace(/^["']|["']$/g, '');
}

/** Whether a line has a key and, on the same line, its value. */
export function hasValue(line: Line): boolean {
  const value = /^(?:-\s+)*(?:"[^"]*"|'[^']*'|[^\s:#"'[{-][^:#]*?)\s*:\s+([^\s#].*)$/.exec(line.text)?.[1];
  return value !== undefined && !/^[&!]\S*$/.test(value) && !opensText(line);
}
