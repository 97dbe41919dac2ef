/**
 * The traits of a schema as bits: a keyword with a value other than null, or a rare property that needs closer
 * validation. They only guide walks.
 */
export const trait = {
  type: 1 << 0,
  properties: 1 << 1,
  items: 1 << 2,
  additionalProperties: 1 << 3,
  /** `allOf`, `anyOf`, `oneOf` or `not`. */
  combination: 1 << 4,
  default: 1 << 5,
  pattern: 1 << 6,
  format: 1 << 7,
  enum: 1 << 8,
  required: 1 << 9,
  nullable: 1 << 10,
  /** A bound of a value, or of how many there may be. */
  bound: 1 << 11,
  uniqueItems: 1 << 12,
  description: 1 << 13,
  intOrString: 1 << 14,
  embeddedResource: 1 << 15,
  preserveUnknownFields: 1 << 16,
  listType: 1 << 17,
  listMapKeys: 1 << 18,
  mapType: 1 << 19,
  rules: 1 << 20,
  /** A keyword or a form that structural schemas do not have. */
  unstructural: 1 << 21,
  untyped: 1 << 22,
  /** A type that no schema has. */
  strangeType: 1 << 23,
  /** An array without the schema of its items. */
  itemless: 1 << 24,
  /** Properties beside a schema or `false` for all others. */
  mixed: 1 << 25,
  /** How a list or map merges, unless it is an atomic list, or a map as a whole or by its keys. */
  topology: 1 << 26,
} as const;

/** The traits that keywords are. */
export const keywordTraits: ReadonlyMap<string, number> = new Map([
  ['type', trait.type],
  ['properties', trait.properties],
  ['items', trait.items],
  ['additionalProperties', trait.additionalProperties],
  ['allOf', trait.combination],
  ['anyOf', trait.combination],
  ['oneOf', trait.combination],
  ['not', trait.combination],
  ['default', trait.default],
  ['pattern', trait.pattern],
  ['format', trait.format],
  ['enum', trait.enum],
  ['required', trait.required],
  ['nullable', trait.nullable],
  ['minLength', trait.bound],
  ['maxLength', trait.bound],
  ['minimum', trait.bound],
  ['maximum', trait.bound],
  ['exclusiveMinimum', trait.bound],
  ['exclusiveMaximum', trait.bound],
  ['multipleOf', trait.bound],
  ['minItems', trait.bound],
  ['maxItems', trait.bound],
  ['minProperties', trait.bound],
  ['maxProperties', trait.bound],
  ['uniqueItems', trait.uniqueItems],
  ['description', trait.description],
  ['x-kubernetes-int-or-string', trait.intOrString],
  ['x-kubernetes-embedded-resource', trait.embeddedResource],
  ['x-kubernetes-preserve-unknown-fields', trait.preserveUnknownFields],
  ['x-kubernetes-list-type', trait.listType],
  ['x-kubernetes-list-map-keys', trait.listMapKeys],
  ['x-kubernetes-map-type', trait.mapType],
  ['x-kubernetes-validations', trait.rules],
  ['id', trait.unstructural],
  ['$schema', trait.unstructural],
  ['$ref', trait.unstructural],
  ['patternProperties', trait.unstructural],
  ['dependencies', trait.unstructural],
  ['additionalItems', trait.unstructural],
  ['definitions', trait.unstructural],
]);

/** The traits that types are. */
export const typeTraits: ReadonlyMap<string, number> = new Map([
  ['', trait.untyped],
  ['array', 0],
  ['boolean', 0],
  ['integer', 0],
  ['number', 0],
  ['object', 0],
  ['string', 0],
]);
