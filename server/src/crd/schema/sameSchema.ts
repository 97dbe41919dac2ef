import { type Json, jsonText } from './json.ts';
import type { JsonSchema } from './schema.ts';

/** Whether two schemas take, keep and fill in the same: everything but their descriptions. */
export function sameSchema(a: JsonSchema, b: JsonSchema): boolean {
  return a === b || textOf(a) === textOf(b);
}

const texts = new WeakMap<JsonSchema, string>();

function textOf(schema: JsonSchema): string {
  let text = texts.get(schema);
  if (text === undefined) {
    text = write(schema);
    texts.set(schema, text);
  }
  return text;
}

function write(schema: JsonSchema): string {
  const { properties, additionalProperties, items, not, rules } = schema;
  const fields = [...properties].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, textOf(inner)]);
  const inner = (schemas: readonly JsonSchema[]) => schemas.map(textOf);
  const json = (value: Json | undefined) => (value === undefined ? undefined : jsonText(value));
  return JSON.stringify([
    [schema.type, schema.format, schema.nullable, schema.pattern, json(schema.default), schema.enum.map(json)],
    [schema.minLength, schema.maxLength, schema.minItems, schema.maxItems, schema.minProperties, schema.maxProperties],
    [schema.minimum, schema.maximum, schema.exclusiveMinimum, schema.exclusiveMaximum, schema.multipleOf],
    [schema.uniqueItems, [...schema.required].sort()],
    [schema.intOrString, schema.embeddedResource, schema.preserveUnknownFields],
    [schema.listType, schema.listMapKeys, schema.mapType],
    [inner(schema.allOf), inner(schema.anyOf), inner(schema.oneOf), not === undefined ? undefined : textOf(not)],
    fields,
    typeof additionalProperties === 'object' ? textOf(additionalProperties) : additionalProperties,
    items === undefined ? undefined : textOf(items),
    rules.map(({ rule, optionalOldSelf }) => [rule, optionalOldSelf]),
  ]);
}
