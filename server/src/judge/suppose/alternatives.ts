import type { ApiField, FieldType, ScalarType } from '../../catalog/types.ts';
import type { MapEntry, Node, ScalarValue } from '../../manifest/node.ts';
import type { Span } from '../../text/span.ts';
import type { KnownTexts } from './knownTexts.ts';

/** An ordinary text. */
const anyText = 'a';
/** The fields that contain labels. */
const labelFields: ReadonlySet<string> = new Set(['labels', 'matchLabels', 'selector', 'nodeSelector']);
/** Texts that may be both a label key and a label value. */
const label = /^[A-Za-z\d](?:[\w.-]{0,61}[A-Za-z\d])?$/;
/** Texts that rules treat specially. */
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
/** The number of missing names for which list items are made. */
const maxNamed = 6;
/** The maximum depth of candidate objects: no certain finding depends on deeper unknown values. */
const maxDepth = 2;

/** The known facts about an open value. */
export interface OpenValue {
  readonly type: FieldType | undefined;
  /** Its key; undefined in a list. */
  readonly key: string | undefined;
  /** The field that has or contains it. */
  readonly field: ApiField | undefined;
}

/** Makes candidates for the open values of a template: values that rules may distinguish. */
export class Alternatives {
  readonly #known: KnownTexts;
  readonly #span: Span;

  /** @param span the span of every candidate. */
  constructor(known: KnownTexts, { start, end }: Span) {
    this.#known = known;
    this.#span = { start, end };
  }

  /**
   * The candidates for an open value. The first is a common value, the second null or an empty string, the next are
   * values at the same key elsewhere.
   *
   * @param isText whether it is certainly a string, as between quotes.
   */
  ofValue({ type, key, field }: OpenValue, isText: boolean): readonly Node[] {
    const absent = this.#scalar(isText ? '' : null);
    const [first, ...others] = isText
      ? this.#texts(field, key).map((text) => this.#scalar(text))
      : this.#values({ type, key, field });
    return [first ?? absent, absent, ...others];
  }

  /** The candidates for further entries of a map; the first has none. */
  moreEntries({ type, field }: OpenValue, known: ReadonlySet<string>): readonly (readonly MapEntry[])[] {
    const others = (entries: readonly MapEntry[]) => entries.filter(({ key }) => !known.has(key));
    if (type?.kind === 'map') {
      const entries = this.#mapTexts(field).map((text) => [this.#entry(text, this.#generic(type.value, text, 0))]);
      return [[], ...entries.map(others), ...this.#known.maps.map(others)];
    }
    if (type?.kind !== 'object') return [[]];
    const fields = others(this.#struct(type, anyText, 0));
    const full = this.#someTexts().map((text) => others(this.#struct(type, text, 0)));
    return [[], ...full, ...fields.map((field) => [field])];
  }

  /** The candidates for further items of a list; the first has none. */
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

  #scalars(type: ScalarType, field: ApiField | undefined, key: string | undefined): readonly ScalarValue[] {
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

  #texts(field: ApiField | undefined, key: string | undefined): readonly string[] {
    // A value outside the enumeration is refused regardless of other errors.
    if (field?.enum !== undefined) return field.enum.map(({ value }) => value);
    const [common = anyText, ...named] = (field?.constants ?? []).map(({ value }) => value);
    const same = this.#known.textsAt.get(key ?? '') ?? [];
    // An invalid label is refused regardless of other errors.
    if (field !== undefined && key !== field.name && labelFields.has(field.name)) {
      return [...new Set([anyText, '', ...same, ...this.#known.texts])].filter((text) => /^[\w.-]*$/.test(text));
    }
    return [...new Set([common, ...same, ...named, anyText, ...specialTexts, ...this.#known.texts])];
  }

  /** The keys and values of maps; in labels, invalid ones are refused regardless of other errors. */
  #mapTexts(field: ApiField | undefined): readonly string[] {
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
    if (depth >= maxDepth) return [];
    return [...type.type.fields].map(([key, field]) => {
      const [named] = field.enum ?? field.constants ?? [];
      const isNamed = field.type.kind === 'scalar' && named !== undefined && text === anyText;
      return this.#entry(key, isNamed ? this.#scalar(named.value) : this.#generic(field.type, text, depth + 1));
    });
  }

  /** Items with the names that findings miss: with only a name, and with a name and one other field. */
  #named(type: FieldType | undefined): readonly (readonly Node[])[] {
    if (type?.kind !== 'object') return [];
    const fields = [...type.type.fields.values()];
    const names = fields.filter((field) => field.type.kind === 'scalar' && (field.required || field.name === 'name'));
    const objectFields = fields.filter(({ type: { kind } }) => kind === 'object');
    return this.#known.named.slice(0, maxNamed).flatMap((text) => {
      const named = names.map((field) => this.#entry(field.name, this.#generic(field.type, text, 0)));
      return [named, ...objectFields.map(({ name }) => [...named, this.#entry(name, this.#map([]))])].map((entries) => [
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
