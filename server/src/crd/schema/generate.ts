import { goMatches } from '../../formats/goPattern.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import type { Json } from './json.ts';
import type { JsonSchema } from './schema.ts';

/** How generated objects are made. */
export interface Generation {
  /** Numbers from 0 up to 1, which decide everything. */
  readonly random: () => number;
  /** The probability that an optional field is present. */
  readonly density: number;
  /** Values that fields of a name should have, and that are wanted more than others. */
  readonly wanted: ReadonlyMap<string, readonly Generated[]>;
  /** Optional fields that are almost always present. */
  readonly eager: ReadonlySet<string>;
  /** Fields at the top that are not made. */
  readonly leftOut?: readonly string[];
}

/** Plain data. */
export type Generated = string | number | boolean | null | readonly Generated[] | { readonly [key: string]: Generated };

/**
 * A value that a schema accepts, ignoring combinations of schemas and expressions, so that some are invalid. Undefined
 * if none is found.
 */
export function generateFrom(
  schema: JsonSchema,
  name: string,
  generation: Generation,
  depth = 0,
): Generated | undefined {
  const values = generation.wanted.get(name)?.filter((value) => takes(schema, value)) ?? [];
  if (values.length > 0) return pick(values, generation);
  if (schema.enum.length > 0) return plain(pick(schema.enum, generation));
  if (schema.intOrString) return pick<Generated>([1, 3, '25%'], generation);
  switch (schema.type) {
    case 'string':
      return stringOf(schema, generation);
    case 'boolean':
      return generation.random() < 0.5;
    case 'integer':
    case 'number':
      return numberOf(schema, generation);
    case 'array':
      return listOf(schema, name, generation, depth);
    case 'object':
      return objectOf(schema, generation, depth);
    default:
      return pick<Generated>(['a', 1, { a: 'b' }], generation);
  }
}

const deepest = 14;

function objectOf(schema: JsonSchema, generation: Generation, depth: number): Generated | undefined {
  const fields: [string, Generated][] = [];
  const optional: string[] = [];
  const addProperty = (name: string): void => {
    const inner = schema.properties.get(name);
    const value = inner === undefined || depth > deepest ? undefined : generateFrom(inner, name, generation, depth + 1);
    if (value !== undefined) fields.push([name, value]);
  };
  for (const name of schema.properties.keys()) {
    if (depth === 0 && generation.leftOut?.includes(name)) continue;
    const odds = generation.eager.has(name)
      ? 0.95
      : generation.wanted.has(name)
        ? Math.max(generation.density, 0.4)
        : generation.density;
    if (schema.required.includes(name) || generation.random() < odds) addProperty(name);
    else optional.push(name);
  }
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object' || additionalProperties === true || schema.preserveUnknownFields) {
    for (const key of keys) {
      if (generation.random() > 0.4) continue;
      const value =
        typeof additionalProperties === 'object'
          ? generateFrom(additionalProperties, key, generation, depth + 1)
          : 'kept';
      if (value !== undefined && !schema.properties.has(key)) fields.push([key, value]);
    }
  }
  while (fields.length < (schema.minProperties ?? 0) && optional.length > 0) {
    addProperty(optional.splice(Math.floor(generation.random() * optional.length), 1)[0] ?? '');
  }
  return Object.fromEntries(fields);
}

function listOf(schema: JsonSchema, name: string, generation: Generation, depth: number): Generated {
  const { items, minItems = 0, maxItems = 3 } = schema;
  const count = Math.min(maxItems, Math.max(minItems, depth > deepest ? 0 : Math.floor(generation.random() * 3)));
  const found: Generated[] = [];
  const seen = new Set<string>();
  for (let i = 0; items !== undefined && i < count * 4 && found.length < count; i++) {
    const item = generateFrom(items, name, generation, depth + 1);
    if (item === undefined) break;
    const key = identityOf(item, schema);
    if (!seen.has(key)) found.push(item);
    seen.add(key);
  }
  return found;
}

