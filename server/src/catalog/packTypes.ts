import { type Minor, minor } from '../target/version.ts';
import { inSpans } from './catalog.ts';
import type { FieldRow, TraitsRow, TypeRow, TypesPack } from './pack.ts';
import { spans } from './packKinds.ts';
import type { EnumValue, FieldDefinition, FieldType, ScalarType, SchemaAlternative, TypeDefinition } from './types.ts';

/** The types of all binaries. A type of a binary is made when it is first asked for, its fields when they are. */
export class TypeTable {
  readonly #pack: TypesPack;
  readonly #rows: ReadonlyMap<string, TypeRow>;
  readonly #schemas = new Map<Minor, Schema>();

  constructor(pack: TypesPack) {
    this.#pack = pack;
    this.#rows = new Map(pack.types.map((row) => [row[0], row]));
  }

  /** A type in the schema of a binary; the same object every time. Undefined where that binary has none of this name. */
  type(binary: Minor, name: string): TypeDefinition | undefined {
    let schema = this.#schemas.get(binary);
    if (schema === undefined) {
      schema = new Schema(binary, this.#pack, this.#rows);
      this.#schemas.set(binary, schema);
    }
    return schema.type(name);
  }
}

/** The schema of one binary. */
class Schema {
  readonly binary: Minor;
  readonly pack: TypesPack;
  readonly #rows: ReadonlyMap<string, TypeRow>;
  readonly #types = new Map<string, TypeDefinition | undefined>();
  readonly #fieldTypes = new Map<string, FieldType>();

  constructor(binary: Minor, pack: TypesPack, rows: ReadonlyMap<string, TypeRow>) {
    this.binary = binary;
    this.pack = pack;
    this.#rows = rows;
  }

  type(name: string): TypeDefinition | undefined {
    if (this.#types.has(name)) return this.#types.get(name);
    const row = this.#rows.get(name);
    const known = row !== undefined && inSpans(spans(row[1]), this.binary);
    const type = known ? new LazyType(name, row, this) : undefined;
    this.#types.set(name, type);
    return type;
  }

  fieldType(notation: string): FieldType {
    const known = this.#fieldTypes.get(notation);
    if (known !== undefined) return known;
    const type = this.#read(notation);
    this.#fieldTypes.set(notation, type);
    return type;
  }

  #read(notation: string): FieldType {
    if (notation.startsWith('[]')) return { kind: 'list', item: this.fieldType(notation.slice(2)) };
    if (notation.startsWith('map[]')) return { kind: 'map', value: this.fieldType(notation.slice(5)) };
    if (isScalar(notation)) return { kind: 'scalar', scalar: notation };
    const [alternative = '', schema = ''] = notation.split('|');
    if (isAlternative(alternative)) return { kind: 'schema-or', schema: this.#needed(schema), or: alternative };
    return { kind: 'object', type: this.#needed(notation) };
  }

  #needed(name: string): TypeDefinition {
    const type = this.type(name);
    if (type === undefined) throw new Error(`the catalogue names the type ${name} but does not have it`);
    return type;
  }
}

class LazyType implements TypeDefinition {
  readonly name: string;
  readonly #row: TypeRow;
  readonly #schema: Schema;
  #fields: ReadonlyMap<string, FieldDefinition> | undefined;

  constructor(name: string, row: TypeRow, schema: Schema) {
    this.name = name;
    this.#row = row;
    this.#schema = schema;
  }

  get fields(): ReadonlyMap<string, FieldDefinition> {
    this.#fields ??= fieldsOf(this.name, this.#row[2], this.#schema);
    return this.#fields;
  }
}

function fieldsOf(owner: string, rows: readonly FieldRow[], schema: Schema): ReadonlyMap<string, FieldDefinition> {
  const fields = new Map<string, FieldDefinition>();
  for (const row of rows) {
    const life = lifeAt(row, schema.binary);
    if (life === undefined) continue;
    const name = schema.pack.strings[row[0] ?? -1] ?? '';
    fields.set(name, new LazyField(owner, name, life, schema));
  }
  return fields;
}

/** What a field is in a minor, and since and until when it has been there without a gap. */
interface Life {
  readonly shape: number;
  readonly introduced: number;
  readonly last: number | undefined;
}

function lifeAt(row: FieldRow, binary: Minor): Life | undefined {
  let shape = -1;
  let introduced = 0;
  for (let at = 1; at < row.length; at += 2) {
    const from = row[at] ?? 0;
    const next = row[at + 1] ?? -1;
    if (from > binary) {
      if (shape >= 0 && next < 0) return { shape, introduced, last: from - 1 };
      if (shape < 0) return undefined;
      continue;
    }
    if (shape < 0) introduced = from;
    shape = next;
  }
  return shape < 0 ? undefined : { shape, introduced, last: undefined };
}

class LazyField implements FieldDefinition {
  readonly owner: string;
  readonly name: string;
  readonly required: boolean;
  readonly deprecated: boolean;
  readonly introduced: Minor;
  readonly last: Minor | undefined;
  readonly enum: readonly EnumValue[] | undefined;
  readonly constants: readonly EnumValue[] | undefined;
  readonly listType: 'atomic' | 'set' | 'map' | undefined;
  readonly listMapKeys: readonly string[];
  readonly gates: readonly string[];
  readonly mentionedGates: readonly string[];
  readonly #notation: string;
  readonly #schema: Schema;
  #type: FieldType | undefined;

  constructor(owner: string, name: string, life: Life, schema: Schema) {
    const [notation = -1, flags = 0, traits = -1] = schema.pack.shapes[life.shape] ?? [];
    const row = schema.pack.traits[traits] ?? noTraits;
    this.owner = owner;
    this.name = name;
    this.required = (flags & 1) !== 0;
    this.deprecated = (flags & 2) !== 0;
    this.introduced = minor(life.introduced);
    this.last = life.last === undefined ? undefined : minor(life.last);
    this.enum = values(row.e);
    this.constants = values(row.c);
    this.listType = row.lt;
    this.listMapKeys = row.lk ?? none;
    this.gates = row.g ?? none;
    this.mentionedGates = row.m ?? none;
    this.#notation = schema.pack.strings[notation] ?? '';
    this.#schema = schema;
  }

  get type(): FieldType {
    this.#type ??= this.#schema.fieldType(this.#notation);
    return this.#type;
  }
}

const none: readonly string[] = [];
const noTraits: TraitsRow = {};

function values(rows: TraitsRow['e']): readonly EnumValue[] | undefined {
  return rows?.map(([value, introduced]) => ({ value, introduced: minor(introduced) }));
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
