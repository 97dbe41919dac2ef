import type { Node } from './node.ts';

/**
 * Values by key that hold trees of nodes: those used last, as long as their trees fit. A tree that several values hold
 * counts once.
 */
export class TreeCache<Value> {
  readonly #limit: number;
  #weight = 0;
  readonly #entries = new Map<string, Entry<Value>>();
  /** How many values hold a tree. */
  readonly #holders = new Map<Node, number>();

  /** @param limit the length of all trees in their texts, in UTF-16 units; the value used last is kept in any case. */
  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The entry of a key; undefined if there is none. Values may be undefined. */
  get(key: string): { readonly value: Value } | undefined {
    const found = this.#entries.get(key);
    if (found === undefined) return undefined;
    this.#entries.delete(key);
    this.#entries.set(key, found);
    return found;
  }

  /** Adds or replaces an entry. @param trees what the value holds. */
  set(key: string, value: Value, trees: readonly Node[]): void {
    this.delete(key);
    this.#entries.set(key, { value, trees });
    for (const tree of trees) {
      const holders = this.#holders.get(tree) ?? 0;
      if (holders === 0) this.#weight += tree.end - tree.start;
      this.#holders.set(tree, holders + 1);
    }
    for (const oldest of this.#entries.keys()) {
      if (this.#weight <= this.#limit || oldest === key) break;
      this.delete(oldest);
    }
  }

  /** Drops all entries. */
  clear(): void {
    this.#entries.clear();
    this.#holders.clear();
    this.#weight = 0;
  }

  /** Removes an entry, if there is one. */
  delete(key: string): void {
    for (const tree of this.#entries.get(key)?.trees ?? []) {
      const holders = (this.#holders.get(tree) ?? 0) - 1;
      if (holders > 0) {
        this.#holders.set(tree, holders);
        continue;
      }
      this.#holders.delete(tree);
      this.#weight -= tree.end - tree.start;
    }
    this.#entries.delete(key);
  }
}

interface Entry<Value> {
  readonly value: Value;
  readonly trees: readonly Node[];
}
