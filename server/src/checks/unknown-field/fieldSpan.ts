import type { Catalog } from '../../catalog/catalog.ts';
import { isMinor, type Minor } from '../../targets/version.ts';

/** The first and the last minor whose schema of a type has a field. */
export interface KnownSpan {
  readonly first: Minor;
  readonly last: Minor;
}

/** When a type had a field, over all minors of the catalogue; undefined if it never did. */
export function fieldSpan(catalog: Catalog, typeName: string, fieldName: string): KnownSpan | undefined {
  let first: Minor | undefined;
  let last: Minor | undefined;
  for (let at: number = catalog.oldest; at <= catalog.newest; at++) {
    if (!isMinor(at) || catalog.type(at, typeName)?.fields.has(fieldName) !== true) continue;
    first ??= at;
    last = at;
  }
  return first === undefined || last === undefined ? undefined : { first, last };
}
