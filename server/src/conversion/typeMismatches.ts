import type { ApiType, FieldType } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import { decodesAs } from '../decode/scalar.ts';
import { type ListNode, type MapNode, valueFor } from '../manifest/node.ts';
import { type Draft, type DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { formatSteps, type PathStep } from './draftPath.ts';
import { covers } from './typeCover.ts';

/** The errors of an object against a type, by path. */
export interface TypeMismatches {
  readonly unknown: readonly string[];
  readonly undecodable: readonly string[];
  readonly missing: readonly string[];
}

/** No errors. */
export const noMismatches: TypeMismatches = { unknown: [], undecodable: [], missing: [] };

/**
 * Fields that a type lacks, values that do not decode into it, and missing required fields. With `old`, the previous
 * type of the object, only errors that the new type may have and the old one did not.
 */
export function typeMismatches(draft: DraftMap, type: ApiType, old?: ApiType): TypeMismatches {
  const walk = new Walk();
  walk.struct(draft, type, old);
  return walk;
}

/**
 * Whether a type has every field of an object that was read: a quick test that avoids decoding most objects. May be
 * false for objects without errors.
 */
export function knowsAllFields({ entries }: MapNode, type: ApiType): boolean {
  for (const { key, value } of entries) {
    const field = type.fields.get(key);
    if (field === undefined || (value.kind !== 'scalar' && !knowsAllInside(value, field.type))) return false;
  }
  return true;
}

function knowsAllInside(value: ListNode | MapNode, type: FieldType): boolean {
  if (type.kind === 'object') return value.kind !== 'map' || knowsAllFields(value, type.type);
  if (type.kind === 'list' && value.kind === 'list') {
    return value.items.every((item) => item.kind === 'scalar' || knowsAllInside(item, type.item));
  }
  if (type.kind === 'map' && value.kind === 'map') {
    return value.entries.every((entry) => entry.value.kind === 'scalar' || knowsAllInside(entry.value, type.value));
  }
  // Leaves have no fields, and a schema with an alternative decodes without strictness.
  return true;
}

class Walk implements TypeMismatches {
  readonly unknown: string[] = [];
  readonly undecodable: string[] = [];
  readonly missing: string[] = [];
  /** Where the walk is. */
  readonly #path: PathStep[] = [];

  struct(map: DraftMap, type: ApiType, old: ApiType | undefined): void {
    if (old !== undefined && covers(type, old)) return;
    if (map.untouched && old === undefined) {
      this.#asRead(map, type);
      return;
    }
    for (const { key, value } of map.fields()) {
      const field = type.fields.get(key);
      this.#path.push(key);
      if (field === undefined) this.unknown.push(formatSteps(this.#path));
      else if (!isNullDraft(value)) this.#value(value, field.type, old?.fields.get(key)?.type);
      this.#path.pop();
    }
    for (const name of requiredFields(type)) {
      if (map.get(name) === undefined) this.missing.push(formatSteps([...this.#path, name]));
    }
  }

  /** Untouched parts are decoded from the text. */
  #asRead({ origin }: DraftMap, type: ApiType): void {
    if (origin === undefined) return;
    const before = formatSteps(this.#path);
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

  #value(value: Draft, type: FieldType, old: FieldType | undefined): void {
    switch (type.kind) {
      case 'scalar':
        if (type.scalar === 'any' || type.scalar === 'raw') return;
        if (value.kind !== 'scalar' || !decodesAs(value.value, type.scalar)) this.#misfit();
        return;
      case 'object':
        if (value.kind === 'map') this.struct(value, type.type, old?.kind === 'object' ? old.type : undefined);
        else this.#misfit();
        return;
      case 'schema-or':
        // These types decode themselves, without strictness.
        return;
      case 'list':
        if (value.kind === 'list') {
          const before = old?.kind === 'list' ? old.item : undefined;
          for (const [i, item] of value.items.entries()) this.#member(i, item, type.item, before);
        } else {
          this.#misfit();
        }
        return;
      case 'map':
        if (value.kind === 'map') {
          const before = old?.kind === 'map' ? old.value : undefined;
          for (const { key, value: member } of value.fields()) this.#member(key, member, type.value, before);
        } else {
          this.#misfit();
        }
    }
  }

  #member(step: PathStep, value: Draft, type: FieldType, old: FieldType | undefined): void {
    if (isNullDraft(value)) return;
    this.#path.push(step);
    this.#value(value, type, old);
    this.#path.pop();
  }

  #misfit(): void {
    this.undecodable.push(formatSteps(this.#path));
  }
}

const demanding = { field: () => false, object: (type: ApiType) => requiredFields(type).length > 0 };

/** The names of the required fields of a type, computed once. */
function requiredFields(type: ApiType): readonly string[] {
  return getOrInsertComputed(required, type, () =>
    [...type.fields.values()].filter((field) => field.required).map(({ name }) => name),
  );
}

const required = new WeakMap<ApiType, readonly string[]>();
