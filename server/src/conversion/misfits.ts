import type { FieldType, TypeDefinition } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import { decodesAs } from '../decode/scalar.ts';
import { type Draft, DraftMap, isNullDraft } from '../manifest/draft.ts';
import { valueFor } from '../manifest/node.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import { formatPlace, type PlaceStep } from './draftPath.ts';
import { covers } from './typeCover.ts';

/** What keeps an object from being of a type, by path. */
export interface Misfits {
  readonly unknown: readonly string[];
  readonly undecodable: readonly string[];
  readonly missing: readonly string[];
}

/** Nothing. */
export const noMisfits: Misfits = { unknown: [], undecodable: [], missing: [] };

/**
 * Fields that a type lacks, values that do not decode into it, and required fields that are absent. With `old`, the type
 * that the object had before, only where the new type may mind what the old one did not.
 */
export function misfits(draft: DraftMap, type: TypeDefinition, old?: TypeDefinition): Misfits {
  const walk = new Walk();
  walk.struct(draft, type, old, []);
  return walk;
}

class Walk implements Misfits {
  readonly unknown: string[] = [];
  readonly undecodable: string[] = [];
  readonly missing: string[] = [];

  struct(map: DraftMap, type: TypeDefinition, old: TypeDefinition | undefined, place: readonly PlaceStep[]): void {
    if (old !== undefined && covers(type, old)) return;
    if (map.untouched && old === undefined) {
      this.#asRead(map, type, place);
      return;
    }
    for (const { key, value } of map.fields()) {
      const field = type.fields.get(key);
      const at = [...place, key];
      if (field === undefined) this.unknown.push(formatPlace(at));
      else if (!isNullDraft(value)) this.#value(value, field.type, old?.fields.get(key)?.type, at);
    }
    for (const name of requiredFields(type)) {
      if (map.get(name) === undefined) this.missing.push(formatPlace([...place, name]));
    }
  }

  /** What nobody has touched is decoded as it stands in the text. */
  #asRead({ origin }: DraftMap, type: TypeDefinition, place: readonly PlaceStep[]): void {
    if (origin === undefined) return;
    const before = formatPlace(place);
    const full = (path: string) => (before === '' || path.startsWith('[') ? `${before}${path}` : `${before}.${path}`);
    const decoded = decode(origin, type, demanding);
    this.unknown.push(...decoded.unknown.map(({ path }) => full(formatPath(path))));
    this.undecodable.push(...decoded.errors.map(({ path }) => full(formatPath(path))));
    for (const { type: owner, object, path } of decoded.objects) {
      for (const name of requiredFields(owner)) {
        if (valueFor(object, name) === undefined) this.missing.push(full(formatPath(fieldOf(path, name))));
      }
    }
  }

  #value(value: Draft, type: FieldType, old: FieldType | undefined, place: readonly PlaceStep[]): void {
    switch (type.kind) {
      case 'scalar':
        if (type.scalar === 'any' || type.scalar === 'raw') return;
        if (value.kind !== 'scalar' || !decodesAs(value.value, type.scalar)) this.undecodable.push(formatPlace(place));
        return;
      case 'object':
        if (value instanceof DraftMap)
          this.struct(value, type.type, old?.kind === 'object' ? old.type : undefined, place);
        else this.undecodable.push(formatPlace(place));
        return;
      case 'schema-or':
        // These types decode themselves, without strictness.
        return;
      case 'list':
        if (value.kind === 'list') {
          const before = old?.kind === 'list' ? old.item : undefined;
          for (const [i, item] of value.items.entries()) {
            if (!isNullDraft(item)) this.#value(item, type.item, before, [...place, i]);
          }
        } else {
          this.undecodable.push(formatPlace(place));
        }
        return;
      case 'map':
        if (value instanceof DraftMap) {
          const before = old?.kind === 'map' ? old.value : undefined;
          for (const field of value.fields()) {
            if (!isNullDraft(field.value)) this.#value(field.value, type.value, before, [...place, field.key]);
          }
        } else {
          this.undecodable.push(formatPlace(place));
        }
    }
  }
}

const demanding = { field: () => false, object: (type: TypeDefinition) => requiredFields(type).length > 0 };

/** The names of the fields that a type requires, found out once. */
function requiredFields(type: TypeDefinition): readonly string[] {
  let names = required.get(type);
  if (names === undefined) {
    names = [...type.fields.values()].filter((field) => field.required).map(({ name }) => name);
    required.set(type, names);
  }
  return names;
}

const required = new WeakMap<TypeDefinition, readonly string[]>();
