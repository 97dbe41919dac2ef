import type { Span } from '../text/span.ts';

/** How much of a file a suppression is about. */
export type SuppressionExtent = 'node' | 'document' | 'file';

/**
 * The stretch that a comment is about. Behind something it is about its line; on a line of its own, about what stands
 * below it with everything that is indented deeper. It depends on lines and not by nodes, so that it counts in texts too
 * that cannot be read.
 */
export function covered(text: string, { start, end }: Span, extent: SuppressionExtent): Span {
  if (extent === 'file') return { start: 0, end: text.length };
  if (extent === 'document') return documentAround(text, start);
  const lineStart = startOfLine(text, start);
  if (text.slice(lineStart, start).trim() !== '') return { start: lineStart, end };
  return below(text, end);
}

function startOfLine(text: string, offset: number): number {
  return Math.max(text.lastIndexOf('\n', offset - 1), text.lastIndexOf('\r', offset - 1)) + 1;
}

function documentAround(text: string, offset: number): Span {
  let start = 0;
  for (const { index } of text.matchAll(/^---(?=\s|$)/gm)) {
    if (index > offset) return { start, end: index - 1 };
    start = index;
  }
  return { start, end: text.length };
}

interface Line {
  readonly start: number;
  readonly end: number;
  readonly indent: number;
  readonly isItem: boolean;
  readonly isSeparator: boolean;
}

function below(text: string, from: number): Span {
  let first: Line | undefined;
  let end = from;
  for (const line of contentLines(text, from)) {
    if (line.isSeparator) break;
    if (first !== undefined && !belongsTo(first, line)) break;
    first ??= line;
    end = line.end;
  }
  return first === undefined ? { start: from, end: from } : { start: first.start, end };
}

/** A list may stand as far left as the key that it is the value of. */
function belongsTo(first: Line, line: Line): boolean {
  return line.indent > first.indent || (line.indent === first.indent && line.isItem && !first.isItem);
}

function* contentLines(text: string, from: number): Iterable<Line> {
  const pattern = /^([ \t]*)([^\s#].*)$/gm;
  pattern.lastIndex = from;
  for (let match = pattern.exec(text); match !== null; match = pattern.exec(text)) {
    const [whole, blanks = '', content = ''] = match;
    const { index } = match;
    if (index < from) continue;
    yield {
      start: index,
      end: index + whole.length,
      indent: blanks.length,
      isItem: /^-(?:\s|$)/.test(content),
      isSeparator: blanks === '' && /^(?:---|\.\.\.)(?:\s|$)/.test(content),
    };
  }
}
