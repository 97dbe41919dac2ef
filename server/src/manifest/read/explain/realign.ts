import { type Fault, finalFault, quoted, wordAt } from './fault.ts';
import {
  columnsAbove,
  hasValue,
  keyColumn,
  keyOfLine,
  type Line,
  lineAbove,
  lineAt,
  opensText,
  textAbove,
} from './lines.ts';
import { isReadBeyond, longestReread } from './reread.ts';

/** The number of lines above to scan. */
const maxLines = 60;

/** The number of moves to try, the likeliest first: each re-reads the whole source. */
const maxTried = 6;

/** A line with another possible indentation. */
interface Move {
  readonly line: Line;
  readonly to: number;
  /** How many steps of the text would be unusual then. */
  readonly unusual: number;
}

/**
 * The fault of a line in a wrong column: the one line, this or one above, whose indentation must change for the text to
 * be read. Of several, the one that makes all indentation steps equal. Undefined if none is certain.
 *
 * @param only the only candidate line.
 */
export function realigned(source: string, line: Line, only?: Line): Fault | undefined {
  if (source.length > longestReread) return undefined;
  const step = usualStep(source);
  const moves = [...movesOf(source, line)]
    .filter((candidate) => only === undefined || candidate.line.start === only.start)
    .map(({ line: moved, to }) => ({ line: moved, to, unusual: unusualSteps(move(source, moved, to), step) }))
    .sort((a, b) => a.unusual - b.unusual || shift(a) - shift(b));
  const found: Move[] = [];
  for (const item of moves.slice(0, maxTried)) {
    if (isReadBeyond(move(source, item.line, item.to), line.end)) found.push(item);
    if (found.length === 2) break;
  }
  const [best, next] = found;
  if (best === undefined) return undefined;
  // Two columns are equally good for the same line; of two lines, the nearer one wins.
  const isEven = next?.unusual === best.unusual && shift(next) === shift(best);
  if (isEven && next.line.start === best.line.start) return undefined;
  return fault(best, line);
}

function fault({ line, to }: Move, reportedLine: Line): Fault {
  const key = keyOfLine(line);
  const isItem = line.text.startsWith('-');
  const subject = isItem ? 'a list item' : key === undefined ? 'this line' : quoted(key);
  const where = line.start === reportedLine.start ? 'above' : 'below';
  const what = `${subject} is indented by ${line.indent}, its neighbours ${where} by ${to}`;
  const span = { start: line.start, end: wordAt(line.text, 0).end + line.start };
  const edit = {
    start: line.start - line.indent,
    end: line.start,
    newText: ' '.repeat(to),
    title: `Indent it by ${to}`,
  };
  return { ...finalFault(span, what, `Indent it by ${to}.`), edit };
}

const shift = ({ line, to }: Move) => Math.abs(to - line.indent);

function* movesOf(source: string, line: Line): Generator<Omit<Move, 'unusual'>> {
  const columns = columnsAbove(source, line);
  const lower = columns.find((column) => column < line.indent);
  const higher = columns.findLast((column) => column > line.indent);
  for (const to of [lower, higher]) if (to !== undefined) yield { line, to };
  const column = keyColumn(line);
  let above = lineAbove(source, line);
  for (let looked = 0; above !== undefined && looked < maxLines; looked++) {
    const to = above.indent + column - keyColumn(above);
    const isKey = to >= 0 && to !== above.indent && keyOfLine(above) !== undefined;
    if (isKey && !isText(source, above, to)) yield { line: above, to };
    above = lineAbove(source, above);
  }
}

/** Whether a line is a part of a text, or would be one of a text that has lines already. */
function isText(source: string, line: Line, to: number): boolean {
  const above = textAbove(source, line);
  if (above !== undefined && above.indent < line.indent) return true;
  const before = lineAbove(source, line);
  const header = before && (opensText(before) ? undefined : textAbove(source, before));
  return header !== undefined && header.indent < (before?.indent ?? 0) && header.indent < to;
}

function move(source: string, { start, indent }: Line, to: number): string {
  return `${source.slice(0, start - indent)}${' '.repeat(to)}${source.slice(start)}`;
}

/** The structural lines from the first on, without texts. */
function* structure(source: string): Generator<Line> {
  let text = -1;
  for (let at = 0; at < source.length; ) {
    const line = lineAt(source, at);
    const next = source.indexOf('\n', at);
    at = next < 0 ? source.length : next + 1;
    if (line.text === '' || line.text.startsWith('#') || (text >= 0 && line.indent > text)) continue;
    text = opensText(line) ? line.indent : -1;
    yield line;
  }
}

/** The most frequent indentation step. */
export function usualStep(source: string): number {
  const counts = new Map<number, number>();
  let before: Line | undefined;
  for (const line of structure(source)) {
    const by = before === undefined ? 0 : line.indent - before.indent;
    if (by > 0) counts.set(by, (counts.get(by) ?? 0) + 1);
    before = line;
  }
  return [...counts].sort((a, b) => b[1] - a[1] || Math.abs(a[0] - 2) - Math.abs(b[0] - 2))[0]?.[0] ?? 2;
}

/** The number of lines with an unusual step, or with an empty key above. */
function unusualSteps(source: string, step: number): number {
  let count = 0;
  let before: Line | undefined;
  const open: number[] = [];
  for (const line of structure(source)) {
    const isItem = /^-(?:\s|$)/.test(line.text);
    while ((open.at(-1) ?? -1) > line.indent) open.pop();
    const isOpen = open.at(-1) === line.indent;
    const by = line.indent - (before === undefined ? 0 : keyColumn(before));
    if (before !== undefined && opensText(before) && lineAbove(source, line)?.start === before.start) count++;
    const opens = before !== undefined && /:(?:\s+#.*)?$/.test(before.text);
    const isInside = opens && (by > 0 || (by === 0 && isItem));
    if (isInside && by !== step && !(isItem && by === 0)) count++;
    if (opens && !isInside) count++;
    if (!isOpen && !isInside && before !== undefined) count++;
    if (before !== undefined && by > 0 && hasValue(before)) count++;
    if (!isOpen) open.push(line.indent);
    const column = keyColumn(line);
    if (column > line.indent && open.at(-1) !== column) open.push(column);
    before = line;
  }
  return count;
}
