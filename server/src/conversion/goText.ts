import { isValueList, isValueMap, type Value } from './value.ts';

/** A value as the verb %v of Go's package fmt prints it. */
export function goText(value: Value): string {
  if (value === null) return '<nil>';
  if (isValueList(value)) return `[${value.map(goText).join(' ')}]`;
  if (!isValueMap(value)) return String(value);
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `map[${entries.map(([key, item]) => `${key}:${goText(item)}`).join(' ')}]`;
}
