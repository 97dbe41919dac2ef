import type { SpanRow, TraitsRow, TypesPack } from '../../src/catalog/pack.ts';
import type { Facts } from './facts.ts';
import { GateMarks } from './gateMarks.ts';
import { Interner } from './interner.ts';
import { fieldOf, type JsonObject, object, text, texts } from './json.ts';
import { elementOf, Notation } from './notation.ts';
import { spansOf } from './spans.ts';

/** A type in the schema of one minor. */
type Snapshot = readonly [minor: number, type: JsonObject];

/** All types of all minors, merged into one history for each type and field. */
export function typesPack(facts: Facts): TypesPack {
  return new TypesBuilder(facts).build();
}

class TypesBuilder {
  readonly #facts: Facts;
  readonly #notation: Notation;
  readonly #marks: GateMarks;
  readonly #newest: number;
  readonly #strings = new Interner<string>();
  readonly #shapes = new Interner<string>();
  readonly #traits = new Interner<TraitsRow>();

  constructor(facts: Facts) {
    this.#facts = facts;
    this.#notation = new Notation(facts);
    this.#marks = new GateMarks(facts);
    this.#newest = Math.max(...facts.schemas.keys());
  }

  build(): TypesPack {
    const types = [...this.#histories()]
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, history]) => this.#type(name, history));
    return {
      strings: this.#strings.values.join(' '),
      shapes: this.#shapes.values.join(' '),
      traits: JSON.stringify(this.#traits.values),
      types,
    };
  }

  #histories(): Map<string, Snapshot[]> {
    const histories = new Map<string, Snapshot[]>();
    for (const [minor, schema] of this.#facts.schemas) {
      for (const [name, type] of Object.entries({ ...undefinedTypes(this.#facts, schema), ...schema })) {
        if (this.#notation.isSpecial(name)) continue;
        const history = histories.get(name) ?? [];
        history.push([minor, object(type)]);
        histories.set(name, history);
      }
    }
    return histories;
  }

  #type(name: string, history: readonly Snapshot[]): string {
    const fields = [...new Set(history.flatMap(([, type]) => Object.keys(fieldsOf(type))))].sort();
    const minors = history.map(([minor]) => minor);
    const spans = spansOf(minors, this.#newest).map(spanText).join(',');
    return [name, spans, ...fields.map((field) => this.#field(name, field, history))].join(' ');
  }

  #field(owner: string, name: string, history: readonly Snapshot[]): string {
    const row = [`${this.#strings.number(name)}`];
    const since = valueHistory(name, history);
    let last = '';
    for (const [minor, type] of history) {
      const field = fieldsOf(type)[name];
      const shape = field === undefined ? '' : this.#shape(owner, name, minor, type, object(field), since);
      if (shape !== last) row.push(`${minor}`, shape);
      last = shape;
    }
    const removedIn = (history.at(-1)?.[0] ?? this.#newest) + 1;
    if (last !== '' && removedIn <= this.#newest) row.push(`${removedIn}`, '');
    return row.join(',');
  }

  #shape(
    owner: string,
    name: string,
    minor: number,
    type: JsonObject,
    field: JsonObject,
    since: ReadonlyMap<string, number>,
  ): string {
    const notation = this.#strings.number(this.#notation.of(text(field['t']), owner, name));
    const flags = (texts(type['req']).includes(name) ? 1 : 0) + (field['dep'] === 'lead' ? 2 : 0);
    const traits = { ...traitsOf(field, since), ...this.#marks.of(field, minor) };
    const shape =
      Object.keys(traits).length === 0 ? `${notation},${flags}` : `${notation},${flags},${this.#traits.number(traits)}`;
    return `${this.#shapes.number(shape)}`;
  }
}

/** Structs that a schema's fields refer to but that it does not define; their fields are strings. */
function undefinedTypes({ authored }: Facts, schema: JsonObject): JsonObject {
  const types = object(fieldOf(authored.specialTypes['undefined'], 'types'));
  const named = new Set<string>();
  for (const type of Object.values(schema)) {
    for (const field of Object.values(fieldsOf(object(type)))) named.add(elementOf(text(fieldOf(field, 't'))));
  }
  return Object.fromEntries(
    Object.entries(types)
      .filter(([name]) => named.has(name))
      .map(([name, fields]) => [
        name,
        { f: Object.fromEntries(texts(fields).map((field) => [field, { t: 'string' }])) },
      ]),
  );
}

function fieldsOf(type: JsonObject): JsonObject {
  return type['f'] === undefined ? {} : object(type['f']);
}

/** The first minor in which the field accepts each value. */
function valueHistory(name: string, history: readonly Snapshot[]): Map<string, number> {
  const since = new Map<string, number>();
  for (const [minor, type] of history) {
    const field = fieldsOf(type)[name];
    if (field === undefined) continue;
    for (const value of [...texts(fieldOf(field, 'e')), ...texts(fieldOf(field, 'ec'))]) {
      if (!since.has(value)) since.set(value, minor);
    }
  }
  return since;
}

function traitsOf(field: JsonObject, since: ReadonlyMap<string, number>): TraitsRow {
  const values = (key: string) => texts(field[key]).map((value) => [value, since.get(value) ?? 0] as const);
  const listType = field['lt'];
  return {
    ...(field['e'] === undefined ? {} : { e: values('e') }),
    ...(field['ec'] === undefined ? {} : { c: values('ec') }),
    ...(listType === 'atomic' || listType === 'set' || listType === 'map' ? { lt: listType } : {}),
    ...(field['lk'] === undefined ? {} : { lk: texts(field['lk']) }),
  };
}

function spanText([first, last]: SpanRow): string {
  return `${first}-${last ?? ''}`;
}
