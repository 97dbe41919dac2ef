import type { FieldType, TypeDefinition } from '../catalog/types.ts';
import type { MapEntry } from '../manifest/node.ts';
import { type Draft, type DraftField, DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import type { PlaceStep } from './draftPath.ts';
import { type Remark, remark } from './remarks.ts';

/**
 * Takes out of a draft what a type has no field for and says so. What the text had before without its own type knowing
 * it (`strangers`) stays: a misspelt field is no loss. `status` is not counted, a server does not take it on create.
 */
export function dropUnknown(
  root: DraftMap,
  type: TypeDefinition,
  strangers: ReadonlySet<MapEntry>,
  says: string,
): readonly Remark[] {
  const lost: Remark[] = [];
  eachUnknown(root, type, (owner, field, place) => {
    if (field.entry !== undefined && strangers.has(field.entry)) return;
    owner.take(field.key);
    if (place[0] !== 'status' && !isNullDraft(field.value)) lost.push(remark(place, says));
  });
  return lost;
}

/** The fields of a text that the type it is written for does not know. */
export function strangersIn(root: DraftMap, type: TypeDefinition | undefined): ReadonlySet<MapEntry> {
  const found = new Set<MapEntry>();
  if (type === undefined) return found;
  eachUnknown(root, type, (_, field) => {
    if (field.entry !== undefined) found.add(field.entry);
  });
  return found;
}

type Visit = (owner: DraftMap, field: DraftField, place: readonly PlaceStep[]) => void;

function eachUnknown(root: DraftMap, type: TypeDefinition, visit: Visit): void {
  inStruct(root, type, []);

  function inStruct(map: DraftMap, definition: TypeDefinition, place: readonly PlaceStep[]): void {
    for (const field of [...map.fields()]) {
      const known = definition.fields.get(field.key);
      const at = [...place, field.key];
      if (known === undefined) visit(map, field, at);
      else inValue(field.value, known.type, at);
    }
  }

  function inValue(value: Draft, type: FieldType, place: readonly PlaceStep[]): void {
    switch (type.kind) {
      case 'scalar':
        return;
      case 'object':
        if (value instanceof DraftMap) inStruct(value, type.type, place);
        return;
      case 'schema-or':
        if (value instanceof DraftMap) inStruct(value, type.schema, place);
        else if (value.kind === 'list' && type.or === 'schemas')
          inItems(value.items, { kind: 'object', type: type.schema }, place);
        return;
      case 'list':
        if (value.kind === 'list') inItems(value.items, type.item, place);
        return;
      case 'map':
        if (value instanceof DraftMap) {
          for (const field of value.fields()) inValue(field.value, type.value, [...place, field.key]);
        }
    }
  }

  function inItems(items: readonly Draft[], type: FieldType, place: readonly PlaceStep[]): void {
    for (const [i, item] of items.entries()) inValue(item, type, [...place, i]);
  }
}
