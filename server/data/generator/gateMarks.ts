import type { SpanRow, TraitsRow } from '../../src/catalog/pack.ts';
import type { Facts } from './facts.ts';
import { arrayOf, type JsonObject, object, text, texts } from './json.ts';
import { spanRow } from './spans.ts';

/**
 * The gates in the markers of fields. A marker applies while its gate exists; many stay in the source after the gate's
 * removal, which made the field unconditional.
 */
export class GateMarks {
  readonly #declared: ReadonlyMap<string, readonly SpanRow[]>;
  readonly #names: JsonObject;

  constructor(facts: Facts) {
    this.#declared = new Map(facts.gates.map((gate) => [text(gate['gate']), arrayOf(gate['declared']).map(spanRow)]));
    this.#names = object(facts.authored.gateNames['names']);
  }

  /** The gates of a field in a minor: `g` from its markers, `m` only mentioned in its comment. */
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
