import type { FieldDefinition, FieldType, TypeDefinition } from '../catalog/types.ts';
import type { MapEntry, MapNode, Node } from '../manifest/node.ts';
import type { FieldPath } from '../text/fieldPath.ts';
import type { Span } from '../text/span.ts';

/** What the strict decoder of a binary makes of a resource. */
export interface Decoded {
  /** Values that do not decode into their Go type: the server answers 400 and looks no further. */
  readonly errors: readonly DecodeError[];
  /** Fields that the binary's schema lacks, at any depth. */
  readonly unknown: readonly UnknownField[];
  /** Such fields below types that decode themselves without strictness: they vanish, and not even strictness says so. */
  readonly unnoticed: readonly UnknownField[];
  /** Keys written more than once in one map; the last one counts. */
  readonly duplicates: readonly DuplicateKey[];
  /** Every occurrence of a field that somebody asked for, in the order of the text. */
  readonly fields: readonly FieldOccurrence[];
  /** Every occurrence of a struct that somebody asked for, in the order of the text. */
  readonly objects: readonly ObjectOccurrence[];
}

/** A value of another type than its field. */
export interface DecodeError {
  readonly path: FieldPath;
  readonly node: Node;
  readonly key: Span;
  /** What the field wants, for people: `a 32-bit integer`. */
  readonly wanted: string;
  /** The type at the very place: of the item in a list, of the value in a map; undefined where nothing would do. */
  readonly type: FieldType | undefined;
  /** The field that the value belongs to, at whatever depth of its lists and maps. */
  readonly field: FieldDefinition | undefined;
}

/** A key that the type at `path`'s parent does not have. */
export interface UnknownField {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  /** The map that the entry stands in. */
  readonly object: MapNode;
  readonly owner: TypeDefinition;
}

/** A second or later occurrence of a key. */
export interface DuplicateKey {
  readonly path: FieldPath;
  readonly entry: MapEntry;
  /** The map that both stand in. */
  readonly object: MapNode;
  readonly first: MapEntry;
}

/** One occurrence of a field with a value; `null` is absent and does not occur. */
export interface FieldOccurrence {
  readonly field: FieldDefinition;
  readonly value: Node;
  readonly path: FieldPath;
  readonly key: Span;
}

/** One occurrence of a struct. */
export interface ObjectOccurrence {
  readonly type: TypeDefinition;
  readonly object: MapNode;
  readonly path: FieldPath;
  readonly key: Span;
}

/** Which occurrences walks should collect. Asked once for each field and type: it must always answer the same. */
export interface Wanted {
  field(field: FieldDefinition): boolean;
  object(type: TypeDefinition): boolean;
}
