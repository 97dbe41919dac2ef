import { anyChangedSince, currentRevision, noteRead, notingIn, Source, tracks } from './graph.ts';

/**
 * An object that reads on demand and remembers what it found by itself. Everything that it reads is read for the object,
 * whatever the question: once any of that changes, there is a new one.
 */
export class Scoped<Value> extends Source {
  readonly #make: () => Value;
  #made: { readonly value: Value } | undefined;
  #reads = new Set<Source>();
  #verifiedAt = 0;

  constructor(make: () => Value) {
    super();
    this.#make = make;
  }

  /** Asks the present object. Keep no object beyond the question. */
  ask<Result>(question: (value: Value) => Result): Result {
    if (tracks()) {
      this.refresh();
      noteRead(this);
    }
    const { value } = this.#object();
    return notingIn(tracks() ? this.#reads : undefined, () => question(value));
  }

  override get reads(): Iterable<Source> {
    return this.#reads;
  }

  refresh(): void {
    const now = currentRevision();
    if (this.#verifiedAt === now) return;
    const since = this.#verifiedAt;
    this.#verifiedAt = now;
    if (this.#made !== undefined && !anyChangedSince(this.#reads, since)) return;
    this.#made = undefined;
    this.#reads = new Set();
    this.changedAt = now;
  }

  #object(): { readonly value: Value } {
    if (this.#made === undefined) {
      const value = notingIn(tracks() ? this.#reads : undefined, this.#make);
      this.#made = { value };
    }
    return this.#made;
  }
}