/** The identity of an item in lists of type set and map; other lists may repeat items. */
function identityOf(item: Generated, { listType, listMapKeys }: JsonSchema): string {
  if (listType !== 'map' || typeof item !== 'object' || item === null) return JSON.stringify(item);
  const fields = new Map(Object.entries(item));
  return JSON.stringify(listMapKeys.map((key) => fields.get(key)));
}

function numberOf(schema: JsonSchema, generation: Generation): number {
  const low = schema.minimum ?? 0;
  const numbers = [0, 1, 2, 7, 30, 80, 443, 3600, low, schema.maximum ?? low + 1].filter((candidate) =>
    takes(schema, candidate),
  );
  return numbers.length === 0 ? low : pick(numbers, generation);
}

function stringOf(schema: JsonSchema, generation: Generation): string | undefined {
  const fitting = getOrInsertComputed(fittings, schema, () => {
    const free = schema.pattern === '' && schema.format === '' && takes(schema, 'a');
    return free ? ['a', 'web'] : strings.filter((candidate) => takes(schema, candidate));
  });
  return fitting.length === 0 ? undefined : pick(fitting, generation);
}

const fittings = new WeakMap<JsonSchema, readonly string[]>();

/** Whether a value is within a schema's own bounds. */
function takes(schema: JsonSchema, value: Generated): boolean {
  if (schema.enum.length > 0) return schema.enum.some((json) => JSON.stringify(plain(json)) === JSON.stringify(value));
  if (typeof value === 'string') {
    if (schema.type !== 'string' && !schema.intOrString) return false;
    const { minLength = 0, maxLength = Number.POSITIVE_INFINITY, pattern, format } = schema;
    const isTime = /^\d{4}-\d\d-\d\dT/.test(value);
    if ((format === 'date-time') !== isTime) return false;
    if (format === 'byte' && !/^[A-Za-z]{4}$/.test(value)) return false;
    return (
      value.length >= minLength && value.length <= maxLength && (pattern === '' || goMatches(pattern, value) === true)
    );
  }
  if (typeof value === 'number') {
    const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema;
    if (schema.type !== 'integer' && schema.type !== 'number') return false;
    if (value === minimum && schema.exclusiveMinimum) return false;
    if (value === maximum && schema.exclusiveMaximum) return false;
    return value >= minimum && value <= maximum && (schema.multipleOf === undefined || value % schema.multipleOf === 0);
  }
  return true;
}

function plain(json: Json): Generated {
  if (json.kind === 'scalar') return typeof json.value === 'bigint' ? Number(json.value) : json.value;
  if (json.kind === 'list') return json.items.map(plain);
  return Object.fromEntries([...json.entries].map(([key, each]) => [key, plain(each)]));
}

function pick<T>(values: readonly T[], { random }: Generation): T {
  const nonNullable = values[Math.floor(random() * values.length)];
  if (nonNullable === undefined) throw new RangeError('nothing to pick from');
  return nonNullable;
}

const keys = ['a', 'b', 'example.com/size'];

/** Strings that patterns of names, hosts, versions, durations, times and the like take. */
const strings = [
  '',
  'a',
  'web',
  'Node',
  'example.com',
  'apps.example.com',
  'a.example.com/v1',
  '/etc/a',
  '/a',
  'v1.31.0',
  '10s',
  '5m0s',
  '25%',
  '10.0.0.1',
  '10.0.0.0/16',
  'https://example.com/a',
  'tcp://example.com:80',
  'abcdef.0123456789abcdef',
  'sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef',
  'ABCD',
  '0644',
  'HTTP',
  'True',
  'http',
  '80',
  '2024-05-01T00:00:00Z',
  '[3-5]',
  'spec.a',
  '{{ .cluster.name }}-a',
  'a'.repeat(33),
];
