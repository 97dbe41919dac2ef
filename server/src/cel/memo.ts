/** Reads from a source and records the result. `isSame` compares two results. */
export type RecordRead<S> = <F>(look: (source: S) => F, isSame: (nonNullable: F, other: F) => boolean) => F;

interface Case<S, R> {
  /** Whether each look finds the same in another source. */
  readonly findings: readonly ((source: S) => boolean)[];
  readonly result: R;
}

const maxCases = 4;

/**
 * Memoizes a function that reads little of a large source: its result is valid for any other source in which the same
 * reads give the same results. The last few are kept.
 */
export class Memo<S, R> {
  readonly #cases: Case<S, R>[] = [];

  /** @param make computes the result; it may read the source only through notes. */
  of(source: S, make: (note: RecordRead<S>) => R): R {
    for (const { findings, result } of this.#cases) {
      if (findings.every((isSameIn) => isSameIn(source))) return result;
    }
    const findings: ((source: S) => boolean)[] = [];
    const result = make((look, isSame) => {
      const found = look(source);
      findings.push((other) => isSame(found, look(other)));
      return found;
    });
    if (this.#cases.length === maxCases) this.#cases.shift();
    this.#cases.push({ findings, result });
    return result;
  }
}
