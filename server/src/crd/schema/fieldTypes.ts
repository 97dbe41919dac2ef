import type { ApiField, ApiType, FieldType } from '../../catalog/types.ts';
import { minor } from '../../targets/version.ts';
import type { JsonSchema } from './schema.ts';

/** The type of objects without a schema. */
const nothing: ApiType = { name: 'object', fields: new Map() };

const known = new WeakMap<JsonSchema, ApiType>();

/**
 * The fields of a schema as an ApiType, like those of built-in types: for suggestions, completion and other uses
 * of names. Values are not decoded by it; types are created lazily.
 */
export function typeOfSchema(schema: JsonSchema | undefined, name: string): ApiType {
  if (schema === undefined) return nothing;
  let type = known.get(schema);
  if (type === undefined) {
    type = new SchemaType(schema, name);
    known.set(schema, type);
  }
  return type;
}

class SchemaType implements ApiType {
  readonly name: string;
  readonly #schema: JsonSchema;
  #fields: ReadonlyMap<string, ApiField> | undefined;

  constructor(schema: JsonSchema, name: string) {
    this.#schema = schema;
    this.name = name;
  }

  get fields(): ReadonlyMap<string, ApiField> {
    this.#fields ??= new Map(
      [...this.#schema.properties].map(([name, property]) => [name, this.#field(name, property)]),
    );
    return this.#fields;
  }

  #field(name: string, schema: JsonSchema): ApiField {
    return {
      ...fieldOfSchema(this.name, name, fieldType(schema, `${this.name}.${name}`)),
      required: this.#schema.required.includes(name),
      enum: enumOf(schema),
      listType: listTypes.find((type) => type === schema.listType),
      listMapKeys: schema.listMapKeys,
    };
  }
}

/** The values that a field, or what its lists and maps contain, is limited to. */
function enumOf({ enum: own, items, additionalProperties }: JsonSchema): ApiField['enum'] {
  if (own.length > 0) {
    return own.flatMap((json) => {
      const value = json.kind === 'scalar' ? json.value : null;
      return value === null ? [] : [{ value: String(value), introduced: oldest }];
    });
  }
  const below = items ?? additionalProperties;
  return typeof below === 'object' ? enumOf(below) : undefined;
}

/** A field that a schema names, or that the server adds to every resource. */
export function fieldOfSchema(owner: string, name: string, type: FieldType): ApiField {
  return {
    owner,
    name,
    type,
    required: false,
    introduced: oldest,
    last: undefined,
    enum: undefined,
    listType: undefined,
    listMapKeys: [],
    constants: undefined,
    gates: [],
    mentionedGates: [],
    deprecated: false,
  };
}

/** Schemas do not date their fields. */
const oldest = minor(8);
const listTypes = ['atomic', 'set', 'map'] as const;

function fieldType(schema: JsonSchema, name: string): FieldType {
  return typeOfValue(schema, name, objectType);
}

function objectType(schema: JsonSchema, name: string): FieldType {
  const { additionalProperties } = schema;
  if (typeof additionalProperties === 'object') return { kind: 'map', value: fieldType(additionalProperties, name) };
  return schema.properties.size === 0 ? any : { kind: 'object', type: typeOfSchema(schema, name) };
}

/** The type of a value; `ofObject` gives that of objects. */
export function typeOfValue(
  schema: JsonSchema,
  name: string,
  ofObject: (schema: JsonSchema, name: string) => FieldType,
): FieldType {
  if (schema.intOrString) return { kind: 'scalar', scalar: 'int-or-string' };
  switch (schema.type) {
    case 'string':
    case 'boolean':
      return { kind: 'scalar', scalar: schema.type };
    case 'integer':
      return { kind: 'scalar', scalar: 'int64' };
    case 'number':
      return { kind: 'scalar', scalar: 'double' };
    case 'array':
      return { kind: 'list', item: schema.items === undefined ? any : typeOfValue(schema.items, name, ofObject) };
    case 'object':
      return ofObject(schema, name);
    default:
      return any;
  }
}

const any: FieldType = { kind: 'scalar', scalar: 'any' };
