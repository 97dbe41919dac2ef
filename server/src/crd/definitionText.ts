import { type WrittenData, writeData } from '../manifest/edit/writeData.ts';
import type { CustomDefinition, CustomVersion } from './definition.ts';
import type { Json } from './schema/json.ts';
import type { JsonSchema } from './schema/schema.ts';

/** The maximum depth; schemas of built-in sets are shallower. */
const deepest = 100;

/** A definition of a built-in set as a manifest, as far as known: for display. */
export function definitionText(definition: CustomDefinition): string {
  const { group, kind, plural, singular, shortNames, categories, namespaced, versions, origin } = definition;
  const names = { kind, plural, singular, listKind: definition.listKind, ...listed({ shortNames, categories }) };
  const text = writeData({
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, names, scope: namespaced ? 'Namespaced' : 'Cluster', versions: versions.map(versionData) },
  });
  return `# ${origin.label}, as Kubecompat knows it: descriptions and CEL rules may be missing.\n${text}`;
}

function versionData(version: CustomVersion): WrittenData {
  const { name, served, storage, deprecated, deprecationWarning, hasStatus, schema } = version;
  return {
    name,
    served,
    storage,
    deprecated: deprecated ? true : undefined,
    deprecationWarning,
    schema: { openAPIV3Schema: schemaData(schema, 0) },
    subresources: hasStatus ? { status: {} } : undefined,
  };
}

function schemaData(schema: JsonSchema, depth: number): WrittenData {
  if (depth > deepest) return {};
  const below = (jsonSchema: JsonSchema) => schemaData(jsonSchema, depth + 1);
  const { properties, additionalProperties: more, items } = schema;
  return {
    description: nonEmpty(schema.description),
    type: nonEmpty(schema.type),
    format: nonEmpty(schema.format),
    nullable: isSet(schema.nullable),
    default: schema.default === undefined ? undefined : plain(schema.default),
    ...listed({ enum: schema.enum.map(plain), required: schema.required }),
    pattern: nonEmpty(schema.pattern),
    minLength: schema.minLength,
    maxLength: schema.maxLength,
    minimum: schema.minimum,
    maximum: schema.maximum,
    minItems: schema.minItems,
    maxItems: schema.maxItems,
    minProperties: schema.minProperties,
    maxProperties: schema.maxProperties,
    'x-kubernetes-int-or-string': isSet(schema.intOrString),
    'x-kubernetes-embedded-resource': isSet(schema.embeddedResource),
    'x-kubernetes-preserve-unknown-fields': isSet(schema.preserveUnknownFields),
    'x-kubernetes-list-type': nonEmpty(schema.listType),
    ...listed({ 'x-kubernetes-list-map-keys': schema.listMapKeys }),
    items: items === undefined ? undefined : below(items),
    additionalProperties: typeof more === 'object' ? below(more) : more,
    properties:
      properties.size === 0
        ? undefined
        : Object.fromEntries([...properties].map(([name, property]) => [name, below(property)])),
  };
}

/** The nonempty lists. */
function listed(lists: Readonly<Record<string, readonly WrittenData[]>>): Readonly<Record<string, WrittenData>> {
  return Object.fromEntries(Object.entries(lists).filter(([, list]) => list.length > 0));
}

function nonEmpty(text: string): string | undefined {
  return text === '' ? undefined : text;
}

function isSet(on: boolean): true | undefined {
  return on ? true : undefined;
}

function plain(json: Json): WrittenData {
  if (json.kind === 'list') return json.items.map(plain);
  if (json.kind === 'map') return Object.fromEntries([...json.entries].map(([key, value]) => [key, plain(value)]));
  return typeof json.value === 'bigint' ? String(json.value) : json.value;
}
