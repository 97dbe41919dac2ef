import type { FieldDefinition, FieldType, ScalarType } from '../../catalog/types.ts';
import type { MapEntry, Node, ScalarValue } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import type { KnownTexts } from './knownTexts.ts';

/** Text like any other. */
const anyText = 'a';
/** The fields that have labels in them. */
const labelFields: ReadonlySet<string> = new Set(['labels', 'matchLabels', 'selector', 'nodeSelector']);
/** What may be the key of a label, and the value. */
const label = /^[A-Za-z\d](?:[\w.-]{0,61}[A-Za-z\d])?$/;
/** Texts that rules tell from others. */
const specialTexts = [
  ...['', '1', '0', 'None', '/a', '*', 'a.b', '10%', 'http', 'default'],
  ...['system-cluster-critical', 'system-node-critical'],
];
const scalars: Readonly<Record<Exclude<ScalarType, 'string' | 'int-or-string'>, readonly ScalarValue[]>> = {
  boolean: [true, false],
  int32: [1, 0, 2, 80, 70_000],
  int64: [1, 0, 2, 1_000, 70_000],
  double: [1, 0, 0.5],
  quantity: ['1', '0', '1Gi', '100m'],
  duration: ['1s', '0s'],
  bytes: ['YQ==', ''],
  'date-time': ['2020-01-01T00:00:00Z'],
  'micro-time': ['2020-01-01T00:00:00.000000Z'],
  raw: [],
  any: [],
};
/** Of how many names that findings miss items are made. */
const mostNamed = 6;
/** How deep objects are made up: nothing that is certain depends on what lies deeper in something unknown. */
const deepest = 2;

/** What is known of a value that is open. */
export interface OpenValue {
  readonly type: FieldType | undefined;
  /** The key that it is at; undefined in a list. */
  readonly key: string | undefined;
  /** The field that it is the value of, or in. */
  readonly field: FieldDefinition | undefined;
}

/** Makes up values of a type for what a template leaves open: those that rules may tell from each other. */
export class Alternatives {
  readonly #known: KnownTexts;
  readonly #span: Span;

  /** @param span what every made-up value says of its place. */
  constructor(known: KnownTexts, { start, end }: Span) {
    this.#known = known;
    this.#span = { start, end };
  }

  /**
   * What may are at the place of an open value. The first is a common value, the second none at all or an empty text;
   * then comes what is at the same key elsewhere.
   *
   * @param isText whether it is a string for certain, as between quotes.
   */
  ofValue({ type, key, field }: OpenValue, isText: boolean): readonly Node[] {
    const nothing = this.#scalar(isText ? '' : null);
    const [first, ...others] = isText
      ? this.#texts(field, key).map((text) => this.#scalar(text))
      : this.#values({ type, key, field });
    return [first ?? nothing, nothing, ...others];
  }

