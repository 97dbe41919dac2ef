import { nextRevision, noteRead, Source } from './graph.ts';

/** A value that something outside of the graph sets: settings, trust, outputs of programs, the files that a search found. */
export class Input<Value> extends Source {
  #value: Value;
  readonly #same: (before: Value, now: Value) => boolean;

  /** @param same whether two values are equal, so that setting the second changes nothing. */
  constructor(value: Value, same: (before: Value, now: Value) => boolean = Object.is) {
    super();
    this.#value = value;
    this.#same = same;
  }

  get value(): Value {
    noteRead(this);
    return this.#value;
  }

  /** Sets the value. Returns whether that is a change. */
  set(value: Value): boolean {
    if (this.#same(this.#value, value)) return false;
    this.#value = value;
    this.changedAt = nextRevision();
    return true;
  }

  refresh(): void {}
}
