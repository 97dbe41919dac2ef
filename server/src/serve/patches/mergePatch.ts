import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';

/** A value after a JSON merge patch (RFC 7386). */
export function mergePatched(value: Value | undefined, patch: Value): Value {
  if (!isValueMap(patch)) return patch;
  const merged: Record<string, Value> = { ...(isValueMap(value) ? value : {}) };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = mergePatched(merged[key], change);
  }
  const result: ValueMap = merged;
  return result;
}
