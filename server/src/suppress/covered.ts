import type { Span } from '../text/span.ts';

/** The extent of a suppression in a file. */
export type SuppressionExtent = 'node' | 'document' | 'file';

/**
 * The span that a comment covers. After other text, it covers its line; on its own line, it covers the next line
 * with everything indented deeper. Lines decide, not nodes, so that it works in texts that do not parse.
 */
export function covered(text: string, { start, end }: Span, extent: SuppressionExtent): Span {
  if (extent === 'file') return { start: 0, end: text.length };
  if (extent === 'document') return documentAround(text, start);
  const lineStart = startOfLine(text, start);
  if (text.slice(lineStart, start).trim() !== '') return { start: lineStart, end };
  return nodeBelow(text, end);
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

function nodeBelow(text: string, from: number): Span {
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

/** A list may have the same indentation as its key. */
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
