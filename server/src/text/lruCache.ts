/**
 * A cache with a bounded weight that drops the entries that were not used recently. It has two generations: when the
 * current one weighs more than the limit, it becomes the previous one, and the old previous one is dropped. Use moves an
 * entry to the current generation, so an entry heavier than the limit stays while it is in use.
 */
export class LruCache<Key, Value> {
  readonly #limit: number;
  #weight = 0;
  #current = new Map<Key, Entry<Value>>();
  #previous = new Map<Key, Entry<Value>>();

  /** @param limit the maximum weight of a generation, in the unit of {@link set}; the last entry may exceed it. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The entry of a key; undefined if there is none. Values may be undefined. */
  get(key: Key): { readonly value: Value } | undefined {
    const found = this.#current.get(key);
    if (found !== undefined) return found;
    const previous = this.#previous.get(key);
    if (previous !== undefined) this.set(key, previous.value, previous.weight);
    return previous;
  }

  /** Adds or replaces an entry. */
  set(key: Key, value: Value, weight: number): void {
    if (this.#weight > this.#limit) {
      this.#previous = this.#current;
      this.#current = new Map();
      this.#weight = 0;
    }
    this.#weight += weight - (this.#current.get(key)?.weight ?? 0);
    this.#current.set(key, { value, weight });
    this.#previous.delete(key);
  }

  /** Removes an entry, if there is one. */
  delete(key: Key): void {
    this.#weight -= this.#current.get(key)?.weight ?? 0;
    this.#current.delete(key);
    this.#previous.delete(key);
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}
