import { isNull, type Node } from '../../../../manifest/node.ts';
import type { Value } from '../../../value.ts';

/** A schema of a CustomResourceDefinition, `JSONSchemaProps`, read once into what its validation looks at. */
export interface Schema {
  readonly value: Value;
  /** The names of the fields whose value is not Go's zero value. */
  readonly set: ReadonlySet<string>;
  readonly type: string;
  readonly properties: ReadonlyMap<string, Schema>;
  /** The schema of a list's items; undefined where there is none or where `items` is a list. */
  readonly items: Schema | undefined;
  /** The schemas of `items` where it is a list. */
  readonly itemList: readonly Schema[];
  readonly additional: Schema | boolean | undefined;
  readonly allOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly not: Schema | undefined;
  /** Schemas below fields that no CustomResourceDefinition may use. */
  readonly outlawed: readonly Schema[];
  readonly listType: string | undefined;
  readonly mapType: string | undefined;
  readonly mapKeys: readonly string[];
  /** No schema stands below it, as in most cases. */
  readonly isLeaf: boolean;
  /** Whether it or a schema below it has a default. */
  readonly hasDefaults: boolean;
  /** Whether it or a schema below it has a field or a form that structural schemas do not have. */
  readonly isOdd: boolean;
}

interface MutableSchema {
  value: Value;
  set: Set<string>;
  type: string;
  properties: ReadonlyMap<string, Schema>;
  items: Schema | undefined;
  itemList: readonly Schema[];
  additional: Schema | boolean | undefined;
  allOf: readonly Schema[];
  anyOf: readonly Schema[];
  oneOf: readonly Schema[];
  not: Schema | undefined;
  outlawed: readonly Schema[];
  listType: string | undefined;
  mapType: string | undefined;
  mapKeys: readonly string[];
  isLeaf: boolean;
  hasDefaults: boolean;
  isOdd: boolean;
}

const none: readonly Schema[] = [];
const noKeys: readonly string[] = [];
const noProperties: ReadonlyMap<string, Schema> = new Map();

/** Fields that are pointers in Go: written at all they are set, be they empty or false. */
const pointers = new Set([
  '$ref',
  'items',
  'additionalProperties',
  'additionalItems',
  'not',
  'default',
  'example',
  'dependencies',
  'externalDocs',
  'x-kubernetes-preserve-unknown-fields',
  'x-kubernetes-list-type',
  'x-kubernetes-map-type',
]);

/** Fields that make a schema odd. */
const oddFields = new Set([
  'id',
  '$schema',
  '$ref',
  'patternProperties',
  'dependencies',
  'additionalItems',
  'definitions',
]);

/** Reads the schema at a value, and everything below it. */
export function readSchema(value: Value): Schema {
  const schema: MutableSchema = {
    value,
    set: new Set(),
    type: '',
    properties: noProperties,
    items: undefined,
    itemList: none,
    additional: undefined,
    allOf: none,
    anyOf: none,
    oneOf: none,
    not: undefined,
    outlawed: none,
    listType: undefined,
    mapType: undefined,
    mapKeys: noKeys,
    isLeaf: true,
    hasDefaults: false,
    isOdd: false,
  };
  if (value.node?.kind !== 'map') return schema;
  for (const { key, value: node } of value.node.entries) {
    if (!isSet(key, node) || !value.has(key)) continue;
    schema.set.add(key);
    if (oddFields.has(key)) schema.isOdd = true;
    readField(schema, key, node);
  }
  return schema;
}

/** Whether a schema or any below it fulfils a condition: `SchemaHas`. */
export function schemaHas(schema: Schema, condition: (schema: Schema) => boolean): boolean {
  return condition(schema) || childrenOf(schema).some((child) => schemaHas(child, condition));
}

function childrenOf(schema: Schema): readonly Schema[] {
  const children = [
    ...schema.properties.values(),
    ...schema.itemList,
    ...schema.allOf,
    ...schema.anyOf,
    ...schema.oneOf,
    ...schema.outlawed,
  ];
  if (schema.items !== undefined) children.push(schema.items);
  if (schema.not !== undefined) children.push(schema.not);
  if (typeof schema.additional === 'object') children.push(schema.additional);
  return children;
}

/** Reads a schema below another one. */
function readBelow(parent: MutableSchema, value: Value): Schema {
  const schema = readSchema(value);
  parent.isLeaf = false;
  if (schema.hasDefaults) parent.hasDefaults = true;
  if (schema.isOdd) parent.isOdd = true;
  return schema;
}

function readField(schema: MutableSchema, key: string, node: Node): void {
  const { value } = schema;
  switch (key) {
    case 'type':
      schema.type = node.kind === 'scalar' && typeof node.value === 'string' ? node.value : '';
      break;
    case 'properties':
      schema.properties = readProperties(schema, value.at(key));
      break;
    case 'default':
      schema.hasDefaults = true;
      break;
    case 'x-kubernetes-preserve-unknown-fields':
      if (!value.at(key).isTrue) schema.isOdd = true;
      break;
    case 'items': {
      const items = value.at(key);
      if (items.node?.kind === 'list') {
        schema.itemList = items.items.map((each) => readBelow(schema, each.typedAs(value)));
        schema.isOdd = true;
      } else if (items.node?.kind === 'map') schema.items = readBelow(schema, items.typedAs(value));
      break;
    }
    case 'additionalProperties': {
      const additional = value.at(key);
      schema.additional =
        additional.node?.kind === 'map' ? readBelow(schema, additional.typedAs(value)) : additional.isTrue;
      break;
    }
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
      schema[key] = value.at(key).items.map((each) => readBelow(schema, each));
      break;
    case 'not':
      schema.not = readBelow(schema, value.at(key));
      break;
    case 'definitions':
    case 'dependencies':
      schema.outlawed = [
        ...schema.outlawed,
        ...[...value.at(key).entries.values()].map((each) => readBelow(schema, each)),
      ];
      break;
    case 'x-kubernetes-list-type':
      schema.listType = value.at(key).text;
      break;
    case 'x-kubernetes-map-type':
      schema.mapType = value.at(key).text;
      break;
    case 'x-kubernetes-list-map-keys':
      schema.mapKeys = value.at(key).texts;
      break;
  }
}

function readProperties(schema: MutableSchema, value: Value): ReadonlyMap<string, Schema> {
  const properties = new Map<string, Schema>();
  for (const [name, each] of value.entries) properties.set(name, readBelow(schema, each));
  return properties;
}

function isSet(key: string, node: Node): boolean {
  if (isNull(node)) return false;
  if (pointers.has(key)) return true;
  if (node.kind === 'list') return node.items.length > 0;
  if (node.kind === 'map') return node.entries.length > 0;
  return node.value !== '' && node.value !== false;
}
