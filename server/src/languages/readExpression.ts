import type { Expression, ObjectEntry } from './expression.ts';
import type { Reader } from './reader.ts';
import { readHeredoc, readQuoted } from './readText.ts';

/** Binary operators, the loosest first; longer ones before their prefixes. */
const levels: readonly (readonly string[])[] = [
  ['??'],
  ['||'],
  ['&&'],
  ['==', '!=', '=~', '!~'],
  ['<=', '>=', '<', '>'],
  ['+', '-'],
  ['*', '/', '%'],
];

/**
 * Parses the next expression. Never throws: unreadable text is `other`, with a problem.
 *
 * @param lineBreaks whether line breaks are ignored, as between round and square brackets.
 */
export function readExpression(reader: Reader, lineBreaks: boolean): Expression {
  const start = reader.at;
  const read = reader.deeper(() => readConditional(reader, lineBreaks));
  return read ?? { kind: 'other', start, end: reader.at };
}

function readConditional(reader: Reader, lineBreaks: boolean): Expression {
  const condition = readBinary(reader, lineBreaks, 0);
  const behind = reader.at;
  // In Bicep both branches may be on separate lines.
  const across = lineBreaks || reader.dialect.listsOfLines;
  reader.skip(across);
  if (!reader.take('?')) {
    reader.at = behind;
    return condition;
  }
  const yes = readExpression(reader, across);
  reader.skip(across);
  if (!reader.take(':')) reader.fail('":" is missing');
  const no = readExpression(reader, lineBreaks);
  return { kind: 'conditional', condition, yes, no, start: condition.start, end: no.end };
}

function readBinary(reader: Reader, lineBreaks: boolean, level: number): Expression {
  const operators = levels[level];
  if (operators === undefined) return readUnary(reader, lineBreaks);
  let left = readBinary(reader, lineBreaks, level + 1);
  for (;;) {
    const behind = reader.at;
    reader.skip(lineBreaks);
    const operator = reader.startsWith('=>') ? undefined : operators.find((candidate) => reader.startsWith(candidate));
    if (operator === undefined) {
      reader.at = behind;
      return left;
    }
    reader.at += operator.length;
    const right = readBinary(reader, lineBreaks, level + 1);
    left = { kind: 'binary', operator, left, right, start: left.start, end: right.end };
  }
}

function readUnary(reader: Reader, lineBreaks: boolean): Expression {
  reader.skip(lineBreaks || reader.dialect.listsOfLines);
  const start = reader.at;
  if (!/[!-]/.test(reader.text.charAt(start))) return readPostfix(reader, lineBreaks);
  const not = reader.startsWith('!');
  reader.at++;
  const of = reader.deeper(() => readUnary(reader, lineBreaks));
  const end = reader.at;
  if (not && of !== undefined) return { kind: 'not', of, start, end };
  if (of?.kind === 'number') return { kind: 'number', text: reader.text.slice(start, end), start, end };
  return { kind: 'other', start, end };
}

function readPostfix(reader: Reader, lineBreaks: boolean): Expression {
  let of = readPrimary(reader, lineBreaks);
  const { start } = of;
  for (;;) {
    const behind = reader.at;
    // A call of a provider's function, `provider::aws::name(…)`, and a resource in a resource of Bicep.
    if (reader.take('::')) of = { kind: 'name', name: reader.name(), start, end: reader.at };
    else if (reader.match(/!?\.\??(?=[A-Za-z_*\d])/y) !== '') {
      const name = reader.match(/[A-Za-z_][\w-]*|\d+|\*/y);
      const end = reader.at;
      of = name === '*' ? { kind: 'splat', of, full: false, start, end } : { kind: 'member', of, name, start, end };
    } else if (reader.match(/!?\[\??/y) !== '') {
      if (reader.match(/[ \t]*\*[ \t]*\]/y) !== '') of = { kind: 'splat', of, full: true, start, end: reader.at };
      else {
        const index = readExpression(reader, true);
        close(reader, ']');
        of = { kind: 'index', of, index, start, end: reader.at };
      }
    } else if (reader.startsWith('(') && (of.kind === 'name' || of.kind === 'member')) {
      const { name, kind } = of;
      const list = readItems(reader, ')', false);
      const end = reader.at;
      of = kind === 'name' ? { kind: 'call', name, arguments: list, start, end } : { kind: 'other', start, end };
    } else {
      reader.at = behind;
      return of;
    }
  }
}

function readPrimary(reader: Reader, lineBreaks: boolean): Expression {
  reader.skip(lineBreaks);
  const start = reader.at;
  const char = reader.text.charAt(start);
  if (char === reader.dialect.quote) return readQuoted(reader, () => readExpression(reader, true));
  if (reader.dialect.heredocs && reader.startsWith('<<')) return readHeredoc(reader);
  const number = reader.match(/\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/y);
  if (number !== '') return { kind: 'number', text: number, start, end: reader.at };
  if (char === '(') {
    reader.at++;
    const inner = readExpression(reader, true);
    close(reader, ')');
    return { ...inner, start, end: reader.at };
  }
  if (char === '[' || char === '{') return readCollection(reader, char);
  const name = reader.name();
  const end = reader.at;
  if (name === 'true' || name === 'false' || name === 'null') return { kind: 'word', text: name, start, end };
  if (name !== '') return { kind: 'name', name, start, end };
  reader.fail('a value is missing');
  return { kind: 'other', start, end };
}

