import type { FieldType } from '../catalog/types.ts';
import { goText } from '../conversion/goText.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../conversion/value.ts';
import { grouped } from '../text/grouped.ts';
import { checkKinds, inOrderOf, isSameItem, nameIn } from './elementOrder.ts';
import { fieldIn, memberType, retainsKeys, type Strategy, strategyOf } from './patchStrategy.ts';
import { deleting, ordering } from './strategicMerge.ts';

/** Which differences a patch makes: what is new or other, or what is gone. */
export type Differences = 'changes' | 'deletions';

/**
 * The strategic merge patch that makes the changes, or the deletions, between two objects. Throws a PatchError if an item
 * of a list lacks its key. Source: diffMaps in k8s.io/apimachinery pkg/util/strategicpatch/patch.go.
 *
 * @param retains whether the patch names the keys that stay.
 */
export function strategicDifference(
  before: ValueMap,
  now: ValueMap,
  type: FieldType | undefined,
  only: Differences,
  retains = false,
): ValueMap {
  const patch: Record<string, Value> = {};
  for (const [key, value] of Object.entries(now)) {
    const old = before[key];
    const field = fieldIn(type, key);
    if (isValueMap(old) && isValueMap(value)) {
      const inner = strategicDifference(old, value, memberType(type, key), only, retainsKeys(field));
      if (Object.keys(inner).length > 0) patch[key] = inner;
      continue;
    }
    const strategy = strategyOf(field);
    if (isValueList(old) && isValueList(value) && strategy !== undefined) {
      Object.assign(patch, listDifference(key, old, value, strategy, field?.type, only, retainsKeys(field)));
    } else if (only === 'changes' && !sameValue(old, value)) patch[key] = value;
  }
  const gone = Object.keys(before).filter((key) => !(key in now));
  if (only === 'deletions') for (const key of gone) patch[key] = null;
  const kept = Object.keys(now).filter((key) => now[key] !== null);
  const isChanged = Object.keys(patch).length > 0 || gone.some((key) => before[key] !== null);
  return retains && kept.length > 0 && isChanged ? { ...patch, $retainKeys: kept.sort() } : patch;
}

/** Source: diffLists. */
function listDifference(
  key: string,
  before: readonly Value[],
  now: readonly Value[],
  strategy: Strategy,
  type: FieldType | undefined,
  only: Differences,
  retains: boolean,
): ValueMap {
  if (before.length === 0) return now.length === 0 || only === 'deletions' ? {} : { [key]: now };
  checkKinds(before, now);
  if (strategy === 'set') return setDifference(key, before, now, only);
  const item = type?.kind === 'list' ? type.item : undefined;
  const changed = inOrderOf(itemDifferences(before, now, strategy.key, item, only, retains), now, strategy);
  const isMoved = before.length !== now.length || !now.every((each, i) => isSameItem(before[i], each, strategy));
  if (changed.length === 0 && (only === 'deletions' || !isMoved)) return {};
  const order = now.map((each) => ({ [strategy.key]: nameIn(each, strategy.key) }));
  return { ...(changed.length === 0 ? {} : { [key]: changed }), [`${ordering}${key}`]: order };
}

/** Source: diffListsOfScalars. */
function setDifference(key: string, before: readonly Value[], now: readonly Value[], only: Differences): ValueMap {
  const sorted = [...before].sort(byText);
  const others = [...sorted];
  const added = [...now].sort(byText).filter((value) => {
    const at = others.findIndex((other) => goText(other) === goText(value));
    if (at >= 0) others.splice(at, 1);
    return at < 0;
  });
  const order = { [`${ordering}${key}`]: now };
  if (only === 'deletions') return others.length === 0 ? {} : { [`${deleting}${key}`]: [...new Set(others)], ...order };
  if (sameValue(sorted, now)) return {};
  return { ...(added.length === 0 ? {} : { [key]: inOrderOf(added, now, 'set') }), ...order };
}

/**
 * The items that differ, with their keys. Of a key that is in a list twice, each item is compared with one of the other
 * list, the last one first. Source: diffListsOfMaps.
 */
function itemDifferences(
  before: readonly Value[],
  now: readonly Value[],
  key: string,
  type: FieldType | undefined,
  only: Differences,
  retains: boolean,
): readonly Value[] {
  const named = (list: readonly Value[]) =>
    [...list].reverse().map((item) => [goText(nameIn(item, key)), item] as const);
  const others = grouped(named(before));
  const patch: Value[] = [];
  for (const [name, item] of named(now)) {
    const old = others.get(name)?.shift();
    if (isValueMap(old) && isValueMap(item)) {
      const inner = strategicDifference(old, item, type, only, retains);
      if (Object.keys(inner).length > 0) patch.push({ ...inner, [key]: nameIn(item, key) });
    } else if (only === 'changes') patch.push(item);
  }
  const deleted = [...others.values()].flat().map((other) => ({ [key]: nameIn(other, key), $patch: 'delete' }));
  return only === 'deletions' ? [...patch, ...deleted] : patch;
}

/** The order of texts in Go. Items with the same text keep their order. */
function byText(a: Value, b: Value): number {
  const [left, right] = [goText(a), goText(b)];
  if (left === right) return 0;
  return left < right ? -1 : 1;
}
