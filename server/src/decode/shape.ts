import type { ApiField, ApiType, FieldType, ScalarType, SchemaAlternative } from '../catalog/types.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { OccurrenceFilter } from './decoded.ts';

/**
 * A type prepared for walks: what a walk needs is a property, so that nothing is looked up or computed twice.
 */
export interface PreparedType {
  readonly type: FieldType;
  readonly kind: FieldType['kind'];
  /** Of a leaf. */
  readonly scalar: ScalarType | undefined;
  /** Of an object, or of the schema of a `schema-or`. */
  readonly struct: StructShape | undefined;
  /** Of the items of a list, the values of a map, or the alternative of a `schema-or`. */
  readonly inner: PreparedType | undefined;
  readonly or: SchemaAlternative | undefined;
}

/** A field of a struct, and whether its occurrences are to be collected. */
export interface FieldShape {
  readonly field: ApiField;
  readonly shape: PreparedType;
  /** The type of a leaf. */
  readonly scalar: ScalarType | undefined;
  readonly isWanted: boolean;
}

/** A struct, and whether its occurrences are to be collected. Its fields are resolved lazily. */
export class StructShape {
  readonly type: ApiType;
  readonly isWanted: boolean;
  readonly #shapes: Shapes;
  readonly #fields = new Map<string, FieldShape>();

  constructor(type: ApiType, shapes: Shapes) {
    this.type = type;
    this.isWanted = shapes.wanted.object(type);
    this.#shapes = shapes;
  }

  field(name: string): FieldShape | undefined {
    return this.#fields.get(name) ?? this.#addField(name);
  }

  #addField(name: string): FieldShape | undefined {
    const field = this.type.fields.get(name);
    if (field === undefined) return undefined;
    const shape = this.#shapes.of(field.type);
    const fieldShape = { field, shape, scalar: shape.scalar, isWanted: this.#shapes.wanted.field(field) };
    this.#fields.set(name, fieldShape);
    return fieldShape;
  }
}

/** The shapes of all types that walks have reached. */
export class Shapes {
  readonly wanted: OccurrenceFilter;
  readonly #structs = new WeakMap<ApiType, StructShape>();

  private constructor(wanted: OccurrenceFilter) {
    this.wanted = wanted;
  }

  /** The shapes of a filter; they live as long as the filter. */
  static for(wanted: OccurrenceFilter): Shapes {
    return getOrInsertComputed(known, wanted, () => new Shapes(wanted));
  }

  struct(type: ApiType): StructShape {
    let shape = this.#structs.get(type);
    if (shape === undefined) {
      shape = new StructShape(type, this);
      this.#structs.set(type, shape);
    }
    return shape;
  }

  of(type: FieldType): PreparedType {
    const { kind } = type;
    return {
      type,
      kind,
      scalar: kind === 'scalar' ? type.scalar : undefined,
      struct: kind === 'object' ? this.struct(type.type) : kind === 'schema-or' ? this.struct(type.schema) : undefined,
      inner: this.#inner(type),
      or: kind === 'schema-or' ? type.or : undefined,
    };
  }

  #inner(type: FieldType): PreparedType | undefined {
    if (type.kind === 'list') return this.of(type.item);
    if (type.kind === 'map') return this.of(type.value);
    if (type.kind !== 'schema-or') return undefined;
    return this.of(type.or === 'strings' ? string : { kind: 'object', type: type.schema });
  }
}

const known = new WeakMap<OccurrenceFilter, Shapes>();
const string: FieldType = { kind: 'scalar', scalar: 'string' };
