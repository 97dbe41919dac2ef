/**
 * The values of quoted and block scalars, computed from their text like the scanner of go.yaml.in/yaml/v2
 * (`scannerc.go`). Line breaks are LF or CR LF here; other breaks are left to the full reader.
 */

/** Folds the lines of a plain or single-quoted scalar: one break is a blank, more are one less of themselves. */
export function foldLines(raw: string): string {
  let lineEnd = raw.indexOf('\n');
  let value = raw.slice(0, textEnd(raw, 0, lineEnd < 0 ? raw.length : lineEnd));
  for (let breaks = 1; lineEnd >= 0; breaks++) {
    const lineStart = lineEnd + 1;
    lineEnd = raw.indexOf('\n', lineStart);
    const end = lineEnd < 0 ? raw.length : textEnd(raw, lineStart, lineEnd);
    let start = lineStart;
    while (start < end && isBlank(raw.charCodeAt(start))) start++;
    if (start === end && lineEnd >= 0) continue;
    value += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
    value += raw.slice(start, end);
    breaks = 0;
  }
  return value;
}

/** The end of a text without its trailing blanks. */
function textEnd(raw: string, start: number, end: number): number {
  let at = end;
  while (at > start && (isBlank(raw.charCodeAt(at - 1)) || raw.charCodeAt(at - 1) === CR)) at--;
  return at;
}

const run = /[^\\\r\n]*/y;
const gap = /[ \t\r\n]*/y;

/** The text between double quotes, folded and unescaped; undefined if an escaped is not one of go-yaml's. */
export function doubleText(raw: string): string | undefined {
  let value = '';
  let at = 0;
  for (let end = endOf(run, raw, at); end < raw.length; end = endOf(run, raw, at)) {
    if (raw.charCodeAt(end) !== BACKSLASH) {
      const blanks = textEnd(raw, at, end);
      value += raw.slice(at, blanks);
      at = endOf(gap, raw, end);
      const breaks = countBreaks(raw, end, at);
      // Folding replaces a single break by one blank; other blanks are kept.
      value += breaks === 0 ? raw.slice(blanks, at) : breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
      continue;
    }
    value += raw.slice(at, end);
    const next = raw.charCodeAt(end + 1);
    if (next === LF || next === CR) {
      // An escaped break and the blanks after it are dropped.
      const lineStart = end + (next === CR && raw.charCodeAt(end + 2) === LF ? 3 : 2);
      at = endOf(gap, raw, lineStart);
      value += '\n'.repeat(countBreaks(raw, lineStart, at));
    } else {
      const escaped = readEscape(raw, end);
      if (escaped === undefined) return undefined;
      value += escaped.text;
      at = escaped.end;
    }
  }
  return value + raw.slice(at);
}

/** The end of a sticky expression's match. */
function endOf(expression: RegExp, raw: string, start: number): number {
  expression.lastIndex = start;
  expression.test(raw);
  return expression.lastIndex;
}

function countBreaks(raw: string, start: number, end: number): number {
  let count = 0;
  for (let i = start; i < end; i++) if (raw.charCodeAt(i) === LF) count++;
  return count;
}

/** The character of the escape at `at`, and the end of the escape. */
export function readEscape(raw: string, at: number): { readonly text: string; readonly end: number } | undefined {
  const letter = raw.charAt(at + 1);
  const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
  if (digits === 0) {
    const text = escapes.get(letter);
    return text === undefined ? undefined : { text, end: at + 2 };
  }
  const end = at + 2 + digits;
  const hex = raw.slice(at + 2, end);
  if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
  const point = Number.parseInt(hex, 16);
  if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
  return { text: String.fromCodePoint(point), end };
}

const LF = 10;
const CR = 13;
const BACKSLASH = 92;

const escapes: ReadonlyMap<string, string> = new Map([
  ['0', '\0'],
  ['a', '\x07'],
  ['b', '\b'],
  ['t', '\t'],
  ['\t', '\t'],
  ['n', '\n'],
  ['v', '\v'],
  ['f', '\f'],
  ['r', '\r'],
  ['e', '\x1b'],
  [' ', ' '],
  ['"', '"'],
  ["'", "'"],
  ['\\', '\\'],
  ['N', '\x85'],
  ['_', '\xa0'],
  ['L', '\u2028'],
  ['P', '\u2029'],
]);

/** The chomping of a block scalar: `-` drops all final breaks, '' keeps one, `+` keeps all. */
export type Chomping = '-' | '' | '+';

/** The lines of a block scalar without their indentation; every line ends in LF. */
function dedent(raw: string, indent: number): string {
  return raw
    .split('\n')
    .map((line) => (line.endsWith('\r') ? line.slice(0, -1) : line).slice(indent))
    .join('\n');
}

/** A dedented literal scalar, chomped. */
export function chomp(text: string, chomping: Chomping): string {
  if (chomping === '+') return text;
  let end = text.length;
  while (end > 0 && text.charCodeAt(end - 1) === 10) end--;
  return end === 0 ? '' : chomping === '-' || end === text.length ? text.slice(0, end) : text.slice(0, end + 1);
}

/** A dedented folded scalar, folded and chomped: breaks between lines that begin with a blank are kept. */
export function fold(text: string, chomping: Chomping): string {
  const lines = text.split('\n');
  if (lines[lines.length - 1] === '') lines.pop();
  let value = '';
  let breaks = 0;
  let leading = false;
  let any = false;
  let previousBlank = false;
  for (const line of lines) {
    if (line === '') {
      breaks++;
      continue;
    }
    const blank = isBlank(line.charCodeAt(0));
    if (leading) value += !previousBlank && !blank ? (breaks === 0 ? ' ' : '') : '\n';
    value += '\n'.repeat(breaks);
    value += line;
    breaks = 0;
    leading = true;
    any = true;
    previousBlank = blank;
  }
  if (!any) return chomping === '+' ? '\n'.repeat(breaks) : '';
  if (chomping === '-') return value;
  return chomping === '+' ? `${value}\n${'\n'.repeat(breaks)}` : `${value}\n`;
}

function isBlank(unit: number): boolean {
  return unit === 32 || unit === 9;
}

/**
 * The value of a block scalar, from its text with header; undefined if the header has an indentation indicator, which
 * depends on the surrounding indentation.
 */
export function blockText(raw: string): string | undefined {
  const header = /^[|>]([-+]?)[ \t]*(?:#.*)?\r?\n/.exec(raw);
  if (header === null) return /^[|>][-+]?[ \t]*(?:#.*)?$/.test(raw) ? '' : undefined;
  const chomping: Chomping = header[1] === '-' || header[1] === '+' ? header[1] : '';
  const body = raw.slice(header[0].length);
  const first = /^((?: *\r?\n)*)( *)[^ \r\n]/.exec(body);
  // Without content only breaks remain, and their indentation does not matter.
  const indent = first === null ? body.length : (first[2] ?? '').length;
  const text = dedent(body, indent);
  return raw.startsWith('|') ? chomp(text, chomping) : fold(text, chomping);
}

/** Whether the indentation of a block scalar, given with its header, has a tab, where go-yaml requires spaces. */
export function tabIndented(raw: string): boolean {
  if (/^[|>][-+]?[0-9]/.test(raw)) return false;
  const lines = raw.split('\n').slice(1);
  const first = lines.find((line) => /[^ \r]/.test(line));
  if (first === undefined) return false;
  const indent = first.search(/[^ ]/);
  if (first.charCodeAt(indent) === 9) return true;
  return lines.some((line) => /^ *\t/.test(line) && line.indexOf('\t') < indent);
}
