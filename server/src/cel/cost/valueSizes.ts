import { byteLength } from '../../formats/format.ts';
import { escapeName } from '../escape.ts';
import type { SchemaShape } from '../schemaTypes.ts';
import type { Size } from './range.ts';

/** The properties of a schema that bound the size of its values. */
export interface SizedSchema extends SchemaShape {
  readonly enum: readonly { readonly kind: string; readonly value?: unknown }[];
  readonly default: unknown;
  readonly required: readonly string[];
  readonly maxLength: number | undefined;
  readonly maxItems: number | undefined;
  readonly maxProperties: number | undefined;
  readonly properties: ReadonlyMap<string, SizedSchema>;
  readonly additionalProperties: SizedSchema | boolean | undefined;
  readonly items: SizedSchema | undefined;
}

/** How large the values of a schema can be: `DeclType` in k8s.io/apiserver pkg/cel/types.go. */
export interface ValueSizes {
  /** The maximum number of characters, bytes, items or entries; 0 for types without a size. */
  readonly max: bigint;
  /** The fewest bytes that a value takes in JSON. */
  readonly minBytes: bigint;
  /** Of the items of a list or the values of a map. */
  readonly elements: ValueSizes | undefined;
  /** Of the keys of a map. */
  readonly keys: ValueSizes | undefined;
  /** Of the fields of an object, by the names that expressions select. */
  readonly fields: Pick<ReadonlyMap<string, ValueSizes>, 'get'>;
}

/** Finds sizes below a variable. */
export function sizeFrom(
  root: ValueSizes,
  names: readonly string[],
  below: (sizes: ValueSizes, name: string) => ValueSizes | undefined,
): Size | undefined {
  let sizes: ValueSizes | undefined = root;
  for (const name of names) {
    sizes = below(sizes, name);
    if (sizes === undefined) return undefined;
  }
  return { min: 0n, max: sizes.max };
}

/** The sizes of a part of a value: `sizeEstimator` in schema/cel/compilation.go. */
export function sizesBelow(sizes: ValueSizes, name: string): ValueSizes | undefined {
  if (name === '@items' || name === '@values') return sizes.elements;
  return name === '@keys' ? sizes.keys : sizes.fields.get(name);
}

/** Differences between servers. */
export interface SizeRules {
  /** Whether `maxLength` bounds a value that may be an integer or a string. */
  readonly boundsIntOrString: boolean;
  /** The longest name of a resource whose schema is incomplete; undefined if unbounded. */
  readonly longestName: number | undefined;
}

/** The bytes of the largest request, which bounds values without an explicit bound. */
const request = 3n * 1024n * 1024n;
const bytesOfBool = 4n;
const bytesOfNumber = 1n;
const bytesOfText = 2n;
const noFields: ReadonlyMap<string, ValueSizes> = new Map();

/**
 * How large the values of a schema can be; undefined where expressions do not see them.
 * Source: k8s.io/apiserver pkg/cel/common/schemas.go, SchemaDeclType.
 *
 * @param isRoot whether it is the schema of a whole resource.
 */
export function valueSizes(schema: SizedSchema, isRoot: boolean, rules: SizeRules): ValueSizes | undefined {
  if (schema.intOrString) {
    const isBound = rules.boundsIntOrString && schema.maxLength !== undefined;
    return simple(isBound ? longest(schema.maxLength, 4n) : request - 2n, 1n);
  }
  const { properties } = schema;
  return sizesOf(schema, isRoot ? withMetadata(properties, rules) : properties, rules);
}

function sizesOf(
  schema: SizedSchema,
  properties: ReadonlyMap<string, SizedSchema>,
  rules: SizeRules,
): ValueSizes | undefined {
  const inner = (below: SizedSchema): ValueSizes | undefined => valueSizes(below, below.embeddedResource, rules);
  switch (schema.type) {
    case 'array': {
      const elements = schema.items === undefined ? undefined : inner(schema.items);
      if (elements === undefined) return undefined;
      const max =
        schema.maxItems === undefined ? (request - 2n) / (elements.minBytes + 1n) : longest(schema.maxItems, 1n);
      return { max, minBytes: 2n, elements, keys: undefined, fields: noFields };
    }
    case 'object': {
      if (typeof schema.additionalProperties !== 'object') {
        return new ObjectSizes(schema.required, properties, inner);
      }
      const elements = inner(schema.additionalProperties);
      if (elements === undefined) return undefined;
      const max =
        schema.maxProperties === undefined
          ? (request - 2n) / (elements.minBytes + 6n)
          : longest(schema.maxProperties, 1n);
      return { max, minBytes: 2n, elements, keys: simple(0n, bytesOfText), fields: noFields };
    }
    case 'string':
      return textSizes(schema);
    case 'boolean':
      return simple(0n, bytesOfBool);
    case 'number':
    case 'integer':
      return simple(0n, bytesOfNumber);
    default:
      return undefined;
  }
}

