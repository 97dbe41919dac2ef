import { type Json, jsonText } from '../schema/json.ts';
import type { JsonSchema } from '../schema/schema.ts';

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
