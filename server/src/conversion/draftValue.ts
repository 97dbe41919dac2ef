import type { Node } from '../manifest/node.ts';
import { type Draft, DraftMap, listDraft, scalarDraft } from '../manifest/reconcile/draft.ts';
import { isValueList, isValueMap, type Value } from './value.ts';

/** A new draft of a value. */
export function draftFrom(value: Value): Draft {
  if (isValueList(value)) return listDraft(value.map(draftFrom));
  if (!isValueMap(value)) return scalarDraft(value);
  const map = new DraftMap();
  for (const [key, member] of Object.entries(value)) map.set(key, draftFrom(member));
  return map;
}

/** The plain data of a draft, without fields that are null. */
export function dataOf(draft: Draft): Value {
  if (draft.kind !== 'scalar' && draft.untouched && draft.origin !== undefined) return dataOfNode(draft.origin);
  if (draft.kind === 'map') {
    const fields: [string, Value][] = [];
    for (const { key, value } of draft.fields()) {
      const plain = dataOf(value);
      if (plain !== null) fields.push([key, plain]);
    }
    return Object.fromEntries(fields);
  }
  return draft.kind === 'list' ? draft.items.map(dataOf) : draft.value;
}

function dataOfNode(node: Node): Value {
  if (node.kind === 'scalar') return node.value;
  if (node.kind === 'list') return node.items.map(dataOfNode);
  const fields = new Map<string, Value>();
  for (const { key, value } of node.entries) fields.set(key, dataOfNode(value));
  for (const [key, value] of fields) if (value === null) fields.delete(key);
  return Object.fromEntries(fields);
}

/** Whether a value is empty: `{}`, `[]`, `''`, null, or an object with only such values. */
export function isEmptyDraft(draft: Draft): boolean {
  if (draft.kind !== 'scalar' && draft.untouched && draft.origin !== undefined) return isEmptyNode(draft.origin);
  if (draft.kind === 'map') {
    for (const { value } of draft.fields()) if (!isEmptyDraft(value)) return false;
    return true;
  }
  return draft.kind === 'list' ? draft.items.length === 0 : draft.value === null || draft.value === '';
}

function isEmptyNode(node: Node): boolean {
  if (node.kind === 'map') return node.entries.every(({ value }) => isEmptyNode(value));
  return node.kind === 'list' ? node.items.length === 0 : node.value === null || node.value === '';
}
