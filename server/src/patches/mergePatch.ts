import { isValueList, isValueMap, type Value, type ValueMap } from '../conversion/value.ts';

/**
 * An object after a JSON merge patch (RFC 7386). New values lose their nulls, in lists as well, which the RFC keeps.
 *
 * Source: gopkg.in/evanphx/json-patch.v4, merge.go.
 */
export function mergePatched(object: ValueMap, patch: ValueMap): ValueMap {
  const merged: Record<string, Value> = { ...object };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = mergedValue(merged[key], change);
  }
  return merged;
}

function mergedValue(value: Value | undefined, change: Value): Value {
  if (isValueMap(change)) return mergePatched(isValueMap(value) ? value : {}, change);
  return isValueMap(value) ? change : withoutNulls(change);
}

function withoutNulls(value: Value): Value {
  if (isValueList(value)) return value.map(withoutNulls);
  return isValueMap(value) ? mergePatched({}, value) : value;
}
