import { isNullJson, type Json, movedTo } from './json.ts';
import { type JsonSchema, schemaOfField } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, prunenulls.go and algorithm.go.

/** The value without the nulls that its schema neither allows nor replaces: to the server they are absent. */
export function withoutNulls(value: Json, schema: JsonSchema | undefined): Json {
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => withoutNulls(item, schema?.items)) };
  if (value.kind === 'scalar') return value;
  const entries = new Map<string, Json>();
  for (const [key, each] of value.entries) {
    const inner = schemaOfField(schema, key);
    if (isNullJson(each) && inner !== undefined && !inner.nullable && inner.default === undefined) continue;
    entries.set(key, withoutNulls(each, inner));
  }
  return { ...value, entries };
}

/** The value with the defaults of its schema, which stand in the text where the object stands that lacks them. */
export function withDefaults(value: Json, schema: JsonSchema | undefined): Json {
  if (schema === undefined || value.kind === 'scalar') return value;
  if (value.kind === 'list') {
    const items = value.items.map((item) => withDefaults(orDefault(item, schema.items), schema.items));
    return { ...value, items };
  }
  const entries = new Map(value.entries);
  for (const [name, property] of schema.properties) {
    if (property.default === undefined) continue;
    const present = entries.get(name);
    if (present === undefined) entries.set(name, movedTo(property.default, value.place));
    else entries.set(name, orDefault(present, property));
  }
  for (const [key, each] of entries) {
    const inner = schemaOfField(schema, key);
    entries.set(key, withDefaults(orDefault(each, inner), inner));
  }
  return { ...value, entries };
}

/** A null that the schema does not allow gives way to the default. */
function orDefault(value: Json, schema: JsonSchema | undefined): Json {
  if (schema?.default === undefined || schema.nullable || !isNullJson(value)) return value;
  return movedTo(schema.default, value.place);
}
