import { lineAt, opensText } from './lines.ts';

/** The open delimiters at an offset: brackets from the outermost in, and quotes. */
export interface OpenDelimiters {
  readonly brackets: readonly number[];
  readonly quote: number | undefined;
}

const closings: ReadonlyMap<string, string> = new Map([
  ['[', ']'],
  ['{', '}'],
]);

/**
 * Scans a source up to an offset for delimiters only, so it works on broken text. Brackets and quotes count where a
 * value can begin: at the start of a line, after `- ` and `: `, and inside brackets after another delimiter.
 *
 * @param onClosed called for each matching pair, at the closing one.
 */
export function openAt(
  source: string,
  end: number,
  onClosed?: (opened: number, closed: number) => void,
): OpenDelimiters {
  const brackets: number[] = [];
  // Whether a value can begin here.
  let isStart = true;
  for (let at = 0; at < end; at++) {
    const sign = source.charAt(at);
    if (sign === '\n') {
      if (brackets.length > 0) continue;
      isStart = true;
      const line = lineAt(source, at - 1);
      if (at > 0 && opensText(line)) at = endOfText(source, at, line.indent) - 1;
    } else if (sign === '#' && (at === 0 || /\s/.test(source.charAt(at - 1)))) {
      const next = source.indexOf('\n', at);
      at = (next < 0 ? source.length : next) - 1;
    } else if (/\s/.test(sign)) {
    } else if (isStart && (sign === '"' || sign === "'")) {
      const close = endOfQuotes(source, at);
      if (close >= end) return { brackets, quote: at };
      at = close;
    } else if (closings.has(sign) && (isStart || brackets.length > 0)) {
      brackets.push(at);
      isStart = true;
    } else if (brackets.length > 0 && (sign === ']' || sign === '}')) {
      const opened = brackets.pop();
      if (opened !== undefined) onClosed?.(opened, at);
      isStart = false;
    } else if (brackets.length > 0 && /[,:]/.test(sign)) {
      isStart = sign === ',' || /\s/.test(source.charAt(at + 1)) || /["']/.test(source.charAt(at - 1));
    } else {
      const isBlankNext = /^(?:\s|$)/.test(source.charAt(at + 1));
      const isProperty: boolean = isStart && /[&!]/.test(sign);
      if (isProperty) at += (/^\S*/.exec(source.slice(at, at + 200))?.[0].length ?? 1) - 1;
      isStart = isProperty || (isBlankNext && (sign === ':' || sign === '?' || (isStart && sign === '-')));
    }
  }
  return { brackets, quote: undefined };
}

/** The offset of the quotes that close those at `start`; the length of the source if there are none. */
function endOfQuotes(source: string, start: number): number {
  const sign = source.charAt(start);
  for (let at = start + 1; at < source.length; at++) {
    const next = source.charAt(at);
    if (next === '\\' && sign === '"') at++;
    else if (next === sign && sign === "'" && source.charAt(at + 1) === sign) at++;
    else if (next === sign) return at;
  }
  return source.length;
}

/** The start of the first line after a text that is indented deeper than `indent`. */
function endOfText(source: string, lineBreak: number, indent: number): number {
  let at = lineBreak + 1;
  while (at < source.length) {
    const line = lineAt(source, at);
    if (line.text !== '' && line.indent <= indent) return at;
    const next = source.indexOf('\n', at);
    at = next < 0 ? source.length : next + 1;
  }
  return at;
}
