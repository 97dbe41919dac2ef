import type { CustomDefinition, CustomVersion } from '../definition.ts';
import type { Json } from '../schema/json.ts';
import type { JsonSchema } from '../schema/schema.ts';
import { areSame } from './values.ts';

/**
 * The storage version's default of a field that another version omits, by field path (`.spec.a[].b`), equal before and
 * after a change; undefined if it differs, or with a conversion webhook.
 *
 * Objects are read with the defaults of their stored version, and then converted (`unstructuredDefaulter` in
 * k8s.io/apiextensions-apiserver pkg/apiserver/customresource_handler.go).
 */
export function storedDefaults(
  before: CustomDefinition,
  after: CustomDefinition,
  version: CustomVersion,
): (field: string) => Json | undefined {
  const [was, is] = [storageOf(before), storageOf(after)];
  const converts = before.conversion !== 'None' || after.conversion !== 'None';
  if (version.storage || converts || was === undefined || is === undefined || was.name !== is.name) {
    return () => undefined;
  }
  let defaults: ReadonlyMap<string, Json> | undefined;
  return (field) => {
    defaults ??= sharedDefaults(was.schema, is.schema);
    return defaults.get(field);
  };
}

function storageOf({ versions }: CustomDefinition): CustomVersion | undefined {
  return versions.find(({ storage }) => storage);
}

function sharedDefaults(before: JsonSchema, after: JsonSchema): ReadonlyMap<string, Json> {
  const was = new Map(defaultsBelow(before, ''));
  return new Map([...defaultsBelow(after, '')].filter(([field, value]) => areSame(was.get(field), value)));
}

function* defaultsBelow(schema: JsonSchema, field: string): Generator<readonly [string, Json]> {
  if (schema.default !== undefined) yield [field, schema.default];
  for (const [name, property] of schema.properties) yield* defaultsBelow(property, `${field}.${name}`);
  if (schema.items !== undefined) yield* defaultsBelow(schema.items, `${field}[]`);
  const rest = schema.additionalProperties;
  if (typeof rest === 'object') yield* defaultsBelow(rest, `${field}[*]`);
}
