import type { ApiType } from '../catalog/types.ts';
import { isValueMap, sameValue, type Value, type ValueMap } from '../conversion/value.ts';
import { mergePatched } from './mergePatch.ts';
import { PatchError } from './patchError.ts';
import { strategicDifference } from './strategicDifference.ts';
import { joinedPatches, strategicPatched } from './strategicMerge.ts';

/** The objects that kubectl compares in a client-side apply. */
export interface ApplySides {
  /** The stored object. */
  readonly live: ValueMap;
  /** The manifest that was applied last, as the annotation has it; empty if there is none. */
  readonly lastApplied: ValueMap;
  /** The manifest, with the annotation. */
  readonly manifest: ValueMap;
}

/**
 * A stored object after a client-side apply: kubectl sends the changes of the manifest, and deletes the fields that the
 * last one had and this one lacks. Undefined if kubectl or the server cannot make the patch.
 *
 * Source: k8s.io/kubectl pkg/cmd/apply/patcher.go, patchSimple.
 *
 * @param type the type of a built-in kind; undefined for custom resources, which get JSON merge patches.
 */
export function clientSideApplied(
  { live, lastApplied, manifest }: ApplySides,
  type: ApiType | undefined,
): ValueMap | undefined {
  if (type === undefined) {
    return mergePatched(live, mergePatched(mergeDeletions(lastApplied, manifest), mergeChanges(live, manifest)));
  }
  const root = { kind: 'object', type } as const;
  try {
    const deletions = strategicDifference(lastApplied, manifest, root, 'deletions');
    const changes = strategicDifference(live, manifest, root, 'changes');
    return strategicPatched(live, joinedPatches(deletions, changes, type), type);
  } catch (error) {
    if (error instanceof PatchError) return undefined;
    throw error;
  }
}

/*
 * Source: k8s.io/apimachinery pkg/util/jsonmergepatch/patch.go; CreateMergePatch in gopkg.in/evanphx/json-patch.v4.
 */

/** What is new or other, without nulls. */
function mergeChanges(before: ValueMap, now: ValueMap): ValueMap {
  const changes = Object.entries(now).flatMap(([key, value]) => {
    const old = before[key];
    if (value === null || sameValue(old, value)) return [];
    if (!isValueMap(value) || Object.keys(value).length === 0) {
      return isValueMap(old) && isValueMap(value) ? [] : [[key, value] as const];
    }
    const inner = mergeChanges(isValueMap(old) ? old : {}, value);
    return Object.keys(inner).length === 0 ? [] : [[key, inner] as const];
  });
  return Object.fromEntries(changes);
}

/** What is gone, or null now, as nulls. */
function mergeDeletions(before: ValueMap, now: ValueMap): ValueMap {
  const deletions: Record<string, Value> = {};
  for (const key of Object.keys(before)) if (!(key in now)) deletions[key] = null;
  for (const [key, value] of Object.entries(now)) {
    const old = before[key];
    if (value === null && old !== null) deletions[key] = null;
    if (!isValueMap(value)) continue;
    const inner = mergeDeletions(isValueMap(old) ? old : {}, value);
    if (Object.keys(inner).length > 0) deletions[key] = inner;
  }
  return deletions;
}
