import { type Minor, minor } from '../targets/version.ts';
import type { TraitsRow, TypesPack } from './pack.ts';
import type { ApiField, EnumValue, FieldType } from './types.ts';

/** Field shapes, by the indices in field rows. */
export class Shapes {
  readonly strings: readonly string[];
  readonly #shapes: readonly string[];
  readonly #traits: readonly TraitsRow[];
  readonly #details: (FieldDetails | undefined)[] = [];

  /** Reads the tables that the rows of fields point into. */
  constructor({ strings, shapes, traits }: TypesPack) {
    const rows: unknown = JSON.parse(traits);
    if (!isTraits(rows)) throw new Error('the catalogue has no traits of fields');
    this.strings = strings.split(' ');
    this.#shapes = shapes.split(' ');
    this.#traits = rows;
  }

  /** The common properties of fields with a shape, read once: fields outnumber shapes by far. */
  detailsOf(shape: number): FieldDetails {
    let detailsOf = this.#details[shape];
    if (detailsOf === undefined) {
      const [notation, flags, traits] = (this.#shapes[shape] ?? '').split(',');
      const row = (traits === undefined ? undefined : this.#traits[Number(traits)]) ?? noTraits;
      detailsOf = {
        notation: this.strings[Number(notation)] ?? '',
        required: (Number(flags) & 1) !== 0,
        deprecated: (Number(flags) & 2) !== 0,
        enum: values(row.e),
        constants: values(row.c),
        listType: row.lt,
        listMapKeys: row.lk ?? none,
        gates: row.g ?? none,
        mentionedGates: row.m ?? none,
      };
      this.#details[shape] = detailsOf;
    }
    return detailsOf;
  }
}

/** The properties that a shape defines. */
type FieldDetails = Omit<ApiField, 'owner' | 'name' | 'type' | 'introduced' | 'last'> & {
  readonly notation: string;
};

function isTraits(value: unknown): value is readonly TraitsRow[] {
  return Array.isArray(value);
}

/** A field of a struct in one binary; its type is created lazily. */
export class LazyField implements ApiField {
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

  /** The field of a row (`name,from,shape,from,shape,…`) in a binary; undefined if the binary lacks it. */
  static at(binary: Minor, owner: string, row: string, tables: Shapes, typeOf: (notation: string) => FieldType) {
    const words = row.split(',');
    const period = periodOf(words, binary);
    return period && new LazyField(owner, tables.strings[Number(words[0])] ?? '', period, tables, typeOf);
  }

  private constructor(
    owner: string,
    name: string,
    period: Period,
    tables: Shapes,
    typeOf: (notation: string) => FieldType,
  ) {
    const detailsOf = tables.detailsOf(period.shape);
    this.owner = owner;
    this.name = name;
    this.required = detailsOf.required;
    this.deprecated = detailsOf.deprecated;
    this.introduced = minor(period.introduced);
    this.last = period.last === undefined ? undefined : minor(period.last);
    this.enum = detailsOf.enum;
    this.constants = detailsOf.constants;
    this.listType = detailsOf.listType;
    this.listMapKeys = detailsOf.listMapKeys;
    this.gates = detailsOf.gates;
    this.mentionedGates = detailsOf.mentionedGates;
    this.#notation = detailsOf.notation;
    this.#typeOf = typeOf;
  }

  get type(): FieldType {
    this.#type ??= this.#typeOf(this.#notation);
    return this.#type;
  }
}

/** The form of a field in a minor, and since and until when it exists without a gap. */
interface Period {
  readonly shape: number;
  readonly introduced: number;
  readonly last: number | undefined;
}

/** Of the words of a field's row, whose first is its name. */
function periodOf(words: readonly string[], binary: Minor): Period | undefined {
  let shape = '';
  let introduced = 0;
  for (let at = 1; at < words.length; at += 2) {
    const from = Number(words[at]);
    const next = words[at + 1] ?? '';
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
