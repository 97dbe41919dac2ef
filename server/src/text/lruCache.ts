/**
 * A map that keeps what was used last, so that memory stays bounded while much is looked up once. When the entries since
 * the last change of generations weigh more than the limit, everything that was not used since then is dropped. So an
 * entry heavier than the limit stays while it is in use.
 */
export class LruCache<Key, Value> {
  readonly #limit: number;
  #weight = 0;
  #current = new Map<Key, Entry<Value>>();
  #before = new Map<Key, Entry<Value>>();

  /** @param limit what the entries of one generation weigh at most, in the unit of {@link set}; two are kept. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The entry of a key; undefined if there is none. Values may be undefined. */
  get(key: Key): { readonly value: Value } | undefined {
    const found = this.#current.get(key);
    if (found !== undefined) return found;
    const earlier = this.#before.get(key);
    if (earlier !== undefined) this.set(key, earlier.value, earlier.weight);
    return earlier;
  }

  /** Adds or replaces an entry. */
  set(key: Key, value: Value, weight: number): void {
    if (this.#weight > this.#limit) {
      this.#before = this.#current;
      this.#current = new Map();
      this.#weight = 0;
    }
    this.#weight += weight - (this.#current.get(key)?.weight ?? 0);
    this.#current.set(key, { value, weight });
    this.#before.delete(key);
  }

  /** Removes an entry, if there is one. */
  delete(key: Key): void {
    this.#weight -= this.#current.get(key)?.weight ?? 0;
    this.#current.delete(key);
    this.#before.delete(key);
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly weight: number;
}
