import type { Minor } from '../targets/version.ts';

/** How a field's value is decoded. Types refer to each other in circles: they are made on first use. */
export type FieldType =
  | { readonly kind: 'scalar'; readonly scalar: ScalarType }
  | { readonly kind: 'list'; readonly item: FieldType }
  | { readonly kind: 'map'; readonly value: FieldType }
  | { readonly kind: 'object'; readonly type: ApiType }
  | { readonly kind: 'schema-or'; readonly schema: ApiType; readonly or: SchemaAlternative };

/**
 * The alternative to a JSON schema in a CustomResourceDefinition: true or false, a list of schemas, or a list of
 * strings. These Go types decode themselves (`JSONSchemaPropsOrBool` and similar in
 * `k8s.io/apiextensions-apiserver/pkg/apis/apiextensions/v1/marshal.go`) without strictness: below them a wrong type is
 * still an error, but unknown and duplicate fields are not reported. A value that is neither a schema nor the
 * alternative is an error for `boolean` and ignored for the other two.
 */
export type SchemaAlternative = 'boolean' | 'schemas' | 'strings';

/**
 * The leaf types of Kubernetes' Go structs:
 * - `bytes` is base64, `date-time` RFC 3339, `micro-time` RFC 3339 with microseconds,
 * - `raw` is any JSON value, kept unchanged (RawExtension, JSON), `any` has no type.
 */
export type ScalarType =
  | 'string'
  | 'boolean'
  | 'int32'
  | 'int64'
  | 'double'
  | 'quantity'
  | 'duration'
  | 'int-or-string'
  | 'bytes'
  | 'date-time'
  | 'micro-time'
  | 'raw'
  | 'any';

/** A Go struct of one binary's schema. */
export interface ApiType {
  /** The short name: `core.v1.Container`, `meta.v1.ObjectMeta`. */
  readonly name: string;
  readonly fields: ReadonlyMap<string, ApiField>;
}

/** A field of a struct in one binary's schema. Field definitions are shared: compare them by identity. */
export interface ApiField {
  /** The type that has the field. */
  readonly owner: string;
  readonly name: string;
  readonly type: FieldType;
  /** Required by the schema. A hint for readers: validation decides whether the server refuses its absence. */
  readonly required: boolean;
  /** The first minor that has the field, 8 for all that are older than the facts. */
  readonly introduced: Minor;
  /** The last minor that has it; undefined while it still exists. */
  readonly last: Minor | undefined;
  /** Values of a `+enum` type in this binary. */
  readonly enum: readonly EnumValue[] | undefined;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  /** Values that the Go type names without declaring an enumeration; others may be allowed as well. */
  readonly constants: readonly EnumValue[] | undefined;
  /**
   * Gates that the source marks the field with in this binary. Incomplete: `Catalog.gatedFields` has the measured ones.
   */
  readonly gates: readonly string[];
  /** Gates that the field's comment merely mentions: a hint for binaries older than the marks. */
  readonly mentionedGates: readonly string[];
  readonly deprecated: boolean;
}

/** One named value of a field, and the first minor that had it. */
export interface EnumValue {
  readonly value: string;
  readonly introduced: Minor;
}
