import { type Json, jsonText } from '../schema/json.ts';
import type { JsonSchema } from '../schema/schema.ts';
import type { Broken, SchemaPair } from './rule.ts';

/** A value as people read it: JSON. */
export function show(value: Json | undefined): string {
  return value === undefined ? 'none' : jsonText(value);
}

/** Whether two values, there or not, are the same. */
export function areSame(a: Json | undefined, b: Json | undefined): boolean {
  return a === b || (a !== undefined && b !== undefined && jsonText(a) === jsonText(b));
}

/** The type of a schema, int-or-string among them. */
export function typeOf({ type, intOrString, preserveUnknownFields }: JsonSchema): string {
  if (intOrString) return 'int-or-string';
  return type === '' && preserveUnknownFields ? 'anything' : type;
}

/** What stricter validation breaks: with ratcheting, objects that stay as they are can still be written. */
export function brokenByStricter({ ratchets }: Pick<SchemaPair, 'ratchets'>): readonly Broken[] {
  return ratchets ? ['old clients'] : ['stored objects', 'old clients'];
}
