import { jsonAt } from '../schema/json.ts';
import { validateAgainst } from '../schema/validate.ts';
import type { SchemaPair } from './rule.ts';

/**
 * Whether the schema as it is now takes every value that the earlier one named: an enumeration that was replaced by what
 * it implied breaks nobody. False where the earlier schema named none.
 */
export function takesAllNamed({ before, after, validation }: SchemaPair): boolean {
  const place = { start: 0, end: 0 };
  const named = before.enum.length > 0 ? before.enum : before.type === 'boolean' ? booleans(place) : [];
  return named.length > 0 && named.every((value) => validateAgainst(after, value, undefined, validation).length === 0);
}

function booleans(place: { readonly start: number; readonly end: number }) {
  return [true, false].map((value) => jsonAt(value, place));
}
