import table from '../../data/authored/served-resources.json' with { type: 'json' };
import type { ApiField, FieldType } from '../catalog/types.ts';

const replacedLists: ReadonlySet<string> = new Set(table.strategicMerge.replaced);
const mergedLists: ReadonlyMap<string, string> = new Map(Object.entries(table.strategicMerge.merged));
const retained: ReadonlySet<string> = new Set(table.strategicMerge.retained);

/** How a list is merged: as a set, or by the key of its items. */
export type Strategy = 'set' | { readonly key: string };

/**
 * How strategic merge patches merge a list; undefined if they replace it. It follows from the list type (`+patchStrategy`,
 * `+patchMergeKey`), except for those in `served-resources.json`.
 */
export function strategyOf(field: ApiField | undefined): Strategy | undefined {
  if (field === undefined) return undefined;
  const name = nameOf(field);
  if (replacedLists.has(name)) return undefined;
  const key = field.listType === 'map' ? field.listMapKeys[0] : mergedLists.get(name);
  if (key !== undefined) return { key };
  return field.listType === 'set' ? 'set' : undefined;
}

/** Whether clients name the keys that an object, or each item of a list, keeps (`patchStrategy: retainKeys`). */
export function retainsKeys(field: ApiField | undefined): boolean {
  return field !== undefined && retained.has(nameOf(field));
}

/** The field of an object's type. */
export function fieldIn(type: FieldType | undefined, name: string): ApiField | undefined {
  return type?.kind === 'object' ? type.type.fields.get(name) : undefined;
}

/** The type of a member of an object or a map. */
export function memberType(type: FieldType | undefined, name: string): FieldType | undefined {
  return fieldIn(type, name)?.type ?? (type?.kind === 'map' ? type.value : undefined);
}

function nameOf({ owner, name }: ApiField): string {
  return `${owner}.${name}`;
}
