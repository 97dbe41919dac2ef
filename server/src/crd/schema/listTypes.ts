import { entryOf, type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';
import { type SchemaError, SchemaErrors } from './error.ts';
import { isNullJson, type Json, type JsonList, type JsonMap, jsonText } from './json.ts';
import type { JsonSchema } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/listtype/validation.go.

/** The errors of `x-kubernetes-list-type: set` and `map`: equal items, and items with equal keys. */
export function validateListTypes(schema: JsonSchema, object: JsonMap): readonly SchemaError[] {
  const errors = new SchemaErrors();
  walkMap(schema, object, undefined, errors);
  return errors.errors;
}

function walkMap(schema: JsonSchema, map: JsonMap, path: FieldPath, errors: SchemaErrors): void {
  const { properties, additionalProperties } = schema;
  for (const [key, value] of map.entries) {
    const jsonSchema = properties.get(key);
    if (jsonSchema !== undefined) walk(jsonSchema, value, fieldOf(path, key), errors);
    if (typeof additionalProperties === 'object') walk(additionalProperties, value, entryOf(path, key), errors);
  }
}

function walk(schema: JsonSchema, value: Json, path: FieldPath, errors: SchemaErrors): void {
  if (value.kind === 'map') walkMap(schema, value, path, errors);
  if (value.kind !== 'list') return;
  if (schema.listType === 'set') validateSet(value.items, value.items, path, errors);
  if (schema.listType === 'map') validateMap(schema, value, path, errors);
  const { items } = schema;
  if (items === undefined) return;
  value.items.forEach((item, index) => {
    walk(items, item, itemOf(path, index), errors);
  });
}

/**
 * Reports each duplicate identity once, at its second occurrence.
 *
 * @param identities one per item, which must be unique; undefined for an item without a key.
 */
function validateSet(
  identities: readonly (Json | undefined)[],
  items: readonly Json[],
  path: FieldPath,
  errors: SchemaErrors,
): void {
  const seen = new Map<string, number>();
  identities.forEach((identity, index) => {
    const text = identity === undefined ? '' : jsonText(identity);
    const times = seen.get(text) ?? 0;
    seen.set(text, times + 1);
    const item = items[index];
    if (times !== 1 || item === undefined) return;
    errors.duplicate(itemOf(path, index), identity ?? emptyMap(item), item.span);
  });
}

function validateMap({ listMapKeys }: JsonSchema, list: JsonList, path: FieldPath, errors: SchemaErrors): void {
  const wrong = list.items.findIndex((item) => item.kind !== 'map' && !isNullJson(item));
  const item = list.items[wrong];
  if (item !== undefined) {
    errors.refused(itemOf(path, wrong), item, 'must be an object for an array of list-type map');
    return;
  }
  validateSet(
    list.items.map((json) => identityOf(json, listMapKeys)),
    list.items,
    path,
    errors,
  );
}

/** The key values of an item. With a single key, an item without it has no identity. */
function identityOf(item: Json, keys: readonly string[]): Json | undefined {
  const entries = new Map<string, Json>();
  for (const key of keys) {
    const value = item.kind === 'map' ? item.entries.get(key) : undefined;
    if (value !== undefined) entries.set(key, value);
  }
  return keys.length === 1 && entries.size === 0 ? undefined : { kind: 'map', entries, span: item.span };
}

function emptyMap({ span }: Json): Json {
  return { kind: 'map', entries: new Map(), span };
}
