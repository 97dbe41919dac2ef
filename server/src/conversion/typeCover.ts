import type { ApiType, FieldType } from '../catalog/types.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/**
 * Whether every object of the old type is also one of the new type: the new type has all of its fields and requires no
 * others. Types can be recursive: a pair that is being compared counts as covered.
 */
export function covers(now: ApiType, old: ApiType): boolean {
  if (now === old) return true;
  const known = getOrInsertComputed(answers, now, () => new Map());
  const answer = known.get(old);
  if (answer !== undefined) return answer;
  known.set(old, true);
  const result = coversFields(now, old);
  known.set(old, result);
  return result;
}

const answers = new WeakMap<ApiType, Map<ApiType, boolean>>();

function coversFields(now: ApiType, old: ApiType): boolean {
  for (const field of now.fields.values()) {
    if (field.required && old.fields.get(field.name)?.required !== true) return false;
  }
  for (const field of old.fields.values()) {
    const other = now.fields.get(field.name);
    if (other === undefined || !coversValue(other.type, field.type)) return false;
  }
  return true;
}

/** Whether every value of the old type is also one of the new type. */
export function coversValue(now: FieldType, old: FieldType): boolean {
  switch (now.kind) {
    case 'scalar':
      return now.scalar === 'any' || now.scalar === 'raw' || (old.kind === 'scalar' && old.scalar === now.scalar);
    case 'object':
      return old.kind === 'object' && covers(now.type, old.type);
    case 'schema-or':
      return old.kind === 'schema-or' && now.or === old.or && covers(now.schema, old.schema);
    case 'list':
      return old.kind === 'list' && coversValue(now.item, old.item);
    case 'map':
      return old.kind === 'map' && coversValue(now.value, old.value);
  }
}
