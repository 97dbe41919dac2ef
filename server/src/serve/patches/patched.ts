import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { jsonOf, Refusal } from '../transport/answer.ts';
import { unknownConversion } from '../writes/sentObject.ts';
import { type PatchType, patchTypes } from '../writes/sentText.ts';
import { jsonPatched } from './jsonPatch.ts';
import { mergePatchedObject } from './mergePatch.ts';
import { goText, undecodablePatch } from './refusedPatch.ts';
import { strategicPatched } from './strategicPatch.ts';

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
      value: { ...strategicPatched(old, change, root), ...typed },
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

function notStrategic(): Refusal {
  const types = Object.entries(patchTypes).flatMap(([name, type]) => (type === 'strategic' ? [] : [name]));
  const message = `the body of the request was in an unknown format - accepted media types include: ${types.join(', ')}`;
  return new Refusal(415, 'UnsupportedMediaType', message);
}
