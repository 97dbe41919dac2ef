import { isNullJson, type Json, movedTo } from './json.ts';
import { type JsonSchema, schemaOfField } from './schema.ts';

// Source: k8s.io/apiextensions-apiserver/pkg/apiserver/schema/defaulting, prunenulls.go and algorithm.go.

/** The value without the nulls that its schema neither allows nor replaces: to the server they are absent. */
export function withoutNulls(value: Json, schema: JsonSchema | undefined): Json {
  if (value.kind === 'list') return { ...value, items: value.items.map((item) => withoutNulls(item, schema?.items)) };
  if (value.kind === 'scalar') return value;
  const entries = new Map<string, Json>();
  for (const [key, json] of value.entries) {
    const inner = schemaOfField(schema, key);
    const isEmptied = json.kind === 'scalar' && json.isEmptied === true;
    if (isNullJson(json) && !isEmptied && inner !== undefined && !inner.nullable && inner.default === undefined)
      continue;
    entries.set(key, withoutNulls(json, inner));
  }
  return { ...value, entries };
}

/** How many characters defaults may still add to an object, each value counted once more. */
export interface DefaultingBudget {
  remaining: number;
}

/** Twice the maximum size of an etcd object (`--max-request-bytes`, 1.5 MiB): larger ones are never stored. */
export function defaultingBudget(): DefaultingBudget {
  return { remaining: 3 * 1024 * 1024 };
}

/**
 * The value with the defaults of its schema, which have the span of the object they are added to. An exhausted budget
 * means that some are missing.
 */
export function withDefaults(value: Json, schema: JsonSchema | undefined, budget = defaultingBudget()): Json {
  if (schema === undefined || value.kind === 'scalar' || budget.remaining <= 0) return value;
  if (value.kind === 'list') {
    const items = value.items.map((item) => withDefaults(orDefault(item, schema.items), schema.items, budget));
    return { ...value, items };
  }
  const entries = new Map(value.entries);
  for (const [name, property] of schema.properties) {
    if (property.default === undefined) continue;
    const present = entries.get(name);
    if (present === undefined) {
      budget.remaining -= name.length + sizeOf(property.default);
      if (budget.remaining <= 0) return value;
      entries.set(name, movedTo(property.default, value.span));
    } else entries.set(name, orDefault(present, property));
  }
  for (const [key, json] of entries) {
    const inner = schemaOfField(schema, key);
    entries.set(key, withDefaults(orDefault(json, inner), inner, budget));
  }
  return { ...value, entries };
}

/** About as many characters as a value has as JSON. */
function sizeOf(value: Json): number {
  if (value.kind === 'scalar') return 1 + String(value.value).length;
  const inner = value.kind === 'list' ? value.items : [...value.entries.values()];
  return inner.reduce((sum, json) => sum + sizeOf(json), 1);
}

/** A null that the schema does not allow is replaced by the default. */
function orDefault(value: Json, schema: JsonSchema | undefined): Json {
  if (schema?.default === undefined || schema.nullable || !isNullJson(value)) return value;
  return movedTo(schema.default, value.span);
}
