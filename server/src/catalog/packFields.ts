import { type Minor, minor } from '../target/version.ts';
import type { TraitsRow, TypesPack } from './pack.ts';
import type { EnumValue, FieldDefinition, FieldType } from './types.ts';

/** What fields look like, by the indices that the rows of fields use. */
export interface Shapes {
  readonly strings: readonly string[];
  readonly shapes: readonly string[];
  readonly traits: readonly TraitsRow[];
}

/** Reads the tables that the rows of fields point into. */
export function readShapes({ strings, shapes, traits }: TypesPack): Shapes {
  const rows: unknown = JSON.parse(traits);
  if (!isTraits(rows)) throw new Error('the catalogue has no traits of fields');
  return { strings: strings.split(' '), shapes: shapes.split(' '), traits: rows };
}

function isTraits(value: unknown): value is readonly TraitsRow[] {
  return Array.isArray(value);
}

/** A field of a struct in one binary; its type is made when it is first asked for. */
export class LazyField implements FieldDefinition {
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
  readonly #typeOf: (notation: string) => FieldType;
  #type: FieldType | undefined;

  /** The field of a row (`name,from,shape,from,shape,…`) in a binary; undefined where the binary lacks it. */
  static at(binary: Minor, owner: string, row: string, tables: Shapes, typeOf: (notation: string) => FieldType) {
    const [name = '', ...life] = row.split(',');
    const period = periodOf(life, binary);
    return period && new LazyField(owner, tables.strings[Number(name)] ?? '', period, tables, typeOf);
  }

  private constructor(
    owner: string,
    name: string,
    period: Period,
    tables: Shapes,
    typeOf: (notation: string) => FieldType,
  ) {
    const [notation, flags, traits] = (tables.shapes[period.shape] ?? '').split(',');
    const row = (traits === undefined ? undefined : tables.traits[Number(traits)]) ?? noTraits;
    this.owner = owner;
    this.name = name;
    this.required = (Number(flags) & 1) !== 0;
    this.deprecated = (Number(flags) & 2) !== 0;
    this.introduced = minor(period.introduced);
    this.last = period.last === undefined ? undefined : minor(period.last);
    this.enum = values(row.e);
    this.constants = values(row.c);
    this.listType = row.lt;
    this.listMapKeys = row.lk ?? none;
    this.gates = row.g ?? none;
    this.mentionedGates = row.m ?? none;
    this.#notation = tables.strings[Number(notation)] ?? '';
    this.#typeOf = typeOf;
  }

  get type(): FieldType {
    this.#type ??= this.#typeOf(this.#notation);
    return this.#type;
  }
}

/** What a field is in a minor, and since and until when it is there without a gap. */
interface Period {
  readonly shape: number;
  readonly introduced: number;
  readonly last: number | undefined;
}

function periodOf(life: readonly string[], binary: Minor): Period | undefined {
  let shape = '';
  let introduced = 0;
  for (let at = 0; at < life.length; at += 2) {
    const from = Number(life[at]);
    const next = life[at + 1] ?? '';
    if (from > binary) {
      if (shape === '') return undefined;
      if (next === '') return { shape: Number(shape), introduced, last: from - 1 };
      continue;
    }
    if (shape === '') introduced = from;
    shape = next;
  }
  return shape === '' ? undefined : { shape: Number(shape), introduced, last: undefined };
}

const none: readonly string[] = [];
const noTraits: TraitsRow = {};

function values(rows: TraitsRow['e']): readonly EnumValue[] | undefined {
  return rows?.map(([value, introduced]) => ({ value, introduced: minor(introduced) }));
}
