import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import type { ApiType } from '../../catalog/types.ts';
import { goText } from '../../conversion/goText.ts';
import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { mergePatched } from '../../patches/mergePatch.ts';
import { PatchError } from '../../patches/patchError.ts';
import { strategicPatched } from '../../patches/strategicMerge.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { badRequest, jsonOf, Refusal } from '../transport/answer.ts';
import { unknownConversion } from '../writes/sentObject.ts';
import { type PatchType, patchTypes } from '../writes/sentText.ts';
import { jsonPatched } from './jsonPatch.ts';
import { undecodablePatch, unreadablePatch } from './refusedPatch.ts';

/** The result of a patch, before the server decodes it. */
export interface Patched {
  readonly value: Value;
  /** The refusal if it cannot be decoded. */
  readonly undecodable: (why: string, warnings: readonly string[]) => Refusal;
}

/** An object after a patch. Throws a Refusal. Source: k8s.io/apiserver pkg/endpoints/handlers/patch.go. */
export function patched(
  type: Exclude<PatchType, 'apply'>,
  old: ValueMap,
  change: Value,
  served: ServedResource,
  surface: ApiSurface,
): Patched {
  if (type === 'strategic') {
    const root = served.custom === undefined ? surface.rootType(served) : undefined;
    if (root === undefined) throw notStrategic();
    // The result gets the type of the object.
    const typed = { apiVersion: formatGroupVersion(served), kind: served.kind };
    return {
      value: { ...strategicallyPatched(old, change, root), ...typed },
      undecodable: (why, warnings) => undecodablePatch(goText(change), why, warnings),
    };
  }
  const value = type === 'json' ? jsonPatched(old, change) : mergePatchedObject(old, change);
  const undecodable = (why: string, warnings: readonly string[] = []) => undecodablePatch(jsonOf(value), why, warnings);
  const { apiVersion, kind } = { ...old, ...(isValueMap(value) ? value : {}) };
  if (kind !== served.kind || apiVersion !== formatGroupVersion(served))
    throw undecodable(unknownConversion(String(kind), served));
  return { value, undecodable };
}

/** An object after the body of a JSON merge patch. Throws a Refusal for anything but an object. */
export function mergePatchedObject(object: ValueMap, patch: Value): ValueMap {
  if (patch === null) throw badRequest('Invalid JSON Patch');
  if (!isValueMap(patch)) throw unreadablePatch(patch, 'value of type map[string]interface {}');
  return mergePatched(object, patch);
}

function strategicallyPatched(object: ValueMap, patch: Value, type: ApiType): ValueMap {
  if (patch === null) return object;
  if (!isValueMap(patch)) throw unreadablePatch(patch, 'value of type map[string]interface {}', '');
  try {
    return strategicPatched(object, patch, type);
  } catch (error) {
    if (!(error instanceof PatchError)) throw error;
    throw error.status === 400 ? badRequest(error.message) : new Refusal(500, '', error.message);
  }
}

function notStrategic(): Refusal {
  const types = Object.entries(patchTypes).flatMap(([name, type]) => (type === 'strategic' ? [] : [name]));
  const message = `the body of the request was in an unknown format - accepted media types include: ${types.join(', ')}`;
  return new Refusal(415, 'UnsupportedMediaType', message);
}
