import type { ApiField, ApiType, FieldType } from '../catalog/types.ts';
import type { MapEntry, MapNode, Node } from '../manifest/node.ts';
import type { FieldPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';

/** A resource as decoded by the strict decoder of a binary. */
export interface Decoded {
  /** Values that do not decode into their Go type: the server answers 400 and stops. */
  readonly errors: readonly DecodeError[];
  /** Fields that the binary's schema lacks, at any depth. */
  readonly unknown: readonly UnknownField[];
  /**
   * Unknown fields that are silently dropped even in strict mode, because a Go type above has its own, lenient decoder.
   */
  readonly unnoticed: readonly UnknownField[];
  /** Keys that occur more than once in a map; the last one counts. */
  readonly duplicates: readonly DuplicateKey[];
  /** Every occurrence of a requested field, in the order of the text. */
  readonly fields: readonly FieldOccurrence[];
  /** Every occurrence of a requested struct, in the order of the text. */
  readonly objects: readonly ObjectOccurrence[];
}

/** A value whose type differs from its field's. */
export interface DecodeError {
  readonly path: FieldPath;
  readonly node: Node;
  readonly key: Span;
  /** The expected type, for messages: `a 32-bit integer`. */
  readonly wanted: string;
  /** The expected type, of the item in a list and of the value in a map; undefined if the value fits no type. */
  readonly type: FieldType | undefined;
  /** The field that contains the value, through any lists and maps. */
  readonly field: ApiField | undefined;
}

/** A key that is not a field of its type. */
export interface UnknownField {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  /** The map that contains the entry. */
  readonly object: MapNode;
  readonly owner: ApiType;
}

/** A second or later occurrence of a key. */
export interface DuplicateKey {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  /** The map that contains both. */
  readonly object: MapNode;
  readonly first: MapEntry;
}

/** One occurrence of a field with a value; `null` is absent and does not occur. */
export interface FieldOccurrence {
  readonly field: ApiField;
  readonly value: Node;
  readonly path: FieldPath;
  readonly key: Span;
}

/** One occurrence of a struct. */
export interface ObjectOccurrence {
  readonly type: ApiType;
  readonly object: MapNode;
  readonly path: FieldPath;
  readonly key: Span;
}

/** The occurrences that a walk collects. Called once per field and type: it must be deterministic. */
export interface OccurrenceFilter {
  field(field: ApiField): boolean;
  object(type: ApiType): boolean;
}
