import type { ApiType, FieldType } from '../catalog/types.ts';
import type { MapEntry } from '../manifest/node.ts';
import { type Draft, type DraftField, DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import { formatSteps, type PathStep } from './draftPath.ts';
import { type Remark, remark } from './remarks.ts';

/**
 * Removes the fields that a type lacks from a draft, and reports them. `status` is not reported: a server drops it on
 * create.
 *
 * @param unknownEntries the fields that the old type lacks as well, such as misspelt ones; they stay.
 */
export function dropUnknown(
  root: DraftMap,
  type: ApiType,
  unknownEntries: Pick<UnknownEntries, 'has'>,
  message: string,
): readonly Remark[] {
  const lost: Remark[] = [];
  eachField(root, type, (isKnown, field, path, owner) => {
    if (isKnown) return;
    if (field.entry !== undefined && unknownEntries.has(field.entry)) return;
    owner.take(field.key);
    if (path[0] !== 'status' && !isNullDraft(field.value)) lost.push(remark(path, message));
  });
  return lost;
}

/** The entries of a manifest that its type lacks, with their paths. */
export type UnknownEntries = ReadonlyMap<MapEntry, string>;

/** The entries of a manifest that a type lacks; none if the type is unknown. */
export function unknownEntriesOf(root: DraftMap, type: ApiType | undefined): UnknownEntries {
  const unknown = new Map<MapEntry, string>();
  if (type === undefined) return unknown;
  eachField(root, type, (isKnown, field, path) => {
    if (!isKnown && field.entry !== undefined) unknown.set(field.entry, formatSteps(path));
  });
  return unknown;
}

/**
 * Classifies entries that the old type lacks, in a converted draft: those that the new type has, by their old paths,
 * and those that it lacks as well, by their new paths.
 */
export function classifyUnknown(
  unknownEntries: UnknownEntries,
  draft: DraftMap,
  type: ApiType,
): { readonly nowKnown: readonly string[]; readonly stillUnknown: ReadonlySet<string> } {
  const nowKnown = new Set<string>();
  const stillUnknown = new Set<string>();
  eachField(draft, type, (isKnown, field, path) => {
    const oldPath = field.entry === undefined ? undefined : unknownEntries.get(field.entry);
    if (oldPath === undefined) return;
    if (isKnown) nowKnown.add(oldPath);
    else stillUnknown.add(formatSteps(path));
  });
  return { nowKnown: [...nowKnown], stillUnknown };
}

type Visit = (isKnown: boolean, field: DraftField, path: readonly PathStep[], owner: DraftMap) => void;

function eachField(root: DraftMap, type: ApiType, visit: Visit): void {
  inStruct(root, type, []);

  function inStruct(map: DraftMap, apiType: ApiType, path: readonly PathStep[]): void {
    for (const field of [...map.fields()]) {
      const known = apiType.fields.get(field.key);
      const fieldPath = [...path, field.key];
      visit(known !== undefined, field, fieldPath, map);
      if (known !== undefined) inValue(field.value, known.type, fieldPath);
    }
  }

  function inValue(value: Draft, type: FieldType, path: readonly PathStep[]): void {
    switch (type.kind) {
      case 'scalar':
        return;
      case 'object':
        if (value instanceof DraftMap) inStruct(value, type.type, path);
        return;
      case 'schema-or':
        if (value instanceof DraftMap) inStruct(value, type.schema, path);
        else if (value.kind === 'list' && type.or === 'schemas')
          inItems(value.items, { kind: 'object', type: type.schema }, path);
        return;
      case 'list':
        if (value.kind === 'list') inItems(value.items, type.item, path);
        return;
      case 'map':
        if (value instanceof DraftMap) {
          for (const field of value.fields()) inValue(field.value, type.value, [...path, field.key]);
        }
    }
  }

  function inItems(items: readonly Draft[], type: FieldType, path: readonly PathStep[]): void {
    for (const [i, item] of items.entries()) inValue(item, type, [...path, i]);
  }
}
