import type { ServedResource } from '../../catalog/surface.ts';
import type { MergeShape } from '../../checks/policies/shape.ts';
import { isValueList, isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import { difference, type FieldSet, fromFieldsV1, isEmptySet, noFields, toFieldsV1, union } from './fieldSet.ts';
import { comparedFields, ownable, withoutManagers } from './typedFields.ts';

/** Who writes, and as what. */
export interface Manager {
  readonly name: string;
  readonly operation: 'Apply' | 'Update';
  readonly apiVersion: string;
  /** '' for the object itself. */
  readonly subresource: string;
}

/** What decides which fields can have managers. */
export interface ManagedType {
  readonly served: ServedResource;
  readonly shape: MergeShape;
}

/** An entry of `managedFields`. */
export interface ManagedEntry extends Manager {
  readonly time: string;
  readonly fields: FieldSet;
}

/** The managers of an object; none for one that no server wrote. */
export function managersOf({ metadata }: ValueMap): readonly ManagedEntry[] {
  const entries = isValueMap(metadata) ? metadata['managedFields'] : undefined;
  if (!isValueList(entries)) return [];
  return entries.filter(isValueMap).map((entry) => ({
    name: textOf(entry['manager']),
    operation: entry['operation'] === 'Apply' ? 'Apply' : 'Update',
    apiVersion: textOf(entry['apiVersion']),
    subresource: textOf(entry['subresource']),
    time: textOf(entry['time']),
    fields: fromFieldsV1(entry['fieldsV1']),
  }));
}

function textOf(value: Value | undefined): string {
  return typeof value === 'string' ? value : '';
}

/**
 * An object with its managers; those without fields are left out. Applies come first, then the oldest
 * (k8s.io/apimachinery pkg/util/managedfields/internal/managedfields.go, sortEncodedManagedFields).
 */
export function withManagers(object: ValueMap, entries: readonly ManagedEntry[]): ValueMap {
  const bare = withoutManagers(object);
  const { metadata } = bare;
  const kept = entries.filter(({ fields }) => !isEmptySet(fields));
  if (kept.length === 0) return bare;
  const rank = ({ operation, time, name, apiVersion }: ManagedEntry) => [operation, time, name, apiVersion].join('\n');
  const managedFields = [...kept]
    .sort((a, b) => (rank(a) < rank(b) ? -1 : 1))
    .map(
      ({ name, operation, apiVersion, time, fields, subresource }): ValueMap => ({
        manager: name,
        operation,
        apiVersion,
        time,
        fieldsType: 'FieldsV1',
        fieldsV1: toFieldsV1(fields),
        ...(subresource === '' ? {} : { subresource }),
      }),
    );
  return { ...bare, metadata: { ...(isValueMap(metadata) ? metadata : {}), managedFields } };
}

/** Whether two managers share an entry. */
export function isSameManager(a: Manager, b: Manager): boolean {
  return (
    a.name === b.name && a.operation === b.operation && a.apiVersion === b.apiVersion && a.subresource === b.subresource
  );
}

/**
 * The managers after a write other than an apply: the writer owns what it changed, and others lose it. Source:
 * sigs.k8s.io/structured-merge-diff merge/update.go, Updater.Update.
 *
 * @param old for a create the object without values, as the server writes it.
 */
export function managersAfterUpdate(
  old: ValueMap,
  now: ValueMap,
  type: ManagedType,
  writer: Manager,
  time: string,
): readonly ManagedEntry[] {
  const { shape, served } = type;
  const compared = comparedFields(withoutManagers(old), withoutManagers(now), shape);
  const changed = ownable(compared.changed, writer.subresource, served);
  const removed = ownable(compared.removed, writer.subresource, served);
  const entries = managersOf(old);
  const own = entries.find((entry) => isSameManager(entry, writer));
  const lost = union(changed, removed);
  const others = entries
    .filter((entry) => entry !== own)
    .map((entry) => ({ ...entry, fields: difference(entry.fields, lost) }));
  if (isEmptySet(lost)) return entries;
  const fields = difference(union(own?.fields ?? noFields, changed), removed);
  return [...others, { ...writer, time, fields }];
}
