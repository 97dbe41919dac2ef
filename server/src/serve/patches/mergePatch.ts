import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { badRequest } from '../transport/answer.ts';
import { unreadablePatch } from './refusedPatch.ts';

/** An object after the body of a JSON merge patch. Throws a Refusal for anything but an object. */
export function mergePatchedObject(object: ValueMap, patch: Value): Value {
  if (patch === null) throw badRequest('Invalid JSON Patch');
  if (!isValueMap(patch)) throw unreadablePatch(patch, 'value of type map[string]interface {}');
  return mergePatched(object, patch);
}

/** A value after a JSON merge patch (RFC 7386). */
function mergePatched(value: Value | undefined, patch: Value): Value {
  if (!isValueMap(patch)) return patch;
  const merged: Record<string, Value> = { ...(isValueMap(value) ? value : {}) };
  for (const [key, change] of Object.entries(patch)) {
    if (change === null) delete merged[key];
    else merged[key] = mergePatched(merged[key], change);
  }
  const result: ValueMap = merged;
  return result;
}
