import { booleanValue } from './operators.ts';
import { computedText, noOrigin, nullValue, openValue, type TextValue, type Value } from './value.ts';

/** Functions of HCL and Bicep that return their argument. */
const passing: ReadonlySet<string> = new Set([
  ...['tostring', 'toset', 'tolist', 'tomap', 'nonsensitive', 'sensitive', 'jsonencode', 'any', 'string'],
]);

/** The result of a pure function; undefined if it is unknown. */
export function callFunction(name: string, values: readonly Value[]): Value | undefined {
  const [first, second, third] = values;
  if (first === undefined) return undefined;
  if (passing.has(name)) return first;
  switch (name) {
    case 'coalesce':
      return (
        values.find((value) => value.kind !== 'null' && !(value.kind === 'text' && value.text === '')) ?? nullValue
      );
    case 'try':
      return values.find((value) => value.kind !== 'open' || value.missing === undefined) ?? first;
    case 'can':
      if (first.kind === 'open' && first.missing === undefined) return first;
      return booleanValue(first.kind !== 'open', noOrigin);
    case 'trimspace':
    case 'trim':
      return second === undefined ? changed(first, (text) => text.trim()) : undefined;
    case 'lower':
    case 'toLower':
      return changed(first, (text) => text.toLowerCase());
    case 'trimprefix':
      return changed(first, (text) => withoutPrefix(text, second));
    case 'lookup':
      return lookup(first, second, third);
    case 'merge':
    case 'union':
      return merged(values);
    case 'format':
      return formatted(first, values.slice(1));
    case 'concat':
      return values.some(({ kind }) => kind === 'list') ? undefined : joined(values);
    default:
      return undefined;
  }
}

/** Applies a function that does not make a text longer; other values stay the same. */
export function changed(value: Value, change: (text: string) => string): Value {
  return value.kind === 'text' ? computedText(value, value.text.length, () => change(value.text)) : value;
}

function withoutPrefix(text: string, prefix: Value | undefined): string {
  const cut = prefix?.kind === 'text' ? prefix.text : '';
  return text.startsWith(cut) ? text.slice(cut.length) : text;
}

function lookup(map: Value, key: Value | undefined, fallback: Value | undefined): Value {
  if (map.kind === 'open') return map;
  if (key?.kind !== 'text') return key?.kind === 'open' ? key : openValue('the key is not known');
  const found = map.kind === 'map' ? map.get(key.text) : undefined;
  return found ?? fallback ?? { ...openValue(`the map has no "${key.text}"`), missing: true };
}

/** Merged maps; the last value of a key counts. */
function merged(values: readonly Value[]): Value {
  const maps = [...values].reverse();
  const keys = [...new Set(values.flatMap((value) => (value.kind === 'map' ? value.keys : [])))];
  const get = (key: string): Value | undefined => {
    for (const map of maps) {
      if (map.kind === 'open') return map;
      const found = map.kind === 'map' ? map.get(key) : undefined;
      if (found !== undefined) return found;
    }
    return undefined;
  };
  return { kind: 'map', keys, get };
}

/** `format("v%s.%s", a, b)`; verbs other than `%s` and `%d` are open. */
function formatted(pattern: Value, values: readonly Value[]): Value | undefined {
  if (pattern.kind !== 'text' || /%(?![sd%])/.test(pattern.text)) return undefined;
  const unknown = values.find(({ kind }) => kind === 'open');
  if (unknown !== undefined) return unknown;
  let at = 0;
  const length = values.reduce((sum, value) => sum + lengthOf(value), pattern.text.length);
  const format = () =>
    pattern.text.replace(/%([sd%])/g, (_, verb: string) => {
      if (verb === '%') return '%';
      const value = values[at++];
      return value?.kind === 'text' ? value.text : '';
    });
  return computedText(pattern, length, format);
}

/**
 * Joins texts; open if a value is open, undefined if a value is not a text.
 *
 * @param at a text with the position of the result; by default, the first of the values.
 */
export function joined(values: readonly Value[], at?: TextValue, separator = ''): Value | undefined {
  const unknown = values.find(({ kind }) => kind === 'open');
  if (unknown !== undefined) return unknown;
  const texts = values.flatMap((value) => (value.kind === 'text' ? [value] : []));
  const first = at ?? texts[0];
  if (first === undefined || texts.length < values.length) return undefined;
  const length = texts.reduce((sum, value) => sum + lengthOf(value) + separator.length, 0);
  return computedText(first, length, () => texts.map(({ text }) => text).join(separator));
}

function lengthOf(value: Value): number {
  return value.kind === 'text' ? value.text.length : 0;
}
