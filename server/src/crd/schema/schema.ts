import type { MapNode } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import type { Json } from './json.ts';

/**
 * A schema of a CustomResourceDefinition version (`JSONSchemaProps`), limited to what affects objects. Absent fields
 * have Go's zero value; absent counts and bounds are undefined. Fields of a schema from text are read lazily, so that
 * spreading it into another object copies little.
 */
export interface JsonSchema {
  /** '' where no type is named. */
  readonly type: string;
  readonly format: string;
  readonly nullable: boolean;
  readonly default: Json | undefined;
  /** Empty if any value will do. */
  readonly enum: readonly Json[];
  readonly pattern: string;
  readonly minLength: number | undefined;
  readonly maxLength: number | undefined;
  readonly minimum: number | undefined;
  readonly maximum: number | undefined;
  readonly exclusiveMinimum: boolean;
  readonly exclusiveMaximum: boolean;
  readonly multipleOf: number | undefined;
  readonly minItems: number | undefined;
  readonly maxItems: number | undefined;
  readonly uniqueItems: boolean;
  readonly minProperties: number | undefined;
  readonly maxProperties: number | undefined;
  readonly required: readonly string[];
  readonly properties: ReadonlyMap<string, JsonSchema>;
  readonly additionalProperties: JsonSchema | boolean | undefined;
  /** The schema of the items; a list of schemas, which no server takes, reads as absent. */
  readonly items: JsonSchema | undefined;
  readonly allOf: readonly JsonSchema[];
  readonly anyOf: readonly JsonSchema[];
  readonly oneOf: readonly JsonSchema[];
  readonly not: JsonSchema | undefined;
  readonly intOrString: boolean;
  readonly embeddedResource: boolean;
  readonly preserveUnknownFields: boolean;
  /** '' where none is written: lists are then atomic. */
  readonly listType: string;
  readonly listMapKeys: readonly string[];
  /** '' where none is written: maps are then granular. */
  readonly mapType: string;
  readonly rules: readonly ValidationRule[];
  readonly description: string;
  /** Where the schema is written; undefined for one of the built-in sets. */
  readonly node: MapNode | undefined;
}

/** One of `x-kubernetes-validations`. */
export interface ValidationRule {
  readonly rule: string;
  readonly message: string;
  readonly messageExpression: string;
  readonly reason: string;
  readonly fieldPath: string;
  readonly optionalOldSelf: boolean;
  /** Where it is written: the text of `rule`. */
  readonly span: Span;
}

/** The empty schema. */
export const emptySchema: JsonSchema = {
  type: '',
  format: '',
  nullable: false,
  default: undefined,
  enum: [],
  pattern: '',
  minLength: undefined,
  maxLength: undefined,
  minimum: undefined,
  maximum: undefined,
  exclusiveMinimum: false,
  exclusiveMaximum: false,
  multipleOf: undefined,
  minItems: undefined,
  maxItems: undefined,
  uniqueItems: false,
  minProperties: undefined,
  maxProperties: undefined,
  required: [],
  properties: new Map(),
  additionalProperties: undefined,
  items: undefined,
  allOf: [],
  anyOf: [],
  oneOf: [],
  not: undefined,
  intOrString: false,
  embeddedResource: false,
  preserveUnknownFields: false,
  listType: '',
  listMapKeys: [],
  mapType: '',
  rules: [],
  description: '',
  node: undefined,
};

/** The schema of an object's field: its own, or that of additional properties. */
export function schemaOfField(schema: JsonSchema | undefined, name: string): JsonSchema | undefined {
  const jsonSchema = schema?.properties.get(name);
  if (jsonSchema !== undefined) return jsonSchema;
  const rest = schema?.additionalProperties;
  return typeof rest === 'object' ? rest : undefined;
}
