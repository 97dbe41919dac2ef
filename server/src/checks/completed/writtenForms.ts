import table from '../../../data/authored/written-forms.json' with { type: 'json' };
import type { ApiType, FieldType, ScalarType } from '../../catalog/types.ts';
import type { MapEntry, MapNode, Node, ScalarValue } from '../../manifest/node.ts';
import { type Draft, DraftMap, isNullDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';

// Source: encoding/json, for the Go types of the API: `omitempty` leaves out zeros, but neither pointers to zeros nor structs.

type Fields = Readonly<Record<string, readonly string[]>>;

const { structs, always, pointers }: { readonly structs: Fields; readonly always: Fields; readonly pointers: Fields } =
  table;

function has(fields: Fields, { name }: ApiType, field: string): boolean {
  return fields[name]?.includes(field) === true;
}

/**
 * An object without the fields that Go's decoder does not distinguish from absent ones: nulls, and zeros that are not
 * pointers. Defaults apply to them. The rest are the same nodes.
 */
export function withoutUnset(root: MapNode, type: ApiType): MapNode {
  const entries = root.entries.flatMap((entry): MapEntry[] => {
    const fieldType = type.fields.get(entry.key)?.type;
    if (fieldType === undefined) return [entry];
    const { value } = entry;
    if (value.kind === 'scalar') return isUnset(type, entry.key, fieldType, value.value) ? [] : [entry];
    const inside = inValue(value, fieldType);
    return [inside === value ? entry : { ...entry, value: inside }];
  });
  const isSame =
    entries.length === root.entries.length && entries.every((entry, index) => entry === root.entries[index]);
  return isSame ? root : { ...root, entries };
}

function inValue(node: Node, type: FieldType): Node {
  if (node.kind === 'map' && type.kind === 'object') return withoutUnset(node, type.type);
  if (node.kind === 'map' && type.kind === 'map') {
    const entries = node.entries.map((entry) => {
      const value = inValue(entry.value, type.value);
      return value === entry.value ? entry : { ...entry, value };
    });
    return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
  }
  if (node.kind !== 'list' || type.kind !== 'list') return node;
  const items = node.items.map((item) => inValue(item, type.item));
  return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
}

function isUnset(owner: ApiType, field: string, type: FieldType, value: ScalarValue): boolean {
  if (value === null) return true;
  return type.kind === 'scalar' && !has(pointers, owner, field) && isZero(value, type.scalar);
}

function isZero(value: ScalarValue, scalar: ScalarType): boolean {
  switch (scalar) {
    case 'int-or-string':
      return value === 0 || value === '';
    case 'quantity':
    case 'duration':
    case 'date-time':
    case 'micro-time':
    case 'raw':
    case 'any':
      return false;
    default:
      return value === false || value === 0 || value === '';
  }
}

/** The fields of a type that the server always writes, because they are structs. */
export function writtenStructs({ name }: ApiType): readonly string[] {
  return structs[name] ?? [];
}

/** Writes a draft of an object as the server's encoder does: without zeros, and with what it always writes. */
export function writeForms(draft: DraftMap, type: ApiType): void {
  writeStruct(draft, type, new Set(['status']));
}

function writeStruct(draft: DraftMap, type: ApiType, except: ReadonlySet<string> = new Set()): void {
  for (const { key, value } of [...draft.fields()]) {
    const fieldType = type.fields.get(key)?.type;
    if (fieldType === undefined || except.has(key)) continue;
    if (isLeftOut(type, key, fieldType, value)) draft.take(key);
    else writeValue(value, fieldType);
  }
  for (const key of structs[type.name] ?? []) {
    const fieldType = type.fields.get(key)?.type;
    if (fieldType?.kind !== 'object' || except.has(key) || draft.get(key) !== undefined) continue;
    const struct = new DraftMap();
    writeStruct(struct, fieldType.type);
    draft.set(key, struct, { after: lastKey(draft) });
  }
  for (const key of always[type.name] ?? []) {
    const fieldType = type.fields.get(key)?.type;
    if (fieldType === undefined || except.has(key) || [...draft.fields()].some((field) => field.key === key)) continue;
    draft.set(key, scalarDraft(has(pointers, type, key) ? null : zeroOf(fieldType)), { after: lastKey(draft) });
  }
}

function lastKey(draft: DraftMap): string | undefined {
  return [...draft.fields()].at(-1)?.key;
}

function isLeftOut(owner: ApiType, field: string, type: FieldType, value: Draft): boolean {
  if (isNullDraft(value)) return true;
  if (value.kind === 'scalar') {
    return isUnset(owner, field, type, value.value) && !has(always, owner, field);
  }
  if (type.kind === 'object' || type.kind === 'schema-or') return false;
  // An empty list is stored as one that is not there.
  return type.kind !== 'scalar' && (value.kind === 'map' ? value.size : value.items.length) === 0;
}

function writeValue(draft: Draft, type: FieldType): void {
  if (draft.kind === 'map' && type.kind === 'object') writeStruct(draft, type.type);
  else if (draft.kind === 'map' && type.kind === 'schema-or') writeStruct(draft, type.schema);
  else if (draft.kind === 'list' && type.kind === 'list') for (const item of draft.items) writeValue(item, type.item);
  else if (draft.kind === 'map' && type.kind === 'map') {
    for (const { key, value } of [...draft.fields()]) {
      if (isNullDraft(value) && type.value.kind === 'scalar') draft.set(key, scalarDraft(zeroOf(type.value)));
      else writeValue(value, type.value);
    }
  }
}

/** What the encoder writes for a field without a value. */
function zeroOf(type: FieldType): ScalarValue {
  if (type.kind !== 'scalar') return null;
  switch (type.scalar) {
    case 'string':
      return '';
    case 'bytes':
      return '';
    case 'boolean':
      return false;
    case 'int32':
    case 'int64':
    case 'double':
    case 'int-or-string':
      return 0;
    case 'quantity':
      return '0';
    case 'duration':
      return '0s';
    default:
      return null;
  }
}
