import type { Span } from '../../../text/span.ts';
import { type Fault, finalFault } from './fault.ts';
import { foreignLine } from './foreignLines.ts';
import { lineAt } from './lines.ts';
import { lookalikeSpaceFault } from './lookalikeSpaces.ts';
import { isReadBeyond, longestReread } from './reread.ts';

/** A copied foreign text that keeps a source from being read from an offset on. */
export function copiedTextFault(source: string, at: number): Fault | undefined {
  if (source.length > longestReread) return undefined;
  return lookalikeSpaceFault(source, at) ?? diffColumn(source) ?? foreignLine(source, at) ?? lineNumbers(source);
}

/** Foreign text within a span: a git conflict marker or a line of another language. */
export function copiedWithin(source: string, { start, end }: Span): Fault | undefined {
  const fault = conflictMarker(source) ?? copiedTextFault(source, end);
  return fault !== undefined && fault.start >= lineAt(source, start).start && fault.start < end ? fault : undefined;
}

/** The first mark that git leaves where two changes collide. */
export function conflictMarker(source: string): Fault | undefined {
  if (!source.includes('<<<<<<<') && !source.includes('=======') && !source.includes('>>>>>>>')) return undefined;
  const found = /^[ \t]*(?:<{7}|>{7}|\|{7}|={7})(?= |\r?$)/m.exec(source);
  if (found === null) return undefined;
  const start = found.index + found[0].search(/[<>|=]/);
  const { end } = lineAt(source, start);
  return finalFault({ start, end }, 'a merge conflict is not resolved', 'Resolve the conflict and remove the markers.');
}

/** A whole diff: its signs are the first column, and the lines that it removes are in the way. */
function diffColumn(source: string): Fault | undefined {
  const lines = source.split('\n').filter((line) => line.trim() !== '' && !line.startsWith('@@ '));
  if (!lines.every((line) => /^[ +-]/.test(line)) || !lines.some((line) => line.startsWith('+'))) return undefined;
  const after = lines.filter((line) => !line.startsWith('-')).map((line) => line.slice(1));
  if (!isReadBeyond(after.join('\n'), 0)) return undefined;
  const start = source.search(/^[+-]/m);
  const remedy = 'Remove that column, and the lines that begin with "-".';
  return finalFault({ start, end: start + 1 }, 'the first column contains the signs of a diff', remedy);
}

const numbered = /^[ \t]*(\d+)(?:[:|]|[ \t]{1,2}|$)/;

/** The numbers of lines, as pages and programs print them before each. */
function lineNumbers(source: string): Fault | undefined {
  const lines = source.trim().split('\n');
  const first = numbered.exec(lines[0] ?? '')?.[1];
  if (first === undefined || lines.length < 3) return undefined;
  if (!lines.every((line, index) => Number(numbered.exec(line)?.[1]) === Number(first) + index)) return undefined;
  if (!isReadBeyond(lines.map((line) => line.replace(numbered, '')).join('\n'), 0)) return undefined;
  const start = source.indexOf(first);
  return finalFault(
    { start, end: start + first.length },
    'each line begins with its number',
    'Remove the numbers of all lines.',
  );
}