  /** What may be in a map besides what is known to be, the first being nothing. */
  moreEntries({ type, field }: OpenValue, known: ReadonlySet<string>): readonly (readonly MapEntry[])[] {
    const others = (entries: readonly MapEntry[]) => entries.filter(({ key }) => !known.has(key));
    if (type?.kind === 'map') {
      const made = this.#mapTexts(field).map((text) => [this.#entry(text, this.#generic(type.value, text, 0))]);
      return [[], ...made.map(others), ...this.#known.maps.map(others)];
    }
    if (type?.kind !== 'object') return [[]];
    const fields = others(this.#struct(type, anyText, 0));
    const full = this.#someTexts().map((text) => others(this.#struct(type, text, 0)));
    return [[], ...full, ...fields.map((field) => [field])];
  }

  /** What may be in a list besides what is known to be, the first being nothing. */
  moreItems(type: FieldType | undefined): readonly (readonly Node[])[] {
    const item = type?.kind === 'list' ? type.item : undefined;
    return [[], ...this.#someTexts().map((text) => [this.#generic(item, text, 0)]), ...this.#named(item)];
  }

  #values({ type, key, field }: OpenValue): readonly Node[] {
    const empty: Node = { kind: 'map', ...this.#span, flow: true, entries: [] };
    if (type === undefined) return [this.#scalar(anyText), this.#scalar(1), this.#scalar(true), empty];
    if (type.kind === 'scalar') return this.#scalars(type.scalar, field, key).map((value) => this.#scalar(value));
    const texts = type.kind === 'map' ? this.#mapTexts(field) : this.#someTexts();
    const generic = texts.map((text) => this.#generic(type, text, 0));
    if (type.kind === 'list') {
      const lists = [[], ...this.#named(type.item)];
      return [...generic, ...lists.map((items): Node => ({ kind: 'list', ...this.#span, flow: true, items }))];
    }
    const maps = type.kind === 'map' ? this.#known.maps : [];
    return [...generic, empty, ...maps.map((entries): Node => ({ kind: 'map', ...this.#span, flow: true, entries }))];
  }

  #scalars(type: ScalarType, field: FieldDefinition | undefined, key: string | undefined): readonly ScalarValue[] {
    const { numbers } = this.#known;
    switch (type) {
      case 'string':
        return this.#texts(field, key);
      case 'int-or-string':
        return [1, 0, 80, ...numbers, ...this.#texts(field, key)];
      case 'int32':
      case 'int64':
        return [...scalars[type], ...numbers.filter(Number.isInteger)];
      default:
        return scalars[type];
    }
  }

  #texts(field: FieldDefinition | undefined, key: string | undefined): readonly string[] {
    // What is none of an enumeration is refused whatever else is wrong.
    if (field?.enum !== undefined) return field.enum.map(({ value }) => value);
    const [common = anyText, ...named] = (field?.constants ?? []).map(({ value }) => value);
    const same = this.#known.textsAt.get(key ?? '') ?? [];
    // What no label may be is refused whatever else is wrong.
    if (field !== undefined && key !== field.name && labelFields.has(field.name)) {
      return [...new Set([anyText, '', ...same, ...this.#known.texts])].filter((text) => /^[\w.-]*$/.test(text));
    }
    return [...new Set([common, ...same, ...named, anyText, ...specialTexts, ...this.#known.texts])];
  }

  /** The keys of maps, and their values: in labels, what is none is refused whatever else is wrong. */
  #mapTexts(field: FieldDefinition | undefined): readonly string[] {
    const texts = this.#someTexts();
    return field !== undefined && labelFields.has(field.name) ? texts.filter((text) => label.test(text)) : texts;
  }

  #someTexts(): readonly string[] {
    return [...new Set([anyText, ...specialTexts, ...this.#known.texts])];
  }

  #generic(type: FieldType | undefined, text: string, depth: number): Node {
    switch (type?.kind) {
      case undefined:
        return this.#scalar(text);
      case 'scalar':
        if (type.scalar === 'string') return this.#scalar(text);
        if (type.scalar === 'int-or-string') return this.#scalar(text === anyText ? 1 : text);
        return this.#scalar(scalars[type.scalar][0] ?? text);
      case 'list':
        return { kind: 'list', ...this.#span, flow: true, items: [this.#generic(type.item, text, depth)] };
      case 'map':
        return this.#map([this.#entry(text, this.#generic(type.value, text, depth))]);
      case 'object':
        return this.#map(this.#struct(type, text, depth));
      case 'schema-or':
        return this.#map([]);
    }
  }

  #struct(type: FieldType & { readonly kind: 'object' }, text: string, depth: number): readonly MapEntry[] {
    if (depth >= deepest) return [];
    return [...type.type.fields].map(([key, field]) => {
      const [named] = field.enum ?? field.constants ?? [];
      const isNamed = field.type.kind === 'scalar' && named !== undefined && text === anyText;
      return this.#entry(key, isNamed ? this.#scalar(named.value) : this.#generic(field.type, text, depth + 1));
    });
  }

  /** Items that are what a finding misses, with no more than a name and one thing besides. */
  #named(type: FieldType | undefined): readonly (readonly Node[])[] {
    if (type?.kind !== 'object') return [];
    const fields = [...type.type.fields.values()];
    const names = fields.filter((field) => field.type.kind === 'scalar' && (field.required || field.name === 'name'));
    const things = fields.filter(({ type: { kind } }) => kind === 'object');
    return this.#known.named.slice(0, mostNamed).flatMap((text) => {
      const named = names.map((field) => this.#entry(field.name, this.#generic(field.type, text, 0)));
      return [named, ...things.map(({ name }) => [...named, this.#entry(name, this.#map([]))])].map((entries) => [
        this.#map(entries),
      ]);
    });
  }

  #map(entries: readonly MapEntry[]): Node {
    return { kind: 'map', ...this.#span, flow: true, entries };
  }

  #entry(key: string, value: Node): MapEntry {
    return { key, keySpan: this.#span, value };
  }

  #scalar(value: ScalarValue): Node {
    return { kind: 'scalar', ...this.#span, value, style: 'plain' };
  }
}
