import { goText } from '../conversion/goText.ts';
import { isValueMap, sameValue, type Value } from '../conversion/value.ts';
import { unmergeablePatch } from './patchError.ts';
import type { Strategy } from './patchStrategy.ts';

/** The directive of a special list item, `delete` or `replace`; undefined for others. */
export function directiveOf(item: Value | undefined): Value | undefined {
  return memberOf(item, '$patch');
}

/** A member of an item; undefined if there is none. */
export function memberOf(item: Value | undefined, key: string): Value | undefined {
  return isValueMap(item) ? item[key] : undefined;
}

/** The key of an item. Throws a PatchError if it is missing. */
export function nameIn(item: Value, key: string): Value {
  const name = memberOf(item, key);
  if (name !== undefined) return name;
  throw unmergeablePatch(`map: ${goText(item)} does not contain declared merge key: ${key}`);
}

/** Requires that lists have items of one kind. Source: sliceElementType. */
export function checkKinds(value: readonly Value[], patch: readonly Value[]): void {
  const kinds = new Set([...value, ...patch].map((item) => (isValueMap(item) ? 'map' : typeof item)));
  if (kinds.size > 1) throw unmergeablePatch(`list element types are not identical: ${goText([value, patch])}`);
}

/** Requires a patch to have the order that it names. Source: validatePatchWithSetOrderList. */
export function checkOrder(patch: readonly Value[], order: readonly Value[], strategy: Strategy): void {
  const changes = patch.filter((item) => directiveOf(item) === undefined);
  let at = 0;
  for (const name of order) if (at < changes.length && isSameItem(changes[at], name, strategy)) at++;
  if (at === changes.length) return;
  throw unmergeablePatch(
    `The order in patch list:\n${goText(patch)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
  );
}

/** Whether two items have the same key, or are equal in a set. */
export function isSameItem(item: Value | undefined, other: Value | undefined, strategy: Strategy): boolean {
  if (item === undefined || other === undefined) return false;
  if (strategy === 'set') return sameValue(item, other);
  return sameValue(memberOf(item, strategy.key), memberOf(other, strategy.key));
}

/** Items in the order of others, those with a directive last. Source: normalizeSliceOrder. */
export function inOrderOf(items: readonly Value[], order: readonly Value[], strategy: Strategy): readonly Value[] {
  const deleted = items.filter((item) => directiveOf(item) === 'delete');
  const others = items
    .filter((item) => directiveOf(item) !== 'delete')
    .map((item) => ({ item, rank: order.findIndex((other) => isSameItem(other, item, strategy)) }));
  return [...others.sort((a, b) => a.rank - b.rank).map(({ item }) => item), ...deleted];
}

/**
 * Items in the order of a patch. Items that it does not name stay before those that follow them in the object, and come
 * last otherwise. Source: normalizeElementOrder, mergeSortedSlice.
 *
 * @param order the items of the patch.
 * @param existing the items of the object before the patch.
 */
export function ordered(
  list: readonly Value[],
  order: readonly Value[],
  existing: readonly Value[],
  strategy: Strategy,
): readonly Value[] {
  const isNamed = (item: Value) => order.some((other) => isSameItem(other, item, strategy));
  const rank = (item: Value) => existing.findIndex((other) => isSameItem(other, item, strategy));
  const named = inOrderOf(list.filter(isNamed), order, strategy);
  const others = [
    ...inOrderOf(
      list.filter((item) => !isNamed(item)),
      existing,
      strategy,
    ),
  ];
  const result: Value[] = [];
  for (const item of named) {
    const end = others.findIndex((other) => rank(other) < 0 || rank(other) >= rank(item));
    result.push(...others.splice(0, end < 0 ? others.length : end), item);
  }
  return [...result, ...others];
}
