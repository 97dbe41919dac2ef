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

function write({ properties, additionalProperties, items, rules, node, description, ...own }: JsonSchema): string {
  const fields = [...properties].sort(([a], [b]) => (a < b ? -1 : 1)).map(([name, inner]) => [name, textOf(inner)]);
  const rest = typeof additionalProperties === 'object' ? textOf(additionalProperties) : additionalProperties;
  const inner = (schemas: readonly JsonSchema[]) => schemas.map(textOf);
  const json = (value: Json | undefined) => (value === undefined ? undefined : jsonText(value));
  return JSON.stringify([
    {
      ...own,
      allOf: 0,
      anyOf: 0,
      oneOf: 0,
      not: 0,
      default: json(own.default),
      enum: own.enum.map(json),
      required: [...own.required].sort(),
    },
    { allOf: inner(own.allOf), anyOf: inner(own.anyOf), oneOf: inner(own.oneOf) },
    own.not === undefined ? undefined : textOf(own.not),
    fields,
    rest,
    items === undefined ? undefined : textOf(items),
    rules.map(({ rule, optionalOldSelf }) => [rule, optionalOldSelf]),
  ]);
}
