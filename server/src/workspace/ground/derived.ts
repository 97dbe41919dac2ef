import { isEqual } from '../../text/isEqual.ts';
import { anyChangedSince, currentRevision, noteRead, notingIn, type PlainRead, Source, tracks } from './graph.ts';
import { sha256 } from './sha256.ts';

/** Where the values of answers are kept. A store may drop values at any time. */
export interface AnswerStore<Value> {
  get(key: string): { readonly value: Value } | undefined;
  set(key: string, value: Value): void;
}

/** How answers are kept and compared. */
export interface DerivedOptions<Value> {
  /** Whether two answers are equal: then what was made from the first stays valid. */
  readonly same?: (before: Value, now: Value) => boolean;
  /** The answer to a question that is asked while it is being answered; without one that is an error. */
  readonly inCycle?: { readonly value: Value };
  /** Limits how much is kept; without a store everything is kept. */
  readonly store?: AnswerStore<Value>;
  /**
   * The name of the answers in {@link PlainRead}s, by which others look for the present one; without a name a plain read
   * is one of everything that was read for the answer. Questions must be texts.
   */
  readonly name?: string;
  /** The part of an answer that others depend on, as plain data; by default all of it. */
  readonly plain?: (value: Value) => unknown;
}

/**
 * Remembers the answers to questions, each as long as everything that was read for it reads the same.
 *
 * @param answer computes an answer from other answers and inputs; must not depend on anything else that can change.
 */
export function derived<Key, Value>(
  answer: (key: Key) => Value,
  options: DerivedOptions<Value> = {},
): (key: Key) => Value {
  const known = new Map<Key, Answer<Value>>();
  return (key) => {
    const found = known.get(key);
    if (found !== undefined) return found.get();
    const added = new Answer(() => answer(key), options, String(key));
    known.set(key, added);
    return added.get();
  };
}

/**
 * The same for answers that have a name. While {@link publishing}, this is how the name is answered from now on.
 *
 * @param answer as in {@link derived}.
 */
export function named<Value>(
  name: string,
  answer: (key: string) => Value,
  options: DerivedOptions<Value> = {},
): (key: string) => Value {
  const answers = derived(answer, { same: isEqual, ...options, name });
  if (isPublishing) {
    const digests = derived((key: string) => digestOf((options.plain ?? plainly)(answers(key))));
    published.set(name, digests);
  }
  return answers;
}

/** The same for a single question. */
export function namedValue<Value>(name: string, answer: () => Value, options: DerivedOptions<Value> = {}): () => Value {
  const answers = named(name, answer, options);
  return () => answers('');
}

/** Makes something whose named answers are those that {@link presentAnswer} gives. */
export function publishing<Made>(make: () => Made): Made {
  const before = isPublishing;
  isPublishing = true;
  try {
    return make();
  } finally {
    isPublishing = before;
  }
}

/** What a named answer gives now; undefined if nothing has this name. */
export function presentAnswer(name: string, key: string): string | undefined {
  return published.get(name)?.(key);
}

let isPublishing = false;

const published = new Map<string, (key: string) => string>();

function plainly(value: unknown): unknown {
  return value;
}

function digestOf(value: unknown): string {
  const text = JSON.stringify(value, (_, item: unknown) =>
    item instanceof Map || item instanceof Set ? [...item] : typeof item === 'function' ? undefined : item,
  );
  return text === undefined ? '' : text.length > longest ? sha256(text) : text;
}

/** Longer texts are hashed. */
const longest = 64;

/** The same for a single question. */
export function derivedValue<Value>(answer: () => Value, options: DerivedOptions<Value> = {}): () => Value {
  const only = new Answer(answer, options, '');
  return () => only.get();
}

class Answer<Value> extends Source {
  readonly #answer: () => Value;
  readonly #options: DerivedOptions<Value>;
  readonly #key: string;
  #kept: { readonly value: Value } | undefined;
  /** What was read for it, in order; undefined before the first answer, and after an error. */
  #reads: readonly Source[] | undefined;
  #verifiedAt = 0;
  #isOpen = false;
  #plain: { readonly at: number; readonly read: PlainRead } | undefined;

  constructor(answer: () => Value, options: DerivedOptions<Value>, key: string) {
    super();
    this.#answer = answer;
    this.#options = options;
    this.#key = key;
  }

  override get reads(): Iterable<Source> {
    return this.#reads ?? [];
  }

  override get plain(): PlainRead | undefined {
    const { name, plain = plainly } = this.#options;
    const known = this.#known();
    if (name === undefined || known === undefined) return undefined;
    if (this.#plain === undefined || this.#plain.at !== this.changedAt) {
      this.#plain = { at: this.changedAt, read: [name, this.#key, digestOf(plain(known.value))] };
    }
    return this.#plain.read;
  }

  get(): Value {
    const { inCycle } = this.#options;
    if (this.#isOpen) {
      if (inCycle !== undefined) return inCycle.value;
      throw new Error(`a question is asked while it is answered: ${this.#key}`);
    }
    if (!tracks()) return (this.#known() ?? this.#compute()).value;
    // Noted first: an error, too, depends on what was read.
    noteRead(this);
    this.refresh();
    const known = this.#reads === undefined ? undefined : this.#known();
    return (known ?? this.#compute()).value;
  }

  refresh(): void {
    const now = currentRevision();
    if (this.#verifiedAt === now || this.#isOpen) return;
    if (this.#reads !== undefined && !anyChangedSince(this.#reads, this.#verifiedAt)) {
      this.#verifiedAt = now;
      return;
    }
    try {
      this.#compute();
    } catch {
      // The next question throws it again.
      this.changedAt = currentRevision();
    }
  }

  #known(): { readonly value: Value } | undefined {
    const { store } = this.#options;
    return store === undefined ? this.#kept : store.get(this.#key);
  }

  #compute(): { readonly value: Value } {
    const began = currentRevision();
    // After the store has dropped a valid answer, the same is computed again.
    const isChange = this.#reads === undefined || this.#verifiedAt !== began;
    const reads = tracks() ? new Set<Source>() : undefined;
    const before = this.#known();
    this.#reads = undefined;
    this.#isOpen = true;
    let value: Value;
    try {
      value = notingIn(reads, this.#answer);
    } finally {
      this.#isOpen = false;
    }
    this.#reads = reads && [...reads];
    this.#verifiedAt = began;
    if (before !== undefined && (this.#options.same ?? Object.is)(before.value, value)) return before;
    if (isChange) this.changedAt = began;
    const kept = { value };
    if (this.#options.store === undefined) this.#kept = kept;
    else this.#options.store.set(this.#key, value);
    return kept;
  }
}
