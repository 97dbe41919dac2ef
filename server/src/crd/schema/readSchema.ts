import { entryFor, isNull, type MapNode, type Node } from '../../manifest/node.ts';
import { isNullJson, jsonOf } from './json.ts';
import { emptySchema, type JsonSchema, type ValidationRule } from './schema.ts';

const known = new WeakMap<MapNode, JsonSchema>();

/**
 * Reads a schema as it is written in a CustomResourceDefinition, and everything below it; once for each node. What has
 * another shape than a schema has there reads as absent: the definition is refused for that elsewhere.
 */
export function readSchema(node: Node | undefined): JsonSchema {
  if (node?.kind !== 'map') return emptySchema;
  let schema = known.get(node);
  if (schema === undefined) {
    schema = read(node);
    known.set(node, schema);
  }
  return schema;
}

type Mutable<T> = { -readonly [K in keyof T]: T[K] };

function read(node: MapNode): JsonSchema {
  const schema: Mutable<JsonSchema> = { ...emptySchema, node };
  for (const { key, value } of node.entries) if (!isNull(value)) readField(schema, key, value);
  return schema;
}

function readField(schema: Mutable<JsonSchema>, key: string, value: Node): void {
  switch (key) {
    case 'type':
    case 'format':
    case 'pattern':
    case 'description':
      schema[key] = textOf(value);
      return;
    case 'nullable':
    case 'exclusiveMinimum':
    case 'exclusiveMaximum':
    case 'uniqueItems':
      schema[key] = isTrue(value);
      return;
    case 'minLength':
    case 'maxLength':
    case 'minimum':
    case 'maximum':
    case 'multipleOf':
    case 'minItems':
    case 'maxItems':
    case 'minProperties':
    case 'maxProperties':
      schema[key] = numberOf(value);
      return;
    case 'default': {
      const json = jsonOf(value, value);
      schema.default = isNullJson(json) ? undefined : json;
      return;
    }
    case 'enum':
      schema.enum = itemsOf(value).map((item) => jsonOf(item, item));
      return;
    case 'required':
      schema.required = textsOf(value);
      return;
    case 'properties':
      schema.properties = propertiesOf(value);
      return;
    case 'additionalProperties':
      schema.additionalProperties = value.kind === 'map' ? readSchema(value) : isTrue(value);
      return;
    case 'items':
    case 'not':
      if (value.kind === 'map') schema[key] = readSchema(value);
      return;
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      schema[key] = itemsOf(value).map(readSchema);
      return;
    default:
      readExtension(schema, key, value);
  }
}

function readExtension(schema: Mutable<JsonSchema>, key: string, value: Node): void {
  switch (key) {
    case 'x-kubernetes-int-or-string':
      schema.intOrString = isTrue(value);
      return;
    case 'x-kubernetes-embedded-resource':
      schema.embeddedResource = isTrue(value);
      return;
    case 'x-kubernetes-preserve-unknown-fields':
      schema.preserveUnknownFields = isTrue(value);
      return;
    case 'x-kubernetes-list-type':
      schema.listType = textOf(value);
      return;
    case 'x-kubernetes-list-map-keys':
      schema.listMapKeys = textsOf(value);
      return;
    case 'x-kubernetes-map-type':
      schema.mapType = textOf(value);
      return;
    case 'x-kubernetes-validations':
      schema.rules = itemsOf(value).flatMap((item) => (item.kind === 'map' ? [readRule(item)] : []));
      return;
  }
}

function readRule(node: MapNode): ValidationRule {
  const at = (key: string): Node | undefined => entryFor(node, key)?.value;
  return {
    rule: textOf(at('rule')),
    message: textOf(at('message')),
    messageExpression: textOf(at('messageExpression')),
    reason: textOf(at('reason')),
    fieldPath: textOf(at('fieldPath')),
    optionalOldSelf: isTrue(at('optionalOldSelf')),
    place: at('rule') ?? node,
  };
}

function propertiesOf(value: Node): ReadonlyMap<string, JsonSchema> {
  const properties = new Map<string, JsonSchema>();
  if (value.kind !== 'map') return properties;
  for (const entry of value.entries) properties.set(entry.key, readSchema(entry.value));
  return properties;
}

function itemsOf(value: Node): readonly Node[] {
  return value.kind === 'list' ? value.items : [];
}

function textsOf(value: Node): readonly string[] {
  return itemsOf(value).map(textOf);
}

function textOf(value: Node | undefined): string {
  return value?.kind === 'scalar' && typeof value.value === 'string' ? value.value : '';
}

function isTrue(value: Node | undefined): boolean {
  return value?.kind === 'scalar' && value.value === true;
}

function numberOf(value: Node): number | undefined {
  if (value.kind !== 'scalar') return undefined;
  if (typeof value.value === 'bigint') return Number(value.value);
  return typeof value.value === 'number' ? value.value : undefined;
}
