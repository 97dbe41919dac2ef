import type { Minor } from '../targets/version.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { TypesPack } from './pack.ts';
import { LazyField, Shapes } from './packFields.ts';
import type { ApiField, ApiType, FieldType, ScalarType, SchemaAlternative } from './types.ts';

/** The types of all binaries. Types and their fields are created lazily. */
export class TypeTable {
  readonly #pack: TypesPack;
  readonly #rows = new Map<string, string>();
  readonly #schemas = new Map<Minor, Schema>();
  #shapes: Shapes | undefined;

  constructor(pack: TypesPack) {
    this.#pack = pack;
    for (const row of pack.types) this.#rows.set(row.slice(0, row.indexOf(' ')), row);
  }

  /** A type in the schema of a binary; the same object every time. Undefined if that binary has none of this name. */
  type(binary: Minor, name: string): ApiType | undefined {
    const schema = getOrInsertComputed(this.#schemas, binary, () => {
      this.#shapes ??= new Shapes(this.#pack);
      return new Schema(binary, this.#shapes, this.#rows);
    });
    return schema.type(name);
  }
}

/** The schema of one binary. */
class Schema {
  readonly #binary: Minor;
  readonly #shapes: Shapes;
  readonly #rows: ReadonlyMap<string, string>;
  readonly #types = new Map<string, ApiType | undefined>();
  readonly #fieldTypes = new Map<string, FieldType>();

  constructor(binary: Minor, shapes: Shapes, rows: ReadonlyMap<string, string>) {
    this.#binary = binary;
    this.#shapes = shapes;
    this.#rows = rows;
  }

  type(name: string): ApiType | undefined {
    if (this.#types.has(name)) return this.#types.get(name);
    const [, spans = '', ...fields] = this.#rows.get(name)?.split(' ') ?? [];
    const type = spans !== '' && includes(spans, this.#binary) ? new LazyType(name, fields, this) : undefined;
    this.#types.set(name, type);
    return type;
  }

  /** The fields of a type that this binary has, out of their rows. */
  fields(owner: string, rows: readonly string[]): ReadonlyMap<string, ApiField> {
    const fields = new Map<string, ApiField>();
    for (const row of rows) {
      const field = LazyField.at(this.#binary, owner, row, this.#shapes, this.#typeOf);
      if (field !== undefined) fields.set(field.name, field);
    }
    return fields;
  }

  readonly #typeOf = (notation: string): FieldType => {
    const known = this.#fieldTypes.get(notation);
    if (known !== undefined) return known;
    const type = this.#read(notation);
    this.#fieldTypes.set(notation, type);
    return type;
  };

  #read(notation: string): FieldType {
    if (notation.startsWith('[]')) return { kind: 'list', item: this.#typeOf(notation.slice(2)) };
    if (notation.startsWith('map[]')) return { kind: 'map', value: this.#typeOf(notation.slice(5)) };
    if (isScalar(notation)) return { kind: 'scalar', scalar: notation };
    const [alternative = '', schema = ''] = notation.split('|');
    if (isAlternative(alternative)) return { kind: 'schema-or', schema: this.#needed(schema), or: alternative };
    return { kind: 'object', type: this.#needed(notation) };
  }

  #needed(name: string): ApiType {
    const type = this.type(name);
    if (type === undefined) throw new Error(`the catalogue names the type ${name} but does not have it`);
    return type;
  }
}

class LazyType implements ApiType {
  readonly name: string;
  readonly #rows: readonly string[];
  readonly #schema: Schema;
  #fields: ReadonlyMap<string, ApiField> | undefined;

  constructor(name: string, rows: readonly string[], schema: Schema) {
    this.name = name;
    this.#rows = rows;
    this.#schema = schema;
  }

  get fields(): ReadonlyMap<string, ApiField> {
    this.#fields ??= this.#schema.fields(this.name, this.#rows);
    return this.#fields;
  }
}

/** Whether a minor is in one of the spans, written `8-12,16-`. */
function includes(spans: string, binary: Minor): boolean {
  return spans.split(',').some((span) => {
    const [first, last = ''] = span.split('-');
    return Number(first) <= binary && (last === '' || binary <= Number(last));
  });
}

const scalars: ReadonlySet<string> = new Set<ScalarType>([
  'string',
  'boolean',
  'int32',
  'int64',
  'double',
  'quantity',
  'duration',
  'int-or-string',
  'bytes',
  'date-time',
  'micro-time',
  'raw',
  'any',
]);

function isScalar(notation: string): notation is ScalarType {
  return scalars.has(notation);
}

function isAlternative(text: string): text is SchemaAlternative {
  return text === 'boolean' || text === 'schemas' || text === 'strings';
}
