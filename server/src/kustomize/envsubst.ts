/** The value of a variable: '' if unset; undefined if unknown. */
export type ValueOf = (name: string) => string | undefined;

/** An expression that Flux's variable substitution cannot read, whatever the values. */
export interface UnreadableVariable {
  /** From the `${` of the whole expression up to the character that it cannot have; an offset in the text. */
  readonly start: number;
  readonly end: number;
  /** Flux's words for it. */
  readonly error: 'unable to parse variable name' | 'missing closing brace' | 'bad substitution';
}

/**
 * A text after Flux's variable substitution; undefined if that is uncertain: an unknown value, an invalid text, or a
 * pattern.
 *
 * Source: https://github.com/fluxcd/pkg/tree/main/envsubst (`parse/parse.go`, `scan.go`, `funcs.go`).
 */
export function substituteVariables(text: string, given: ValueOf): string | undefined {
  let filled = '';
  for (const part of partsOf(text)) {
    const value = typeof part === 'string' ? part : isExpression(part.read) ? part.read.value(given) : undefined;
    if (value === undefined) return undefined;
    filled += value;
  }
  return filled;
}

/**
 * The first expression in a text that Flux's variable substitution certainly cannot read, and for which it refuses
 * the whole object. `unclear` if an expression may go on after the text, or depends on how YAML writes the text.
 */
export function unreadableVariable(text: string): UnreadableVariable | 'unclear' | undefined {
  for (const part of partsOf(text)) {
    if (typeof part === 'string') continue;
    const { start, read } = part;
    if (read === undefined) return 'unclear';
    if (!isExpression(read)) return { start, ...read };
    if (read.isEscaped) return 'unclear';
  }
  return undefined;
}

/** An expression: the offset after it, and its value; undefined if that is uncertain. */
interface Expression {
  readonly end: number;
  readonly value: ValueIn;
  /** Whether YAML may write it with escapes, which are not part of the value. */
  readonly isEscaped: boolean;
}

type ValueIn = (given: ValueOf) => string | undefined;

/** What is no expression, whatever follows: the offset after the character that it cannot have. */
type Refused = Omit<UnreadableVariable, 'start'>;

/** Undefined if it is unknown whether there is an expression. */
type Read = Expression | Refused | undefined;

function isExpression(read: Read): read is Expression {
  return read !== undefined && 'value' in read;
}

/** The texts and expressions of a text in order, up to the first that is no expression. */
function* partsOf(text: string): Iterable<string | { readonly start: number; readonly read: Read }> {
  let at = 0;
  for (let dollar = text.indexOf('$'); dollar >= 0; dollar = text.indexOf('$', at)) {
    yield text.slice(at, dollar);
    const next = text[dollar + 1];
    if (next === '{') {
      const read = readExpression(text, dollar + 2);
      yield { start: dollar, read };
      if (!isExpression(read)) return;
      at = read.end;
    } else {
      yield '$';
      at = dollar + (next === '$' ? 2 : 1);
    }
  }
  yield text.slice(at);
}

/** @param start the offset after `${`. */
function readExpression(text: string, start: number): Read {
  const isLength = text[start] === '#';
  const nameStart = isLength ? start + 1 : start;
  const name = match(/[\p{L}\p{Nd}_]*/uy, text, nameStart)?.[0] ?? '';
  const end = nameStart + name.length;
  const next = text[end];
  const isEscaped = hasEscapes.test(name);
  const refused = (error: Refused['error']): Read =>
    // YAML may write other characters as escapes, of which names may then be a part.
    next === undefined || next > '~' || isEscaped ? undefined : { end: end + 1, error };
  const expression = (length: number, value: (given: string) => string | undefined): Expression => ({
    end: end + length,
    value: (given) => map(given(name), value),
    isEscaped,
  });
  if (isLength)
    return name !== '' && next === '}'
      ? expression(1, (value) => String(byteLength(value)))
      : refused('bad substitution');
  if (name === '') return refused('unable to parse variable name');
  if (next === '}') return expression(1, (value) => value);
  const casing = match(/([,^]{1,2})(.?)/suy, text, end);
  if (casing !== undefined) {
    const [whole, operator = '', after = ''] = casing;
    if (after === '}') return expression(whole.length, (value) => cases[operator]?.(value));
    return after === '' || after > '~' || isEscaped
      ? undefined
      : { end: end + whole.length, error: 'bad substitution' };
  }
  const byDefault = match(/:[-=?+]|=/y, text, end)?.[0];
  if (byDefault !== undefined) {
    const found = readDefault(text, end + byDefault.length);
    if (!isExpression(found)) return found;
    const value: ValueIn = (given) =>
      map(given(name), (named) => map(found.value(given), (other) => (named === '' ? other : named)));
    return { end: found.end, value, isEscaped: isEscaped || found.isEscaped };
  }
  if (next === undefined || !':/#%'.includes(next)) return refused('missing closing brace');
  const change = changeAt(text, end);
  const parameter = change && expression(change.length, change.value);
  return parameter && { ...parameter, isEscaped: isEscaped || hasEscapes.test(text.slice(end, parameter.end)) };
}

