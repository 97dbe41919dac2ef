/** The value of a variable: '' if unset; undefined if unknown. */
export type ValueOf = (name: string) => string | undefined;

/**
 * A text after Flux's variable substitution; undefined if that is uncertain: an unknown value, an invalid text, or a
 * pattern.
 *
 * Source: https://github.com/fluxcd/pkg/tree/main/envsubst (`parse/parse.go`, `funcs.go`).
 */
export function substituteVariables(text: string, given: ValueOf): string | undefined {
  let filled = '';
  let at = 0;
  while (at < text.length) {
    const dollar = text.indexOf('$', at);
    if (dollar < 0) return filled + text.slice(at);
    filled += text.slice(at, dollar);
    const next = text[dollar + 1];
    if (next === '{') {
      const call = readCall(text, dollar + 2, given);
      if (call === undefined) return undefined;
      filled += call.value;
      at = call.end;
    } else {
      filled += '$';
      at = dollar + (next === '$' ? 2 : 1);
    }
  }
  return filled;
}

/** A value, and the offset after it. */
interface Read {
  readonly value: string;
  readonly end: number;
}

/** The text between `${` and its brace. */
function readCall(text: string, start: number, given: ValueOf): Read | undefined {
  const length = /#([\p{L}\p{Nd}_]+)\}/uy;
  length.lastIndex = start;
  const counted = length.exec(text);
  if (counted !== null) {
    const value = given(counted[1] ?? '');
    return value === undefined ? undefined : { value: String(byteLength(value)), end: length.lastIndex };
  }
  const head = /([\p{L}\p{Nd}_]+)(\}|:?[=]|:[-?+]|,,?\}|\^\^?\}|\/[/#%]?|##?|%%?|:)/uy;
  head.lastIndex = start;
  const [, name = '', operator = ''] = head.exec(text) ?? [];
  if (name === '') return undefined;
  const end = head.lastIndex;
  const value = given(name);
  if (value === undefined) return undefined;
  const change = cases[operator];
  if (change !== undefined) return { value: change(value), end };
  if (operator.startsWith('/')) return readReplacement(text, end, operator, value);
  if (operator.startsWith('#') || operator.startsWith('%')) return readRemoval(text, end, operator, value);
  if (operator === ':') return readPart(text, end, value);
  const byDefault = readDefault(text, end, given);
  return byDefault && { value: value === '' ? byDefault.value : value, end: byDefault.end };
}

const cases: Readonly<Record<string, (value: string) => string>> = {
  '}': (value) => value,
  ',}': (value) => value.slice(0, 1).toLowerCase() + value.slice(1),
  ',,}': (value) => value.toLowerCase(),
  '^}': (value) => value.slice(0, 1).toUpperCase() + value.slice(1),
  '^^}': (value) => value.toUpperCase(),
};

/** `:-a`, `:=a`, and other forms with a default: `:?` and `:+` mean the same to Flux. */
function readDefault(text: string, start: number, given: ValueOf): Read | undefined {
  let value = '';
  for (let at = start; at < text.length; ) {
    if (text[at] === '}') return { value, end: at + 1 };
    if (text.startsWith('${', at)) {
      const inner = readCall(text, at + 2, given);
      if (inner === undefined) return undefined;
      value += inner.value;
      at = inner.end;
    } else {
      value += text[at] ?? '';
      at++;
    }
  }
  return undefined;
}

/** `/a/b`: plain texts, without variables in them. Several slashes separate them as one does. */
function readReplacement(text: string, start: number, operator: string, value: string): Read | undefined {
  const parts = /([^/}$\\]+)\/+([^}$\\]*)\}/y;
  parts.lastIndex = start;
  const [, old = '', by = ''] = parts.exec(text) ?? [];
  if (old === '') return undefined;
  const end = parts.lastIndex;
  if (operator === '//') return { value: value.split(old).join(by), end };
  // Trimming an end requires a replacement.
  if (operator !== '/' && by === '') return { value, end };
  if (operator === '/#') return { value: value.startsWith(old) ? by + value.slice(old.length) : value, end };
  if (operator === '/%') {
    return { value: value.endsWith(old) ? value.slice(0, -old.length) + by : value, end };
  }
  const at = value.indexOf(old);
  return { value: at < 0 ? value : value.slice(0, at) + by + value.slice(at + old.length), end };
}

/** `#a` and `%a` remove a plain text from an end; patterns are uncertain. */
function readRemoval(text: string, start: number, operator: string, value: string): Read | undefined {
  const part = /([^}$\\*?[\]]+)\}/y;
  part.lastIndex = start;
  const [, removed = ''] = part.exec(text) ?? [];
  if (removed === '') return undefined;
  const end = part.lastIndex;
  if (operator.startsWith('#')) {
    return { value: value.startsWith(removed) ? value.slice(removed.length) : value, end };
  }
  return { value: value.endsWith(removed) ? value.slice(0, -removed.length) : value, end };
}

/** `:2` and `:2:3`, of a value whose characters are bytes. */
function readPart(text: string, start: number, value: string): Read | undefined {
  const parts = /(\d+)(?::(\d+))?\}/y;
  parts.lastIndex = start;
  const [, from, length] = parts.exec(text) ?? [];
  if (from === undefined || byteLength(value) !== value.length) return undefined;
  const [first, end] = [Number(from), parts.lastIndex];
  return { value: length === undefined ? value.slice(first) : value.slice(first, first + Number(length)), end };
}

function byteLength(text: string): number {
  return [...text].reduce((sum, character) => sum + bytesOf(character.codePointAt(0) ?? 0), 0);
}

function bytesOf(point: number): number {
  if (point < 0x80) return 1;
  if (point < 0x8_00) return 2;
  return point < 0x1_00_00 ? 3 : 4;
}
