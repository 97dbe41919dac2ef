/** Numbers distinct values (as JSON) from 0, in the order of their first occurrence. */
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
