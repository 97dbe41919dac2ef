import { type Json, jsonText } from './json.ts';
import type { JsonSchema } from './schema.ts';

/** Whether two schemas take, keep and fill in the same: everything but their descriptions. */
export function sameSchema(a: JsonSchema, b: JsonSchema): boolean {
  return (
    a === b ||
    (sameKeywords(a, b) &&
      sameOrAbsent(a.items, b.items) &&
      sameOrAbsent(a.not, b.not) &&
      sameValues(a.additionalProperties, b.additionalProperties) &&
      sameLists(a.allOf, b.allOf) &&
      sameLists(a.anyOf, b.anyOf) &&
      sameLists(a.oneOf, b.oneOf) &&
      a.properties.size === b.properties.size &&
      [...a.properties].every(([name, inner]) => sameOrAbsent(inner, b.properties.get(name))))
  );
}

function sameOrAbsent(a: JsonSchema | undefined, b: JsonSchema | undefined): boolean {
  return a === undefined || b === undefined ? a === b : sameSchema(a, b);
}

function sameValues(a: JsonSchema['additionalProperties'], b: JsonSchema['additionalProperties']): boolean {
  return typeof a === 'object' && typeof b === 'object' ? sameSchema(a, b) : a === b;
}

function sameLists(a: readonly JsonSchema[], b: readonly JsonSchema[]): boolean {
  return a.length === b.length && a.every((schema, index) => sameOrAbsent(schema, b[index]));
}

function sameKeywords(a: JsonSchema, b: JsonSchema): boolean {
  return a.type === b.type && keywords(a) === keywords(b);
}

/** What a schema says itself, without the schemas in it. */
function keywords(schema: JsonSchema): string {
  const json = (value: Json | undefined) => (value === undefined ? undefined : jsonText(value));
  return JSON.stringify([
    [schema.format, schema.nullable, schema.pattern, json(schema.default), schema.enum.map(json)],
    [schema.minLength, schema.maxLength, schema.minItems, schema.maxItems, schema.minProperties, schema.maxProperties],
    [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum, schema.multipleOf],
    [schema.uniqueItems, [...schema.required].sort()],
    [schema.intOrString, schema.embeddedResource, schema.preserveUnknownFields],
    [schema.listType, schema.listMapKeys, schema.mapType],
    schema.rules.map(({ rule, optionalOldSelf }) => [rule, optionalOldSelf]),
  ]);
}
