import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';
import { badRequest } from '../transport/answer.ts';

/*
 * Strategic merge patches. Source: k8s.io/apimachinery pkg/util/strategicpatch/patch.go. The patch strategy of a list
 * follows from its list type (`+patchStrategy`, `+patchMergeKey`), except for those in `served-resources.json`.
 */

const replacedLists: ReadonlySet<string> = new Set(table.strategicMerge.replaced);
const mergedLists: ReadonlyMap<string, string> = new Map(Object.entries(table.strategicMerge.merged));

/** An object after a strategic merge patch. Throws a Refusal for a malformed one. */
export function strategicPatched(object: ValueMap, patch: Value, type: ApiType): ValueMap {
  if (!isValueMap(patch)) throw badRequest('a strategic merge patch must be an object');
  return merged(object, patch, { kind: 'object', type });
}

function merged(value: ValueMap, patch: ValueMap, type: FieldType | undefined): ValueMap {
  const { $patch: directive, $retainKeys: retained, ...changes } = patch;
  if (directive === 'replace') return withoutDirectives(changes);
  if (directive === 'delete') return {};
  if (directive !== undefined && directive !== 'merge')
    throw badRequest(`Unknown patch type found: ${String(directive)}`);
  const kept = isValueList(retained)
    ? Object.fromEntries(Object.entries(value).filter(([key]) => retained.includes(key)))
    : value;
  const result: Record<string, Value> = { ...kept };
  for (const [key, change] of Object.entries(changes)) {
    if (key.startsWith('$setElementOrder/')) continue;
    if (key.startsWith(deleting)) {
      const name = key.slice(deleting.length);
      const existing = result[name];
      if (isValueList(existing) && isValueList(change)) {
        result[name] = existing.filter((item) => !change.some((other) => sameValue(item, other)));
      }
      continue;
    }
    if (change === null) {
      delete result[key];
      continue;
    }
    result[key] = mergedField(result[key], change, type, key);
  }
  for (const [key, order] of Object.entries(changes)) {
    if (!key.startsWith(ordering) || !isValueList(order)) continue;
    const name = key.slice(ordering.length);
    const list = result[name];
    if (isValueList(list)) result[name] = ordered(list, order, strategyOf(fieldOf(type, name)));
  }
  return result;
}

const deleting = '$deleteFromPrimitiveList/';
const ordering = '$setElementOrder/';

function mergedField(value: Value | undefined, change: Value, parent: FieldType | undefined, key: string): Value {
  const field = fieldOf(parent, key);
  const type = field?.type ?? (parent?.kind === 'map' ? parent.value : undefined);
  if (isValueMap(change)) return merged(isValueMap(value) ? value : {}, change, type);
  if (!isValueList(change)) return change;
  const strategy = strategyOf(field);
  const existing = isValueList(value) ? value : [];
  if (strategy === 'set')
    return [...existing, ...change.filter((item) => !existing.some((other) => sameValue(item, other)))];
  if (strategy === undefined || type?.kind !== 'list') return withoutDirectivesIn(change);
  return mergedItems(existing, change, strategy.key, type.item);
}

function mergedItems(
  existing: readonly Value[],
  patch: readonly Value[],
  key: string,
  item: FieldType,
): readonly Value[] {
  const isReplaced = patch.some(
    (change) => isValueMap(change) && change['$patch'] === 'replace' && change[key] === undefined,
  );
  let result = isReplaced ? [] : [...existing];
  for (const change of patch) {
    if (!isValueMap(change)) throw badRequest(`the list merged by ${key} has an item that is not an object`);
    const name = change[key];
    if (name === undefined) {
      if (change['$patch'] === 'replace') continue;
      throw badRequest(`map: ${JSON.stringify(change)} does not contain declared merge key: ${key}`);
    }
    const at = result.findIndex((other) => isValueMap(other) && sameValue(other[key], name));
    if (change['$patch'] === 'delete')
      result = result.filter((other) => !(isValueMap(other) && sameValue(other[key], name)));
    else if (at < 0) result.push(merged({}, change, item));
    else {
      const before = result[at];
      result[at] = merged(isValueMap(before) ? before : {}, change, item);
    }
  }
  return result;
}

/** Items that a patch orders, at their places relative to the others (`sortMergeListsByNameArray`). */
function ordered(list: readonly Value[], order: readonly Value[], strategy: Strategy | undefined): readonly Value[] {
  if (strategy === undefined) return list;
  const nameOf = (item: Value): Value | undefined =>
    strategy === 'set' ? item : isValueMap(item) ? item[strategy.key] : undefined;
  const rankOf = (item: Value) => order.findIndex((name) => sameValue(nameOf(name), nameOf(item)));
  const named = list.filter((item) => rankOf(item) >= 0).sort((a, b) => rankOf(a) - rankOf(b));
  const others = list.filter((item) => rankOf(item) < 0);
  const result: Value[] = [];
  const before = (item: Value) => list.indexOf(item);
  while (named.length > 0 || others.length > 0) {
    const [first, other] = [named[0], others[0]];
    const takesOther = first === undefined || (other !== undefined && before(other) < before(first));
    const next = takesOther ? others.shift() : named.shift();
    if (next !== undefined) result.push(next);
  }
  return result;
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

function fieldOf(type: FieldType | undefined, name: string): ApiField | undefined {
  return type?.kind === 'object' ? type.type.fields.get(name) : undefined;
}

function withoutDirectives(value: ValueMap): ValueMap {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !key.startsWith('$')));
}

function withoutDirectivesIn(list: readonly Value[]): readonly Value[] {
  return list.filter((item) => !(isValueMap(item) && item['$patch'] !== undefined && Object.keys(item).length === 1));
}
