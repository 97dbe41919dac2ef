import type { Facts } from './facts.ts';
import { arrayOf, object, text, texts } from './json.ts';

const leaves: Readonly<Record<string, string>> = {
  string: 'string',
  boolean: 'boolean',
  'integer/int32': 'int32',
  'integer/int64': 'int64',
  'number/double': 'double',
  quantity: 'quantity',
  'string/int-or-string': 'int-or-string',
  'string/byte': 'bytes',
  'string/date-time': 'date-time',
  'object/raw': 'raw',
};

/**
 * Turns the facts' type notation into the pack's: a scalar's name, a type's name (which has a dot),
 * `[]…`, `map[]…`, or `boolean|T`, `schemas|T`, `strings|T` for the JSON schema unions of CustomResourceDefinition.
 */
export class Notation {
  readonly #special: ReadonlyMap<string, string>;
  readonly #microTimes: ReadonlySet<string>;

  constructor({ authored }: Facts) {
    const scalars = Object.entries(object(authored.specialTypes['scalars'])).map(([name, scalar]) => [
      name,
      text(scalar),
    ]);
    const unions = Object.entries(object(authored.specialTypes['schemaOr'])).map(([name, union]) => {
      const [schema, or] = texts(union);
      return [name, `${or}|${schema}`];
    });
    this.#special = new Map([...scalars, ...unions].map(([name = '', notation = '']) => [name, notation]));
    this.#microTimes = new Set(
      Object.entries(object(authored.microTimes['fields'])).flatMap(([type, fields]) =>
        texts(arrayOf(fields)).flatMap((field) =>
          texts(authored.microTimes['groups']).map((group) => `${group}/${type}.${field}`),
        ),
      ),
    );
  }

  /** Whether a type of the facts is not a struct; the pack has only structs. */
  isSpecial(name: string): boolean {
    return this.#special.has(name);
  }

  /** The notation of a field's type in the pack. */
  of(type: string, owner: string, field: string): string {
    const [group = '', , name = ''] = owner.split('.');
    return this.#microTimes.has(`${group}/${name}.${field}`) ? 'micro-time' : this.#convert(type);
  }

  #convert(type: string): string {
    if (type.startsWith('[]')) return `[]${this.#convert(type.slice(2))}`;
    if (type.startsWith('map[')) return `map[]${this.#convert(type.slice(4, -1))}`;
    const leaf = leaves[type] ?? this.#special.get(type);
    if (leaf !== undefined) return leaf;
    if (!type.includes('.')) throw new RangeError(`not a type: ${type}`);
    return type;
  }
}

/** The innermost element type of lists and maps, in the facts' notation. */
export function elementOf(type: string): string {
  if (type.startsWith('[]')) return elementOf(type.slice(2));
  return type.startsWith('map[') ? elementOf(type.slice(4, -1)) : type;
}
