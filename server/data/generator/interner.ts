/** Gives equal values the same number, counting from 0 in the order they first come. */
export class Interner<T> {
  readonly values: T[] = [];
  readonly #numbers = new Map<string, number>();

  number(value: T): number {
    const key = JSON.stringify(value);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.values.length);
    return this.values.push(value) - 1;
  }
}
