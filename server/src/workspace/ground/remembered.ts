import { anyChangedSince, currentRevision, noteRead, notingIn, Source, tracks } from './graph.ts';

/**
 * The result of some work, as long as everything that was read for it reads the same. Unlike an answer, it is not
 * computed again.
 */
export class Remembered<Result> extends Source {
  readonly #result: { readonly value: Result };
  readonly #reads: Set<Source> | undefined;
  #verifiedAt = currentRevision();
  #isValid = true;

  constructor(work: () => Result) {
    super();
    const reads = tracks() ? new Set<Source>() : undefined;
    this.#result = { value: notingIn(reads, work) };
    this.#reads = reads;
    noteRead(this);
  }

  /** The result; undefined once it is no longer valid. */
  get(): { readonly value: Result } | undefined {
    this.refresh();
    if (!this.#isValid) return undefined;
    noteRead(this);
    return this.#result;
  }

  override get reads(): Iterable<Source> {
    return this.#reads ?? [];
  }

  /** Does work with the result, such as evaluating what it has left for later: what that reads counts as read for it. */
  use<Answer>(work: (result: Result) => Answer): Answer {
    return notingIn(this.#reads, () => work(this.#result.value));
  }

  /** The result, valid or not. */
  get last(): Result {
    return this.#result.value;
  }

  refresh(): void {
    const now = currentRevision();
    if (!this.#isValid || this.#verifiedAt === now) return;
    this.#isValid = !anyChangedSince(this.#reads ?? [], this.#verifiedAt);
    this.#verifiedAt = now;
    if (!this.#isValid) this.changedAt = now;
  }
}

/** Does some work, and returns its result as long as that is valid: {@link Remembered.get}. */
export function remember<Result>(work: () => Result): () => { readonly value: Result } | undefined {
  const remembered = new Remembered(work);
  return () => remembered.get();
}
