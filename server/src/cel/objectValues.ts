import { isBase64 } from '../formats/base64.ts';
import { decodeBytes } from '../formats/base64Text.ts';
import { parseDuration } from '../formats/duration.ts';
import { isCalendarDate } from '../formats/timestamp.ts';
import { escapeName } from './escape.ts';
import type { SchemaShape } from './schemaTypes.ts';
import { parseTimestamp } from './time.ts';
import { type CelValue, failure, isValue, type Outcome, string, unknown } from './values.ts';

/** A JSON value, as a manifest or the defaults have it. */
export type JsonInput =
  | { readonly kind: 'scalar'; readonly value: string | number | bigint | boolean | null }
  | { readonly kind: 'list'; readonly items: readonly JsonInput[] }
  | { readonly kind: 'map'; readonly entries: ReadonlyMap<string, JsonInput> };

/** The further properties of a schema that affect values in expressions. */
export interface ValueSchema extends SchemaShape {
  readonly nullable: boolean;
  readonly listType: string;
  readonly properties: ReadonlyMap<string, ValueSchema>;
  readonly additionalProperties: ValueSchema | boolean | undefined;
  readonly items: ValueSchema | undefined;
}

/**
 * A value with a schema as expressions see it: only fields of the schema, under selectable names; an error if the
 * server cannot read it, and unknown if only the server can tell. Source: k8s.io/apiserver
 * pkg/cel/common/valuesunstructured.go.
 */
export function celValueOf(json: JsonInput, schema: ValueSchema): Outcome {
  const value = readValue(json, schema);
  return value === unreadableWithin ? unknown : value;
}

function readValue(json: JsonInput, schema: ValueSchema): Outcome {
  if (json.kind === 'list') return schema.type === 'string' ? listForText : listValue(json.items, schema);
  if (json.kind === 'map') {
    return mapValue(json.entries, schema.embeddedResource ? withMetadata(schema) : schema);
  }
  const { value } = json;
  if (value === null) return schema.nullable ? { type: 'null_type', value } : unknown;
  if (schema.intOrString) return typeof value === 'string' ? string(value) : wholeNumber(value);
  switch (schema.type) {
    case 'string':
      return typeof value === 'string' ? textValue(value, schema.format) : unknown;
    case 'boolean':
      return typeof value === 'boolean' ? { type: 'bool', value } : unknown;
    case 'integer':
      return wholeNumber(value);
    case 'number':
      return typeof value === 'number' || typeof value === 'bigint'
        ? { type: 'double', value: Number(value) }
        : unknown;
    default:
      return unknown;
  }
}

/** The schema of a resource, with the implicit kind, version and name. */
export function withMetadata({
  type,
  format,
  intOrString,
  embeddedResource,
  nullable,
  listType,
  items,
  properties,
}: ValueSchema): ValueSchema {
  return {
    type,
    format,
    intOrString,
    embeddedResource,
    nullable,
    listType,
    items,
    properties: new Map([...properties, ...metadata]),
    additionalProperties: undefined,
  };
}

const anyText: ValueSchema = {
  type: 'string',
  format: '',
  intOrString: false,
  embeddedResource: false,
  nullable: false,
  listType: '',
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
};
const names = new Map([
  ['name', anyText],
  ['generateName', anyText],
]);
const metadata: readonly (readonly [string, ValueSchema])[] = [
  ['apiVersion', anyText],
  ['kind', anyText],
  ['metadata', { ...anyText, type: 'object', properties: names }],
];

function wholeNumber(value: string | number | bigint | boolean): Outcome {
  if (typeof value === 'bigint') return { type: 'int', value };
  return typeof value === 'number' && Number.isInteger(value) ? { type: 'int', value: BigInt(value) } : unknown;
}

function textValue(text: string, format: string): Outcome {
  switch (format) {
    case 'duration': {
      const value = parseDuration(text);
      return value === undefined ? unknown : { type: 'duration', value };
    }
    case 'date': {
      const value = isCalendarDate(text) ? parseTimestamp(`${text}T00:00:00Z`) : undefined;
      return value === undefined ? unknown : { type: 'timestamp', value };
    }
    case 'date-time': {
      const value = parseTimestamp(text);
      return value === undefined ? unknown : { type: 'timestamp', value };
    }
    case 'byte':
      // The server uses the URL-safe alphabet, and fails on other characters.
      if (!isBase64(text)) return unknown;
      return /[+/]/.test(text)
        ? failure(`Invalid byte formatted string ${text}: illegal base64 data at input byte ${text.search(/[+/]/)}`)
        : { type: 'bytes', value: decodeBytes(text) };
    default:
      return string(text);
  }
}

/** A container of an unreadable value: an error only if an expression reaches that. */
const unreadableWithin: Outcome = failure('a part of it cannot be read');

/** A list instead of a text: it passes if the schema has a format, and rules can reach it. */
const listForText: Outcome = failure('invalid data, expected string, got []interface {}');

function listValue(items: readonly JsonInput[], schema: ValueSchema): Outcome {
  if (schema.type !== 'array' || schema.items === undefined) return unknown;
  const values: CelValue[] = [];
  for (const item of items) {
    const value = readValue(item, schema.items);
    if (!isValue(value)) return value.type === 'error' ? unreadableWithin : value;
    values.push(value);
  }
  const unordered = schema.listType === 'set' || schema.listType === 'map';
  return { type: 'list', items: values, ...(unordered ? { unordered } : {}) };
}

function mapValue(entries: ReadonlyMap<string, JsonInput>, schema: ValueSchema): Outcome {
  if (schema.type !== 'object') return unknown;
  const seen = new Map<string, readonly [CelValue, CelValue]>();
  const { additionalProperties } = schema;
  const isObject = typeof additionalProperties !== 'object';
  const unreadable = new Map<string, Outcome>();
  let partial = false;
  for (const [key, json] of entries) {
    const below = isObject ? schema.properties.get(key) : additionalProperties;
    const name = isObject ? escapeName(key) : key;
    const isNull = json.kind === 'scalar' && json.value === null;
    if (below === undefined || name === undefined || (isObject && isNull)) {
      partial = true;
      continue;
    }
    const value = readValue(json, below);
    // A value without a type can only be compared as a whole.
    if (isValue(value)) seen.set(`s${name}`, [string(name), value]);
    else if (below.type === '' && !below.intOrString) partial = true;
    else if (value.type !== 'error') return value;
    else if (isObject) unreadable.set(`s${name}`, value === unreadableWithin ? unknown : value);
    else return unreadableWithin;
  }
  if (unreadable.size > 0) return { type: 'map', entries: seen, partial: true, unreadable };
  return { type: 'map', entries: seen, ...(partial ? { partial } : {}) };
}