function readCollection(reader: Reader, open: '[' | '{'): Expression {
  const start = reader.at;
  reader.at++;
  reader.skip(true);
  if (reader.match(/for\b(?=[ \t(])/y) !== '') return readFor(reader, start, open === '[' ? ']' : '}');
  reader.at = start;
  if (open === '[') {
    const items = readItems(reader, ']', reader.dialect.listsOfLines);
    return { kind: 'list', items, start, end: reader.at };
  }
  const entries = readEntries(reader);
  return { kind: 'object', entries, start, end: reader.at };
}

/** A loop after its `for`; in Bicep the names of value and index are in brackets, the value first. */
function readFor(reader: Reader, start: number, closing: ']' | '}'): Expression {
  reader.skip(true);
  const ofBicep = reader.take('(');
  reader.skip(true);
  const first = reader.name();
  reader.skip(true);
  const second = reader.take(',') ? nextName(reader) : undefined;
  reader.skip(true);
  if (ofBicep) reader.take(')');
  reader.skip(true);
  const isRead = first !== '' && reader.match(/in\b/y) !== '';
  const of = isRead ? readExpression(reader, true) : undefined;
  reader.skip(true);
  if (of === undefined || !reader.take(':')) {
    skipTo(reader, closing);
    return { kind: 'other', start, end: reader.at };
  }
  const keyOrItem = readLoopResult(reader);
  reader.skip(true);
  const result = closing === '}' && reader.take('=>') ? readExpression(reader, true) : undefined;
  reader.skip(true);
  const grouped = reader.take('...');
  reader.skip(true);
  const condition = reader.match(/if\b/y) === '' ? undefined : readExpression(reader, true);
  reader.skip(true);
  if (!reader.take(closing)) {
    reader.fail(`"${closing}" is missing`);
    skipTo(reader, closing);
  }
  const names = ofBicep ? { key: second, item: first } : { key: second && first, item: second ?? first };
  const generated = result === undefined ? { name: undefined, result: keyOrItem } : { name: keyOrItem, result };
  return { kind: 'for', ...names, of, ...generated, condition, grouped, start, end: reader.at };
}

function nextName(reader: Reader): string {
  reader.skip(true);
  return reader.name();
}

/** The result of a loop; in Bicep it may be a resource `if (condition) { … }`, which is read without its condition. */
function readLoopResult(reader: Reader): Expression {
  reader.skip(true);
  if (reader.match(/if[ \t]*(?=\()/y) !== '') readPostfix(reader, true);
  return readExpression(reader, true);
}

/** Items up to a closing bracket, the opening one next. */
function readItems(reader: Reader, closing: string, ofLines: boolean): readonly Expression[] {
  const items: Expression[] = [];
  reader.at++;
  for (;;) {
    reader.skip(true);
    if (reader.isAtEnd || reader.take(closing)) return items;
    const from = reader.at;
    items.push(readExpression(reader, !ofLines));
    reader.skip(true);
    reader.take('...');
    reader.skip(true);
    const separated = reader.take(',') || ofLines || reader.startsWith(closing);
    if (!separated || reader.at === from) {
      reader.fail(`"${closing}" is missing`);
      skipTo(reader, closing);
      return items;
    }
  }
}

function readEntries(reader: Reader): readonly ObjectEntry[] {
  const entries: ObjectEntry[] = [];
  reader.at++;
  for (;;) {
    reader.skip(true);
    if (reader.isAtEnd || reader.take('}')) return entries;
    const from = reader.at;
    reader.take('...');
    const key = readExpressionKey(reader);
    reader.skip(false);
    if (reader.take('=') || reader.take(':')) {
      const value = readExpression(reader, false);
      entries.push({ key, value });
    }
    reader.skip(false);
    reader.take(',');
    if (reader.at === from) {
      reader.fail('"}" is missing');
      skipTo(reader, '}');
      return entries;
    }
  }
}

/** A key has no operators but a sign: the `:` after it belongs to the entry. */
function readExpressionKey(reader: Reader): Expression {
  const start = reader.at;
  return reader.deeper(() => readUnary(reader, false)) ?? { kind: 'other', start, end: reader.at };
}

function close(reader: Reader, closing: string): void {
  reader.skip(true);
  if (!reader.take(closing)) reader.fail(`"${closing}" is missing`);
}

/** Reads over everything to a closing bracket. */
function skipTo(reader: Reader, closing: string): void {
  while (!reader.isAtEnd) {
    reader.skipLine();
    if (reader.isAtEnd || reader.take(closing)) return;
    reader.at++;
  }
}
