import { isValueMap, type Value, type ValueMap } from '../../conversion/value.ts';
import type { Json } from '../../crd/schema/json.ts';
import type { JsonSchema } from '../../crd/schema/schema.ts';
import type { GroupVersionKind } from '../../targets/groupVersion.ts';

/**
 * The published schema of a custom resource. Source: k8s.io/apiextensions-apiserver
 * pkg/controller/openapi/builder/builder.go.
 *
 * @param names the fields of every object, whose schemas the server writes itself.
 * @param common their schemas.
 */
export function customSchema(
  schema: JsonSchema,
  { group, version, kind }: GroupVersionKind,
  names: readonly string[],
  common: ValueMap,
): ValueMap {
  const written = schemaValue(schema);
  const { properties } = written;
  const own = isValueMap(properties) ? Object.entries(properties).filter(([name]) => !names.includes(name)) : [];
  const text: Value = { type: 'string' };
  return {
    ...written,
    type: 'object',
    properties: { apiVersion: text, kind: text, ...common, ...Object.fromEntries(own) },
    'x-kubernetes-group-version-kind': [{ group, kind, version }],
  };
}

function schemaValue(schema: JsonSchema): ValueMap {
  const { properties, additionalProperties, items, enum: values } = schema;
  const fields: Readonly<Record<string, Value | undefined>> = {
    description: schema.description || undefined,
    type: schema.type || undefined,
    format: schema.format || undefined,
    nullable: schema.nullable || undefined,
    default: schema.default && jsonValue(schema.default),
    enum: values.length === 0 ? undefined : values.map(jsonValue),
    pattern: schema.pattern || undefined,
    required: schema.required.length === 0 ? undefined : schema.required,
    properties:
      properties.size === 0
        ? undefined
        : Object.fromEntries([...properties].map(([name, property]) => [name, schemaValue(property)])),
    additionalProperties:
      typeof additionalProperties === 'object' ? schemaValue(additionalProperties) : additionalProperties,
    items: items && schemaValue(items),
    'x-kubernetes-int-or-string': schema.intOrString || undefined,
    'x-kubernetes-embedded-resource': schema.embeddedResource || undefined,
    'x-kubernetes-preserve-unknown-fields': schema.preserveUnknownFields || undefined,
    'x-kubernetes-list-type': schema.listType || undefined,
    'x-kubernetes-list-map-keys': schema.listMapKeys.length === 0 ? undefined : schema.listMapKeys,
    'x-kubernetes-map-type': schema.mapType || undefined,
  };
  const known = Object.entries(fields).flatMap(([name, value]): readonly (readonly [string, Value])[] =>
    value === undefined ? [] : [[name, value]],
  );
  return Object.fromEntries(known);
}

function jsonValue(json: Json): Value {
  if (json.kind === 'scalar') return json.value;
  if (json.kind === 'list') return json.items.map(jsonValue);
  return Object.fromEntries([...json.entries].map(([key, value]) => [key, jsonValue(value)]));
}
