import type { Expression } from './expression.ts';
import type { Reader } from './reader.ts';

/** Parses the interpolated expression between `${` and `}`. */
type ReadExpression = () => Expression;

const escapes: ReadonlyMap<string, string> = new Map([
  ['n', '\n'],
  ['r', '\r'],
  ['t', '\t'],
]);

/** A quoted string, its opening quote next. Ends with its line where the closing quote is missing. */
export function readQuoted(reader: Reader, readExpression: ReadExpression): Expression {
  const start = reader.at;
  const { quote, tripleQuotes } = reader.dialect;
  if (tripleQuotes && reader.take(quote.repeat(3))) return readRaw(reader, start);
  reader.at++;
  const from = reader.at;
  const parts: Expression[] = [];
  let value = '';
  let textFrom = from;
  const close = (end: number) => {
    if (value !== '') parts.push(textOf(value, textFrom, end));
    value = '';
  };
  while (!reader.isAtEnd && !reader.startsWith(quote)) {
    const { text, at } = reader;
    const char = text.charAt(at);
    if (char === '\n') {
      reader.fail('the string is not closed');
      break;
    }
    if (reader.take('$${') || reader.take('%%{')) value += `${char}{`;
    else if (reader.startsWith('${')) {
      close(at);
      parts.push(readInserted(reader, readExpression));
      textFrom = reader.at;
    } else if (quote === '"' && reader.startsWith('%{')) {
      close(at);
      parts.push(skipDirective(reader));
      textFrom = reader.at;
    } else if (char === '\\') {
      value += readEscape(reader);
    } else {
      value += char;
      reader.at++;
    }
  }
  const inner = { start: from, end: reader.at };
  const only = parts.length === 0;
  close(reader.at);
  reader.take(quote);
  const { at: end } = reader;
  if (only) {
    const [text] = parts;
    return { kind: 'text', value: text?.kind === 'text' ? text.value : '', inner, start, end };
  }
  return { kind: 'template', parts, start, end };
}

/** `<<END`, its lines, and `END`; `<<-END` takes the indentation of its lines away. */
export function readHeredoc(reader: Reader): Expression {
  const start = reader.at;
  const head = reader.match(/<<-?[A-Za-z_][\w-]*[ \t]*\r?\n?/y);
  const word = /[A-Za-z_][\w-]*/.exec(head)?.[0];
  if (word === undefined) {
    reader.fail('"<<" needs a delimiter');
    reader.at++;
    return { kind: 'other', start, end: reader.at };
  }
  const from = reader.at;
  for (let line = from; line < reader.text.length; ) {
    const lineEnd = reader.text.indexOf('\n', line);
    const end = lineEnd < 0 ? reader.text.length : lineEnd;
    if (reader.text.slice(line, end).trim() === word) {
      reader.at = end;
      const value = reader.text.slice(from, line);
      return /[$%]\{/.test(value)
        ? { kind: 'other', start, end }
        : { kind: 'text', value, inner: { start: from, end: line }, start, end };
    }
    line = end + 1;
  }
  reader.fail(`the delimiter line "${word}" is missing`);
  reader.at = reader.text.length;
  return { kind: 'other', start, end: reader.at };
}

function readRaw(reader: Reader, start: number): Expression {
  const from = reader.at;
  const quotes = reader.dialect.quote.repeat(3);
  const end = reader.text.indexOf(quotes, from);
  if (end < 0) reader.fail('the string is not closed');
  const inner = { start: from, end: end < 0 ? reader.text.length : end };
  reader.at = end < 0 ? reader.text.length : end + 3;
  return { kind: 'text', value: reader.text.slice(inner.start, inner.end), inner, start, end: reader.at };
}

function readInserted(reader: Reader, readExpression: ReadExpression): Expression {
  reader.at += 2;
  reader.take('~');
  const inserted = readExpression();
  reader.skip(true);
  reader.take('~');
  if (!reader.take('}')) reader.fail('"}" is missing');
  return inserted;
}

/** `%{ if … }`: its result is unknown. */
function skipDirective(reader: Reader): Expression {
  const start = reader.at;
  reader.match(/%\{[^}\n]*\}?/y);
  return { kind: 'other', start, end: reader.at };
}

function readEscape(reader: Reader): string {
  const found = reader.match(/\\(?:u\{?[0-9A-Fa-f]{1,8}\}?|[^\n]|$)/y);
  if (found === '') reader.at++;
  const code = /^\\u\{?([0-9A-Fa-f]+)/.exec(found)?.[1];
  const point = code === undefined ? undefined : Number.parseInt(code, 16);
  if (point !== undefined) return point <= 0x10ffff ? String.fromCodePoint(point) : '';
  const char = found.charAt(1);
  return escapes.get(char) ?? char;
}

function textOf(value: string, start: number, end: number): Expression {
  return { kind: 'text', value, inner: { start, end }, start, end };
}
