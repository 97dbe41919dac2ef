import { escapeName } from '../../../cel/escape.ts';
import type { Json } from '../../schema/json.ts';
import { metaFields } from '../../schema/prune.ts';
import type { JsonSchema } from '../../schema/schema.ts';
import { valueKey } from './formula.ts';

/** What is known about the values of a name in rules: their schemas, before and now. */
export interface Scope {
  readonly before: JsonSchema | undefined;
  readonly after: JsonSchema | undefined;
  /** It has metadata, whatever its schema says. */
  readonly isResource: boolean;
}

/** The possible values of a field that was valid before. */
export interface PossibleValues {
  readonly absent: boolean;
  readonly present: boolean;
  /** The possible values; undefined if unlimited. */
  readonly values: ReadonlySet<string> | undefined;
}

/** Nothing known. */
export const anyValue: Scope = { before: undefined, after: undefined, isResource: false };

const anything: PossibleValues = { absent: true, present: true, values: undefined };

/** The possible values of a field below a scope; an empty list of names is the value itself. */
export function possibleValuesAt(scope: Scope, names: readonly string[]): PossibleValues {
  const name = names.at(-1);
  if (name === undefined) return { absent: false, present: true, values: valuesOf(scope) };
  const parent = scopeAt(scope, names.slice(0, -1));
  if (parent.before === undefined || (parent.isResource && metaFields.has(name))) return anything;
  const { before, after } = childOf(parent, name);
  if (before === undefined) {
    if (keepsUnknown(parent.before)) return anything;
    const filled = after?.default;
    // The server prunes fields that the old schema lacked, and fills in new defaults.
    if (filled === undefined) return { absent: true, present: false, values: undefined };
    return { absent: false, present: true, values: only(filled) };
  }
  const isRequired =
    parent.before.required.some((candidate) => escapeName(candidate) === name) && before.default === undefined;
  return {
    absent: !isRequired && after?.default === undefined,
    present: true,
    values: valuesOf({ before, after, isResource: false }),
  };
}

/** The scope of a field below a scope. */
export function scopeAt(scope: Scope, names: readonly string[]): Scope {
  return names.reduce((parent, name) => childOf(parent, name), scope);
}

/** The scope of the items of a list. */
export function itemsOf({ before, after }: Scope): Scope {
  const isResource = before?.items?.embeddedResource === true;
  return { before: before?.items, after: after?.items, isResource };
}

function childOf(parent: Scope, name: string): Scope {
  if (parent.isResource && metaFields.has(name)) return anyValue;
  const before = property(parent.before, name);
  return { before, after: property(parent.after, name), isResource: before?.embeddedResource === true };
}

/** Rules escape some names. */
function property(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const jsonSchema = schema?.properties.get(name);
  if (jsonSchema !== undefined || schema === undefined || !name.includes('__')) return jsonSchema;
  for (const [each, found] of schema.properties) if (escapeName(each) === name) return found;
  return undefined;
}

function keepsUnknown({ preserveUnknownFields, additionalProperties }: JsonSchema): boolean {
  return preserveUnknownFields || additionalProperties !== undefined;
}

function valuesOf({ before, after }: Scope): ReadonlySet<string> | undefined {
  if (before === undefined || before.nullable) return undefined;
  const values = new Set<string>();
  if (before.type === 'boolean') for (const value of [true, false]) values.add(valueKey(value));
  for (const value of [...before.enum, ...(after?.default === undefined ? [] : [after.default])]) {
    const key = scalarKey(value);
    if (key === undefined) return undefined;
    values.add(key);
  }
  return before.enum.length > 0 || before.type === 'boolean' ? values : undefined;
}

function only(value: Json): ReadonlySet<string> | undefined {
  const key = scalarKey(value);
  return key === undefined ? undefined : new Set([key]);
}

function scalarKey(value: Json): string | undefined {
  return value.kind === 'scalar' && value.value !== null ? valueKey(value.value) : undefined;
}
