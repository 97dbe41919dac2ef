import type { SpanRow, TraitsRow } from '../../src/catalog/pack.ts';
import type { Facts } from './facts.ts';
import { arrayOf, type JsonObject, object, text, texts } from './json.ts';
import { spanRow } from './spans.ts';

/**
 * The gates that fields are marked with. A mark applies while the gate exists: many stay in the source after the gate
 * is removed, and then the field is unconditional.
 */
export class GateMarks {
  readonly #declared: ReadonlyMap<string, readonly SpanRow[]>;
  readonly #names: JsonObject;

  constructor(facts: Facts) {
    this.#declared = new Map(facts.gates.map((gate) => [text(gate['gate']), arrayOf(gate['declared']).map(spanRow)]));
    this.#names = object(facts.authored.gateNames['names']);
  }

  /** The marks of a field in a minor, as traits: `g` for marks, `m` for mere mentions. */
  of(field: JsonObject, minor: number): TraitsRow {
    const marked = this.#known(field['fg'], minor);
    const mentioned = this.#known(field['gm'], minor);
    return { ...(marked.length === 0 ? {} : { g: marked }), ...(mentioned.length === 0 ? {} : { m: mentioned }) };
  }

  #known(marks: unknown, minor: number): readonly string[] {
    const gates = texts(marks).map((gate) => text(this.#names[gate] ?? gate));
    return [...new Set(gates)].filter((gate) => {
      const declared = this.#declared.get(gate);
      if (declared === undefined) throw new RangeError(`a field is marked with the gate ${gate}, which no table has`);
      return declared.some(([first, last]) => first <= minor && (last === undefined || minor <= last));
    });
  }
}
