import type { Changes, SpanRow } from '../../src/catalog/pack.ts';
import { factMinor } from '../../src/targets/version.ts';
import { arrayOf, text } from './json.ts';

/** Reads a span of minors: `1.28-` is open, `1.16-1.20` includes both ends. */
export function spanRow(span: unknown): SpanRow {
  const [first = '', last = ''] = text(span).split('-');
  return last === '' ? [factMinor(first)] : [factMinor(first), factMinor(last)];
}

/** The spans of an ascending list of minors; a span that ends with `newest` is open. */
export function spansOf(minors: readonly number[], newest: number): SpanRow[] {
  const spans: SpanRow[] = [];
  let first: number | undefined;
  minors.forEach((minor, index) => {
    first ??= minor;
    if (minors[index + 1] === minor + 1) return;
    spans.push(minor === newest ? [first] : [first, minor]);
    first = undefined;
  });
  return spans;
}

/** Reads a fact: one value, which applies from `oldest`, or a list `[[first minor, value], …]`. */
export function changes<T>(value: unknown, oldest: number, convert: (value: unknown) => T): Changes<T> {
  if (!isChangeList(value)) return [[oldest, convert(value)]];
  return value.map(([first, changed]): [number, T] => [factMinor(text(first)), convert(changed)]);
}

function isChangeList(value: unknown): value is readonly (readonly [unknown, unknown])[] {
  return Array.isArray(value) && value.length > 0 && value.every((change) => isChange(change));
}

function isChange(value: unknown): boolean {
  return Array.isArray(value) && arrayOf(value).length === 2 && /^1\.\d+$/.test(String(value[0]));
}
