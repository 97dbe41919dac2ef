import { type Draft, DraftMap, listDraft, mapDraft, scalarDraft } from '../manifest/reconcile/draft.ts';
import { isValueList, isValueMap, type Value } from './value.ts';

/** A draft that is all new. */
export function draftFrom(value: Value): Draft {
  if (isValueList(value)) return listDraft(value.map(draftFrom));
  if (!isValueMap(value)) return scalarDraft(value);
  return mapDraft(Object.fromEntries(Object.entries(value).map(([key, one]) => [key, draftFrom(one)])));
}

/** The plain data of a draft; fields that are `null` are absent. */
export function dataOf(draft: Draft): Value {
  if (draft instanceof DraftMap) {
    const fields: [string, Value][] = [];
    for (const { key, value } of draft.fields()) {
      const plain = dataOf(value);
      if (plain !== null) fields.push([key, plain]);
    }
    return Object.fromEntries(fields);
  }
  return draft.kind === 'list' ? draft.items.map(dataOf) : draft.value;
}

/** Whether nothing is in a value: `{}`, `[]`, `''`, and objects that hold only such. */
export function isEmptyDraft(draft: Draft): boolean {
  if (draft instanceof DraftMap) return [...draft.fields()].every(({ value }) => isEmptyDraft(value));
  return draft.kind === 'list' ? draft.items.length === 0 : draft.value === null || draft.value === '';
}
