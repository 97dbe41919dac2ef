import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import { metadataFields } from '../crd/resourceType.ts';
import { fieldOfSchema, typeOfValue } from '../crd/schema/fieldTypes.ts';
import type { JsonSchema } from '../crd/schema/schema.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

const known = new WeakMap<JsonSchema, ApiType>();

/**
 * A custom resource's schema as a type for pruning: an object that preserves unknown fields has every field, and an
 * embedded resource accepts any.
 */
export function customType(schema: JsonSchema, kind: string, metadata: ApiType): ApiType {
  return getOrInsertComputed(known, schema, () => {
    const fields = fieldsOf(schema, kind);
    for (const [name, field] of metadataFields(kind, metadata)) fields.set(name, field);
    return { name: kind, fields };
  });
}

const anything: FieldType = { kind: 'scalar', scalar: 'any' };

/** The fields of an object that preserves unknown fields. */
class OpenFields extends Map<string, ApiField> {
  override get(name: string): ApiField {
    return super.get(name) ?? { ...fieldOfSchema('object', name, anything), required: false };
  }
}

function fieldsOf(schema: JsonSchema, owner: string): Map<string, ApiField> {
  const fields = schema.preserveUnknownFields ? new OpenFields() : new Map<string, ApiField>();
  for (const [name, inner] of schema.properties) {
    const field = fieldOfSchema(owner, name, typeOfValue(inner, `${owner}.${name}`, objectType));
    fields.set(name, { ...field, required: schema.required.includes(name) });
  }
  return fields;
}

const types = new WeakMap<JsonSchema, ApiType>();

function objectType(schema: JsonSchema, name: string): FieldType {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object')
    return { kind: 'map', value: typeOfValue(additionalProperties, name, objectType) };
  if (schema.embeddedResource || additionalProperties === true) return anything;
  const type = getOrInsertComputed(types, schema, () => ({ name, fields: fieldsOf(schema, name) }));
  return { kind: 'object', type };
}
