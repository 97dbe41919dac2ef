import type { ApiType, FieldType } from '../catalog/types.ts';
import { decode } from '../decode/decode.ts';
import { decodesAs } from '../decode/scalar.ts';
import { type ListNode, type MapNode, valueFor } from '../manifest/node.ts';
import { type Draft, type DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import { fieldOf, formatPath } from '../text/fieldPath.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { formatSteps, type PathStep } from './draftPath.ts';
import { covers } from './typeCover.ts';

/** The errors of an object against a type, as paths. */
export interface TypeMismatches {
  /** Fields that the type lacks. */
  readonly unknown: readonly string[];
  /** Values that do not decode into the type. */
  readonly undecodable: readonly string[];
  /** Required fields that the object lacks. */
  readonly missing: readonly string[];
}

/** No errors. */
export const noMismatches: TypeMismatches = { unknown: [], undecodable: [], missing: [] };

/**
 * The errors of an object against a type.
 *
 * @param old the type of the object before a conversion: parts that it covers are skipped.
 */
export function typeMismatches(draft: DraftMap, type: ApiType, old?: ApiType): TypeMismatches {
  const walk = new Walk();
  walk.struct(draft, type, old);
  return walk;
}

/**
 * Whether a type has every field of an object: a quick test that avoids decoding most objects. Errors in values do not
 * count.
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
  // Scalars have no fields, and `schema-or` types decode without strictness.
  return true;
}

class Walk implements TypeMismatches {
  readonly unknown: string[] = [];
  readonly undecodable: string[] = [];
  readonly missing: string[] = [];
  /** The path of the current value. */
  readonly #path: PathStep[] = [];

  struct(map: DraftMap, type: ApiType, old: ApiType | undefined): void {
    if (old !== undefined && covers(type, old)) return;
    if (map.untouched && old === undefined) {
      this.#decodeOrigin(map, type);
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

  /** Decodes an unchanged part from its text. */
  #decodeOrigin({ origin }: DraftMap, type: ApiType): void {
    if (origin === undefined) return;
    const prefix = formatSteps(this.#path);
    const full = (path: string) => (prefix === '' || path.startsWith('[') ? `${prefix}${path}` : `${prefix}.${path}`);
    const decoded = decode(origin, type, objectsWithRequired);
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
        if (value.kind !== 'scalar' || !decodesAs(value.value, type.scalar)) this.#addUndecodable();
        return;
      case 'object':
        if (value.kind === 'map') this.struct(value, type.type, old?.kind === 'object' ? old.type : undefined);
        else this.#addUndecodable();
        return;
      case 'schema-or':
        // These types decode themselves, without strictness.
        return;
      case 'list':
        if (value.kind === 'list') {
          const oldItem = old?.kind === 'list' ? old.item : undefined;
          for (const [i, item] of value.items.entries()) this.#member(i, item, type.item, oldItem);
        } else {
          this.#addUndecodable();
        }
        return;
      case 'map':
        if (value.kind === 'map') {
          const oldValue = old?.kind === 'map' ? old.value : undefined;
          for (const { key, value: member } of value.fields()) this.#member(key, member, type.value, oldValue);
        } else {
          this.#addUndecodable();
        }
    }
  }

  #member(step: PathStep, value: Draft, type: FieldType, old: FieldType | undefined): void {
    if (isNullDraft(value)) return;
    this.#path.push(step);
    this.#value(value, type, old);
    this.#path.pop();
  }

  #addUndecodable(): void {
    this.undecodable.push(formatSteps(this.#path));
  }
}

const objectsWithRequired = { field: () => false, object: (type: ApiType) => requiredFields(type).length > 0 };

/** The names of the required fields of a type, computed once. */
function requiredFields(type: ApiType): readonly string[] {
  return getOrInsertComputed(required, type, () =>
    [...type.fields.values()].filter((field) => field.required).map(({ name }) => name),
  );
}

const required = new WeakMap<ApiType, readonly string[]>();
