/**
 * What quoted and block scalars say, computed from their text as the scanner of go.yaml.in/yaml/v2 does
 * (`scannerc.go`). Line breaks are LF or CR LF here; other breaks are left to the full reader.
 */

/** Folds the lines of a plain or single-quoted scalar: one break is a blank, more are one less of themselves. */
export function foldLines(raw: string): string {
  const lines = raw.split('\n');
  let value = trimEnd(lines[0] ?? '');
  let breaks = 0;
  for (let i = 1; i < lines.length; i++) {
    const last = i === lines.length - 1;
    const line = trimStart(last ? (lines[i] ?? '') : trimEnd(lines[i] ?? ''));
    breaks++;
    if (line === '' && !last) continue;
    value += breaks === 1 ? ' ' : '\n'.repeat(breaks - 1);
    value += line;
    breaks = 0;
  }
  return value;
}

/** The text between double quotes, escapes and folding resolved; undefined where an escape is not one of go-yaml's. */
export function unescapeDouble(raw: string): string | undefined {
  let value = '';
  let from = 0;
  for (let i = raw.indexOf('\\'); i >= 0; i = raw.indexOf('\\', i)) {
    value += raw.slice(from, i);
    const letter = raw.charAt(i + 1);
    const digits = letter === 'x' ? 2 : letter === 'u' ? 4 : letter === 'U' ? 8 : 0;
    if (digits > 0) {
      const hex = raw.slice(i + 2, i + 2 + digits);
      if (hex.length < digits || !/^[0-9a-fA-F]+$/.test(hex)) return undefined;
      const point = Number.parseInt(hex, 16);
      if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return undefined;
      value += String.fromCodePoint(point);
    } else {
      const plain = escapes.get(letter);
      if (plain === undefined) return undefined;
      value += plain;
    }
    i += 2 + digits;
    from = i;
  }
  return value + raw.slice(from);
}

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

/** How a block scalar ends: `-` drops all final breaks, nothing keeps one, `+` keeps all. */
export type Chomping = '-' | '' | '+';

/**
 * The lines of a block scalar without their indentation, as one text in which every line ends in LF.
 * `regular`: no line is shorter than the indentation except empty ones, and there is no carriage return.
 */
export function dedent(raw: string, indent: number, regular: boolean): string {
  if (regular) return raw.slice(indent).replaceAll(`\n${' '.repeat(indent)}`, '\n');
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

function trimEnd(line: string): string {
  let end = line.length;
  while (end > 0 && (isBlank(line.charCodeAt(end - 1)) || line.charCodeAt(end - 1) === 13)) end--;
  return end === line.length ? line : line.slice(0, end);
}

function trimStart(line: string): string {
  let start = 0;
  while (start < line.length && isBlank(line.charCodeAt(start))) start++;
  return start === 0 ? line : line.slice(start);
}
