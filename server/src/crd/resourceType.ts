import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import { fieldOfSchema, typeOfSchema } from './schema/fieldTypes.ts';
import type { JsonSchema } from './schema/schema.ts';

/** The name of the type of every object's metadata. */
export const objectMeta = 'meta.v1.ObjectMeta';

const string: FieldType = { kind: 'scalar', scalar: 'string' };
const bare = new WeakMap<ApiType, ApiType>();

/** The common type of all resources: what the server decodes into Go types in a custom resource. */
export function anyResource(metadata: ApiType): ApiType {
  return getOrInsertComputed(bare, metadata, () => ({ name: 'object', fields: metadataFields('object', metadata) }));
}

const whole = new WeakMap<JsonSchema, ApiType>();

/** The type of a custom resource: the common fields and those of its schema. */
export function resourceType(schema: JsonSchema, kind: string, metadata: ApiType): ApiType {
  return getOrInsertComputed(whole, schema, () => {
    const fields = new Map([...typeOfSchema(schema, kind).fields, ...metadataFields(kind, metadata)]);
    return { name: kind, fields };
  });
}

/** The common fields of all resources, whatever the schema says. */
export function metadataFields(owner: string, metadata: ApiType): ReadonlyMap<string, ApiField> {
  const types = { apiVersion: string, kind: string, metadata: { kind: 'object', type: metadata } } as const;
  return new Map(Object.entries(types).map(([name, type]) => [name, fieldOfSchema(owner, name, type)]));
}
