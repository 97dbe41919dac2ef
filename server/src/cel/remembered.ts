/** Looks at a source and notes what was found. `isSame` tells whether two finds come to the same. */
export type Note<S> = <F>(look: (source: S) => F, isSame: (nonNullable: F, other: F) => boolean) => F;

interface Case<S, R> {
  /** Whether each look finds the same in another source. */
  readonly findings: readonly ((source: S) => boolean)[];
  readonly result: R;
}

const mostCases = 4;

/**
 * Results of a function that looks at little of a large source: what was made of one source is what would be made of
 * any other in which the same looks find the same. The last few are remembered.
 */
export class Remembered<S, R> {
  readonly #cases: Case<S, R>[] = [];

  /** @param make makes the result; it may know of the source only what it notes. */
  of(source: S, make: (note: Note<S>) => R): R {
    for (const { findings, result } of this.#cases) {
      if (findings.every((isSameIn) => isSameIn(source))) return result;
    }
    const findings: ((source: S) => boolean)[] = [];
    const result = make((look, isSame) => {
      const found = look(source);
      findings.push((other) => isSame(found, look(other)));
      return found;
    });
    if (this.#cases.length === mostCases) this.#cases.shift();
    this.#cases.push({ findings, result });
    return result;
  }
}
