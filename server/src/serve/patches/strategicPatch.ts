import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { badRequest } from '../transport/answer.ts';
import { goText, unmergeablePatch, unreadablePatch } from './refusedPatch.ts';

/*
 * Strategic merge patches. Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go. The patch strategy of a list
 * follows from its list type (`+patchStrategy`, `+patchMergeKey`), except for those in `served-resources.json`.
 */

const replacedLists: ReadonlySet<string> = new Set(table.strategicMerge.replaced);
const mergedLists: ReadonlyMap<string, string> = new Map(Object.entries(table.strategicMerge.merged));

/** An object after a strategic merge patch. Throws a Refusal for a malformed one. */
export function strategicPatched(object: ValueMap, patch: Value, type: ApiType): ValueMap {
  if (patch === null) return object;
  if (!isValueMap(patch)) throw unreadablePatch(patch, 'value of type map[string]interface {}', '');
  return merged(object, patch, { kind: 'object', type });
}

const deleting = '$deleteFromPrimitiveList/';
const ordering = '$setElementOrder/';

function merged(value: ValueMap, patch: ValueMap, type: FieldType | undefined): ValueMap {
  const { $patch: directive, $retainKeys: retained, ...changes } = patch;
  if (directive === 'replace') return changes;
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') throw unknownDirective(directive, patch);
  const result: Record<string, Value> = { ...value };
  if (retained !== undefined) keepOnly(result, retained, changes);
  for (const [key, change] of Object.entries(changes)) {
    if (key.startsWith(ordering)) continue;
    if (key.startsWith(deleting)) {
      const name = key.slice(deleting.length);
      const existing = result[name];
      if (isValueList(existing) && isValueList(change)) {
        result[name] = existing.filter((item) => !change.some((other) => sameValue(item, other)));
      }
    } else if (change === null) delete result[key];
    else {
      const before = result[key];
      const after = before === undefined ? fresh(change) : mergedField(before, change, type, key);
      if (after !== undefined) result[key] = after;
    }
  }
  for (const [key, order] of Object.entries(changes)) {
    if (!key.startsWith(ordering)) continue;
    const name = key.slice(ordering.length);
    const list = result[name];
    const items = listOf(order);
    if (type?.kind === 'object' && !type.type.fields.has(name)) throw unknownField(name, type.type);
    const strategy = strategyIn(type, name);
    if (strategy === undefined) continue;
    checkOrder(listOf(changes[name] ?? []), items, strategy);
    if (isValueList(list)) result[name] = ordered(list, items, listOf(value[name] ?? []), strategy);
  }
  return result;
}

function unknownDirective(directive: Value, patch: ValueMap): Error {
  return unmergeablePatch(`unknown patch type: ${goText(directive)} in map: ${goText(patch)}`);
}

function unknownField(name: string, { name: type }: ApiType): Error {
  const struct = type.slice(type.lastIndexOf('.') + 1);
  return unmergeablePatch(`unable to find api field in struct ${struct} for the json field "${name}"`);
}

/** Removes all fields but some, which must include those of the patch. */
function keepOnly(value: Record<string, Value>, retained: Value, changes: ValueMap): void {
  const changed = Object.keys(changes).filter((key) => !key.startsWith('$'));
  if (!isValueList(retained) || !changed.every((key) => retained.includes(key)))
    throw badRequest('invalid patch format of retainKeys');
  for (const key of Object.keys(value)) if (!retained.includes(key)) delete value[key];
}

function listOf(value: Value): readonly Value[] {
  if (isValueList(value)) return value;
  throw unmergeablePatch(`expected a []interface {}, but received a ${typeof value}`);
}

/**
 * The value of a field, or an item, that the object does not have: without nulls, and without everything that has a
 * directive, even one to replace it. Source: dropDirectives, discardNullValuesFromPatch.
 */