/** The characters that YAML may write as escapes, with a backslash or twice. */
const hasEscapes = /[^\x20-\x7e]|['"\\]/;

const cases: Readonly<Record<string, (value: string) => string>> = {
  ',': (value) => value.slice(0, 1).toLowerCase() + value.slice(1),
  ',,': (value) => value.toLowerCase(),
  '^': (value) => value.slice(0, 1).toUpperCase() + value.slice(1),
  '^^': (value) => value.toUpperCase(),
};

/** A text with expressions up to a brace: of `:-a`, `:=a`, and `:?` and `:+`, which mean the same to Flux. */
function readDefault(text: string, start: number): Read {
  const parts: (string | Expression)[] = [];
  for (let at = start; ; ) {
    const plain = match(/[^}$]*/y, text, at)?.[0] ?? '';
    parts.push(plain);
    at += plain.length;
    if (text[at] === undefined) return undefined;
    if (text[at] === '}') {
      const value: ValueIn = (given) =>
        parts.reduce<string | undefined>(
          (before, part) =>
            map(before, (known) => map(typeof part === 'string' ? part : part.value(given), (added) => known + added)),
          '',
        );
      const isEscaped = parts.some((part) => typeof part !== 'string' && part.isEscaped);
      return { end: at + 1, value, isEscaped };
    }
    if (text[at + 1] === '{') {
      const inner = readExpression(text, at + 2);
      if (!isExpression(inner)) return inner;
      parts.push(inner);
      at = inner.end;
    } else {
      parts.push('$');
      at++;
    }
  }
}

/** An operator with plain parameters up to the brace, and what it does to a value. */
interface ChangeOfValue {
  readonly length: number;
  readonly value: (value: string) => string | undefined;
}

/** `/a/b`, `#a`, `%a` and `:2:3`, without expressions in them. */
function changeAt(text: string, at: number): ChangeOfValue | undefined {
  const replaced = match(/(\/(?:[/#%]|(?![/#%])))([^/}$\\]+)\/+([^}$\\]*)\}/y, text, at);
  if (replaced !== undefined) {
    const [whole, operator = '', old = '', by = ''] = replaced;
    return { length: whole.length, value: (value) => replacement(operator, value, old, by) };
  }
  const removed = match(/(##|#(?!#)|%%|%(?!%))([^}$\\]+)\}/y, text, at);
  if (removed !== undefined) {
    const [whole, operator = '', part = ''] = removed;
    // Patterns are uncertain.
    return {
      length: whole.length,
      value: (value) => (/[*?[\]]/.test(part) ? undefined : removal(operator, value, part)),
    };
  }
  const cut = match(/:(\d+)(?::(\d+))?\}/y, text, at);
  if (cut === undefined) return undefined;
  const [whole, from = '', length] = cut;
  return { length: whole.length, value: (value) => partOf(value, Number(from), length) };
}

/** Several slashes separate the texts as one does. */
function replacement(operator: string, value: string, old: string, by: string): string {
  if (operator === '//') return value.split(old).join(by);
  // Trimming an end requires a replacement.
  if (operator !== '/' && by === '') return value;
  if (operator === '/#') return value.startsWith(old) ? by + value.slice(old.length) : value;
  if (operator === '/%') return value.endsWith(old) ? value.slice(0, -old.length) + by : value;
  const at = value.indexOf(old);
  return at < 0 ? value : value.slice(0, at) + by + value.slice(at + old.length);
}

function removal(operator: string, value: string, part: string): string {
  if (operator.startsWith('#')) return value.startsWith(part) ? value.slice(part.length) : value;
  return value.endsWith(part) ? value.slice(0, -part.length) : value;
}

/** A part of a value whose characters are bytes. */
function partOf(value: string, from: number, length: string | undefined): string | undefined {
  if (byteLength(value) !== value.length) return undefined;
  return length === undefined ? value.slice(from) : value.slice(from, from + Number(length));
}

/** The match of a sticky pattern at an offset. */
function match(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}

function map<T>(value: string | undefined, change: (value: string) => T): T | undefined {
  return value === undefined ? undefined : change(value);
}

function byteLength(text: string): number {
  return [...text].reduce((sum, character) => sum + bytesOf(character.codePointAt(0) ?? 0), 0);
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
