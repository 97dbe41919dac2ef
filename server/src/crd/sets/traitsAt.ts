import type { PlainJson } from '../schema/json.ts';
import type { TraitsRow } from './pack.ts';

/** The value of a trait at a release; undefined if it has none. */
export function traitAt(row: TraitsRow, key: string, release: number): PlainJson | undefined {
  const value = row[key];
  if (typeof value !== 'object' || value === null || isList(value) || !isList(value['changes'])) return value;
  let current: PlainJson | undefined;
  for (const change of value['changes']) {
    const [from, next] = isList(change) ? change : [];
    if (typeof from !== 'number' || from > release) break;
    current = next;
  }
  return current;
}

/** Whether a release has the field of these traits at all. */
export function isKnown(row: TraitsRow | undefined, release: number): boolean {
  const spans = row?.['in'];
  if (!isList(spans)) return true;
  return spans.some((span) => {
    const [first, last] = isList(span) ? span : [];
    if (typeof first !== 'number' || typeof last !== 'number') return false;
    return first <= release && (last < 0 || release <= last);
  });
}

/** Whether a value of JSON is a list. */
export function isList(value: PlainJson | undefined): value is readonly PlainJson[] {
  return Array.isArray(value);
}