function fresh(patch: Value): Value | undefined {
  if (isValueList(patch)) return patch.flatMap((item) => fresh(item) ?? []);
  if (!isValueMap(patch)) return patch;
  if (patch['$patch'] !== undefined) return undefined;
  const entries = Object.entries(patch).flatMap(([key, value]) => {
    const kept = value === null ? undefined : fresh(value);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

function mergedField(value: Value, change: Value, parent: FieldType | undefined, key: string): Value {
  const type = fieldOf(parent, key)?.type ?? (parent?.kind === 'map' ? parent.value : undefined);
  if (isValueMap(change)) return isValueMap(value) ? merged(value, change, type) : change;
  const strategy = strategyIn(parent, key);
  if (!isValueList(change) || !isValueList(value) || strategy === undefined || type?.kind !== 'list') return change;
  checkKinds(value, change);
  if (strategy !== 'set') return mergedItems(value, change, strategy, type.item);
  const added = change.filter((item) => !value.some((other) => sameValue(item, other)));
  return ordered([...value, ...added], change, value, strategy);
}

/** Source: mergeSliceWithSpecialElements, mergeSliceWithoutSpecialElements. */
function mergedItems(
  value: readonly Value[],
  patch: readonly Value[],
  strategy: { readonly key: string },
  item: FieldType,
): readonly Value[] {
  const { key } = strategy;
  const changes = patch.filter((change) => directiveOf(change) === undefined);
  const directives = patch.flatMap((change) => directiveOf(change) ?? []);
  const others = directives.filter((directive) => directive !== 'delete' && directive !== 'replace');
  if (others.includes('merge')) throw unmergeablePatch('merging lists cannot yet be specified in the patch');
  const other = patch.find((change) => isValueMap(change) && others.includes(change['$patch'] ?? ''));
  if (isValueMap(other)) throw unknownDirective(other['$patch'] ?? '', other);
  const deleted = patch.filter((change) => directiveOf(change) === 'delete').map((change) => nameIn(change, key));
  if (directives.includes('replace')) return changes;
  const existing = value.filter((each) => !deleted.some((name) => sameValue(name, fieldIn(each, key))));
  const result = [...existing];
  for (const change of changes) {
    const name = nameIn(change, key);
    const at = result.findIndex((each) => sameValue(name, fieldIn(each, key)));
    const before = result[at];
    if (isValueMap(before) && isValueMap(change)) result[at] = merged(before, change, item);
    else result.push(...[fresh(change) ?? []].flat());
  }
  return ordered(result, changes, existing, strategy);
}

function directiveOf(item: Value): Value | undefined {
  return isValueMap(item) ? item['$patch'] : undefined;
}

function fieldIn(item: Value, key: string): Value | undefined {
  return isValueMap(item) ? item[key] : undefined;
}

function nameIn(item: Value, key: string): Value {
  const name = fieldIn(item, key);
  if (name !== undefined) return name;
  throw unmergeablePatch(`map: ${goText(item)} does not contain declared merge key: ${key}`);
}

/** Source: sliceElementType. */
function checkKinds(value: readonly Value[], patch: readonly Value[]): void {
  const kinds = new Set([...value, ...patch].map((item) => (isValueMap(item) ? 'map' : typeof item)));
  if (kinds.size > 1) throw unmergeablePatch(`list element types are not identical: ${goText([value, patch])}`);
}

/** Source: validatePatchWithSetOrderList. */
function checkOrder(patch: readonly Value[], order: readonly Value[], strategy: Strategy): void {
  const changes = patch.filter((item) => directiveOf(item) === undefined);
  let at = 0;
  for (const name of order) if (at < changes.length && isSameItem(changes[at], name, strategy)) at++;
  if (at === changes.length) return;
  throw unmergeablePatch(
    `The order in patch list:\n${goText(patch)}\n doesn't match $setElementOrder list:\n${goText(order)}\n`,
  );
}

function isSameItem(item: Value | undefined, other: Value | undefined, strategy: Strategy): boolean {
  if (item === undefined || other === undefined) return false;
  if (strategy === 'set') return sameValue(item, other);
  return sameValue(fieldIn(item, strategy.key), fieldIn(other, strategy.key));
}

/**
 * Items in the order of a patch. Items that it does not name stay before those that follow them in the object, and come
 * last otherwise. Source: normalizeElementOrder, mergeSortedSlice.
 *
 * @param order the items of the patch.
 * @param existing the items of the object before the patch.
 */
function ordered(
  list: readonly Value[],
  order: readonly Value[],
  existing: readonly Value[],
  strategy: Strategy,
): readonly Value[] {
  const rankIn = (items: readonly Value[]) => (item: Value) =>
    items.findIndex((other) => isSameItem(other, item, strategy));
  const [inPatch, inObject] = [rankIn(order), rankIn(existing)];
  const named = list.filter((item) => inPatch(item) >= 0).sort((a, b) => inPatch(a) - inPatch(b));
  const others = list.filter((item) => inPatch(item) < 0).sort((a, b) => inObject(a) - inObject(b));
  const result: Value[] = [];
  for (const item of named) {
    const end = others.findIndex((other) => inObject(other) < 0 || inObject(other) >= inObject(item));
    result.push(...others.splice(0, end < 0 ? others.length : end), item);
  }
  return [...result, ...others];
}

/** How a list is merged: as a set, or by the key of its items. */
export type Strategy = 'set' | { readonly key: string };

/** How strategic merge patches merge a list; undefined if they replace it. */
export function strategyOf(field: ApiField | undefined): Strategy | undefined {
  if (field === undefined) return undefined;
  const name = `${field.owner}.${field.name}`;
  if (replacedLists.has(name)) return undefined;
  const key = field.listType === 'map' ? field.listMapKeys[0] : mergedLists.get(name);
  if (key !== undefined) return { key };
  return field.listType === 'set' ? 'set' : undefined;
}

function strategyIn(type: FieldType | undefined, name: string): Strategy | undefined {
  return strategyOf(fieldOf(type, name));
}

function fieldOf(type: FieldType | undefined, name: string): ApiField | undefined {
  return type?.kind === 'object' ? type.type.fields.get(name) : undefined;
}