/** The sizes of an object, computed lazily: rules read few of its fields. */
class ObjectSizes implements ValueSizes {
  readonly max = 0n;
  readonly elements = undefined;
  readonly keys = undefined;
  readonly #required: readonly string[];
  readonly #properties: ReadonlyMap<string, SizedSchema>;
  readonly #inner: (below: SizedSchema) => ValueSizes | undefined;
  readonly fields = { get: (name: string) => this.#field(name) };
  #fields: ReadonlyMap<string, ValueSizes> | undefined;
  #minBytes: bigint | undefined;

  constructor(
    required: readonly string[],
    properties: ReadonlyMap<string, SizedSchema>,
    inner: (below: SizedSchema) => ValueSizes | undefined,
  ) {
    this.#required = required;
    this.#properties = properties;
    this.#inner = inner;
  }

  #field(name: string): ValueSizes | undefined {
    if (escapeName(name) !== name) return this.#escapedFields().get(name);
    const property = this.#properties.get(name);
    return property && this.#inner(property);
  }

  #escapedFields(): ReadonlyMap<string, ValueSizes> {
    if (this.#fields === undefined) {
      const fields = new Map<string, ValueSizes>();
      for (const [name, property] of this.#properties) {
        const sizes = this.#inner(property);
        if (sizes === undefined) continue;
        const escaped = escapeName(name);
        if (escaped !== undefined) fields.set(escaped, sizes);
      }
      this.#fields = fields;
    }
    return this.#fields;
  }

  get minBytes(): bigint {
    this.#minBytes ??= [...new Set(this.#required)].reduce((bytes, name) => bytes + this.#bytesOf(name), 2n);
    return this.#minBytes;
  }

  /** The size of a required field; zero if it has a default. */
  #bytesOf(name: string): bigint {
    const property = this.#properties.get(name);
    const sizes = property?.default === undefined ? property && this.#inner(property) : undefined;
    return sizes === undefined ? 0n : BigInt(byteLength(name)) + sizes.minBytes + 4n;
  }
}

function textSizes(schema: SizedSchema): ValueSizes {
  switch (schema.format) {
    case 'byte':
      return simple(schema.maxLength === undefined ? request - 2n : longest(schema.maxLength, 1n), bytesOfText);
    case 'duration':
      return simple(32n, 3n);
    case 'date':
      return simple(12n, 12n);
    case 'date-time':
      return simple(32n, 21n);
  }
  if (schema.maxLength !== undefined) return simple(longest(schema.maxLength, 4n), bytesOfText);
  if (schema.enum.length === 0) return simple(request - 2n, bytesOfText);
  const lengths = schema.enum.map(({ value }) => (typeof value === 'string' ? byteLength(value) : 0));
  return simple(BigInt(Math.max(...lengths)), bytesOfText);
}

function simple(max: bigint, minBytes: bigint): ValueSizes {
  return { max, minBytes, elements: undefined, keys: undefined, fields: noFields };
}

/** A bound as Go's int64 holds it; each character may take four bytes. */
function longest(bound: number | undefined, bytes: bigint): bigint {
  const value = BigInt(Math.trunc(bound ?? 0));
  return value < 0n ? 0n : BigInt.asUintN(64, BigInt.asIntN(64, value * bytes));
}

/** Every resource has a kind, a version and a name: `WithTypeAndObjectMeta` in schema/cel/model/schemas.go. */
function withMetadata(
  properties: ReadonlyMap<string, SizedSchema>,
  { longestName }: SizeRules,
): ReadonlyMap<string, SizedSchema> {
  const metadata = properties.get('metadata');
  const [name, generateName] = [metadata?.properties.get('name'), metadata?.properties.get('generateName')];
  const texts = [properties.get('kind'), properties.get('apiVersion'), name, generateName];
  if (metadata?.type === 'object' && texts.every((sizedSchema) => sizedSchema?.type === 'string')) return properties;
  const text = (existing: SizedSchema | undefined, upper: number | undefined): SizedSchema => {
    const maxLength = upper === undefined ? undefined : Math.min(existing?.maxLength ?? upper, upper);
    return { ...anyText, maxLength };
  };
  const names = new Map([
    ['name', text(name, longestName)],
    ['generateName', text(generateName, longestName === undefined ? undefined : longestName - 1)],
  ]);
  return new Map([
    ...properties,
    ['kind', anyText],
    ['apiVersion', anyText],
    ['metadata', { ...anyText, type: 'object', properties: names }],
  ]);
}

const anyText: SizedSchema = {
  type: 'string',
  format: '',
  intOrString: false,
  embeddedResource: false,
  enum: [],
  default: undefined,
  required: [],
  maxLength: undefined,
  maxItems: undefined,
  maxProperties: undefined,
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
};
