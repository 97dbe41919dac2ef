import { fieldOf, type JsonObject, object, text, texts } from '../../../server/data/generator/json.ts';

/** The types of a release, as `fieldFacts` gives them. */
export type Types = Readonly<Record<string, JsonObject>>;

/** How the leaves of an object are made: omitted, for defaulting, or written. */
export type LeafForm = 'absent' | 'written';

/** Values that the decoder takes for the scalars of the facts' notation. */
const scalars: Readonly<Record<string, unknown>> = {
  string: 'a',
  boolean: true,
  'integer/int32': 1,
  'integer/int64': 1,
  'number/double': 1,
  quantity: '1',
  'string/int-or-string': 1,
  'string/byte': 'YQ==',
  'string/date-time': '2020-01-01T00:00:00.000000Z',
  'object/raw': { apiVersion: 'v1', kind: 'ConfigMap' },
};

/** Types whose JSON form differs from their fields. */
const special: Readonly<Record<string, unknown>> = {
  'runtime.RawExtension': { apiVersion: 'v1', kind: 'ConfigMap' },
  'meta.v1.FieldsV1': {},
  'apiextensions.v1.JSON': 1,
  'apiextensions.v1beta1.JSON': 1,
  'types.UID': 'a',
};

/**
 * An object of a kind with everything in it that its type can have: each struct, one item in each list and map. Where a
 * type contains itself, the inner one is left out. With written leaves an enumeration has the value `choose` picks.
 */
export function wholeObject(
  types: Types,
  def: string,
  apiVersion: string,
  leaves: LeafForm,
  choose: (values: readonly string[]) => string,
): JsonObject {
  const kind = def.split('.').at(-1) ?? '';
  const { apiVersion: _, kind: __, metadata: ___, ...rest } = object(new Filler(types, leaves, choose).struct(def, []));
  return { apiVersion, kind, metadata: { name: 'a' }, ...rest };
}

class Filler {
  readonly #types: Types;
  readonly #leaves: LeafForm;
  readonly #choose: (values: readonly string[]) => string;

  constructor(types: Types, leaves: LeafForm, choose: (values: readonly string[]) => string) {
    this.#types = types;
    this.#leaves = leaves;
    this.#choose = choose;
  }

  struct(name: string, inside: readonly string[]): JsonObject {
    const fields = object(fieldOf(this.#types[name] ?? {}, 'f') ?? {});
    return Object.fromEntries(
      Object.entries(fields).flatMap(([field, fact]) => {
        const value = this.#value(text(fieldOf(fact, 't')), object(fact), field, [...inside, name]);
        return value === undefined ? [] : [[field, value]];
      }),
    );
  }

  /** Undefined if the field is unset. */
  #value(type: string, fact: JsonObject, field: string, inside: readonly string[]): unknown {
    if (type.startsWith('[]')) return this.#within(this.#value(type.slice(2), fact, field, inside), (item) => [item]);
    if (type.startsWith('map[')) {
      return this.#within(this.#value(type.slice(4, -1), fact, field, inside), (item) => ({ [`${field}Key`]: item }));
    }
    if (type in special) return this.#leaves === 'written' ? special[type] : undefined;
    const definition = this.#types[type];
    if (definition === undefined || type in scalars)
      return this.#leaves === 'written' ? this.#scalar(type, fact) : undefined;
    return inside.includes(type) ? undefined : this.struct(type, inside);
  }

  #within(item: unknown, wrap: (item: unknown) => unknown): unknown {
    return item === undefined ? undefined : wrap(item);
  }

  #scalar(type: string, fact: JsonObject): unknown {
    const values = texts(fact['e'] ?? fact['ec']);
    return type === 'string' && values.length > 0 ? this.#choose(values) : scalars[type];
  }
}
