import type { ApiType, FieldType } from '../catalog/types.ts';
import { goText } from '../conversion/goText.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../conversion/value.ts';
import { checkKinds, checkOrder, directiveOf, isSameItem, memberOf, nameIn, ordered } from './elementOrder.ts';
import { PatchError, unmergeablePatch } from './patchError.ts';
import { fieldIn, memberType, type Strategy, strategyOf } from './patchStrategy.ts';

/*
 * Strategic merge patches. Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go.
 */

/** An object after a strategic merge patch. Throws a PatchError for a malformed one. */
export function strategicPatched(object: ValueMap, patch: ValueMap, type: ApiType): ValueMap {
  return merged(object, patch, { kind: 'object', type }, 'object');
}

/** Two strategic merge patches as one. Throws a PatchError if their directives differ. */
export function joinedPatches(first: ValueMap, second: ValueMap, type: ApiType): ValueMap {
  return merged(first, second, { kind: 'object', type }, 'patch');
}

/** What a patch is merged into: directives and nulls change an object, and are kept in a patch. */
type Into = 'object' | 'patch';

/** What follows the name of a list in the directive that deletes items of a set. */
export const deleting = '$deleteFromPrimitiveList/';
/** What follows the name of a list in the directive that orders its items. */
export const ordering = '$setElementOrder/';

function merged(value: ValueMap, patch: ValueMap, type: FieldType | undefined, into: Into): ValueMap {
  const { $patch: directive, $retainKeys: retained, ...changes } = patch;
  if (directive === 'replace') return changes;
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge') throw unknownDirective(directive, patch);
  const result: Record<string, Value> = { ...value };
  if (retained !== undefined) {
    if (into === 'patch') joinDirective(result, '$retainKeys', retained);
    else keepOnly(result, retained, changes);
  }
  for (const [key, change] of Object.entries(changes)) {
    if (key.startsWith(ordering)) continue;
    if (key.startsWith(deleting)) {
      if (into === 'patch') result[key] = change;
      else deleteItems(result, key.slice(deleting.length), change);
    } else if (change === null) {
      if (into === 'patch') result[key] = null;
      else delete result[key];
    } else {
      const before = result[key];
      const after = before === undefined ? fresh(change, into) : mergedField(before, change, type, key, into);
      if (after !== undefined) result[key] = after;
    }
  }
  for (const [key, order] of Object.entries(changes)) {
    if (!key.startsWith(ordering)) continue;
    const name = key.slice(ordering.length);
    if (into === 'patch') joinDirective(result, key, order);
    const list = result[name];
    const items = listOf(order);
    if (type?.kind === 'object' && !type.type.fields.has(name)) throw unknownField(name, type.type);
    const strategy = strategyOf(fieldIn(type, name));
    if (strategy === undefined) continue;
    checkOrder(listOf(changes[name] ?? []), items, strategy);
    if (isValueList(list)) result[name] = ordered(list, items, listOf(value[name] ?? []), strategy);
  }
  return result;
}

/** Adds a directive to a patch, which must not have another one of the name. */
function joinDirective(patch: Record<string, Value>, name: string, directive: Value): void {
  const before = patch[name];
  if (before !== undefined && !sameValue(before, directive))
    throw unmergeablePatch(`${goText(before)} and ${goText(directive)} are not deep equal`);
  patch[name] = directive;
}

function deleteItems(object: Record<string, Value>, name: string, items: Value): void {
  const existing = object[name];
  if (!isValueList(existing) || !isValueList(items)) return;
  object[name] = existing.filter((item) => !items.some((other) => sameValue(item, other)));
}

function unknownDirective(directive: Value, patch: ValueMap): PatchError {
  return unmergeablePatch(`unknown patch type: ${goText(directive)} in map: ${goText(patch)}`);
}

function unknownField(name: string, { name: type }: ApiType): PatchError {
  const struct = type.slice(type.lastIndexOf('.') + 1);
  return unmergeablePatch(`unable to find api field in struct ${struct} for the json field "${name}"`);
}

/** Removes all fields but some, which must include those that the patch sets. */
function keepOnly(value: Record<string, Value>, retained: Value, changes: ValueMap): void {
  const set = Object.keys(changes).filter((key) => !key.startsWith('$') && changes[key] !== null);
  if (!isValueList(retained) || !set.every((key) => retained.includes(key)))
    throw new PatchError(400, 'invalid patch format of retainKeys');
  for (const key of Object.keys(value)) if (!retained.includes(key)) delete value[key];
}

function listOf(value: Value): readonly Value[] {
  if (isValueList(value)) return value;
  throw unmergeablePatch(`expected a []interface {}, but received a ${typeof value}`);
}

/**
 * The value of a field, or an item, that the object does not have: without nulls, and without everything that has a
 * directive, even one to replace it. Source: removeDirectives, discardNullValuesFromPatch.
 */
function fresh(patch: Value, into: Into): Value | undefined {
  if (isValueList(patch)) return patch.flatMap((item) => fresh(item, into) ?? []);
  if (!isValueMap(patch)) return patch;
  if (directiveOf(patch) !== undefined) return undefined;
  const entries = Object.entries(patch).flatMap(([key, value]) => {
    const kept = value === null && into === 'object' ? undefined : fresh(value, into);
    return kept === undefined ? [] : [[key, kept] as const];
  });
  return Object.fromEntries(entries);
}

function mergedField(value: Value, change: Value, parent: FieldType | undefined, key: string, into: Into): Value {
  const type = memberType(parent, key);
  if (isValueMap(change)) return isValueMap(value) ? merged(value, change, type, into) : change;
  const strategy = strategyOf(fieldIn(parent, key));
  if (!isValueList(change) || !isValueList(value) || strategy === undefined || type?.kind !== 'list') return change;
  checkKinds(value, change);
  if (strategy !== 'set') return mergedItems(value, change, strategy, type.item, into);
  const added = change.filter((item) => !value.some((other) => sameValue(item, other)));
  return ordered([...value, ...added], change, value, strategy);
}

/** Source: mergeSliceWithSpecialElements, mergeSliceWithoutSpecialElements. */
function mergedItems(
  value: readonly Value[],
  patch: readonly Value[],
  strategy: Exclude<Strategy, 'set'>,
  item: FieldType,
  into: Into,
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
  const existing = value.filter((each) => !deleted.some((name) => sameValue(name, memberOf(each, key))));
  const result = [...existing];
  for (const change of changes) {
    nameIn(change, key);
    const at = result.findIndex((each) => isSameItem(each, change, strategy));
    const before = result[at];
    if (isValueMap(before) && isValueMap(change)) result[at] = merged(before, change, item, into);
    else result.push(...[fresh(change, into) ?? []].flat());
  }
  return ordered(result, changes, existing, strategy);
}
