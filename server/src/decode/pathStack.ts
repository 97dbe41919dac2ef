import { entryOf, type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';

/**
 * The path of a walk. A FieldPath is only built on request, because most values have no findings, and then shared by
 * everything below.
 */
export class PathStack {
  readonly #steps: (string | number)[] = [];
  /** Whether each step is the key of a map, not a field. */
  readonly #isEntry: boolean[] = [];
  /** `#paths[i]` is the path of the first i + 1 steps, if built. */
  readonly #paths: FieldPath[] = [];
  /** The number of valid elements of `#paths`. */
  #built = 0;
  #depth = 0;

  get depth(): number {
    return this.#depth;
  }

  pushField(name: string): void {
    this.#steps[this.#depth] = name;
    this.#isEntry[this.#depth++] = false;
  }

  pushItem(index: number): void {
    this.#steps[this.#depth++] = index;
  }

  pushEntry(key: string): void {
    this.#steps[this.#depth] = key;
    this.#isEntry[this.#depth++] = true;
  }

  pop(): void {
    this.#depth--;
    if (this.#built > this.#depth) this.#built = this.#depth;
  }

  /** The current path. */
  current(): FieldPath {
    for (; this.#built < this.#depth; this.#built++) {
      const parent = this.#built === 0 ? undefined : this.#paths[this.#built - 1];
      const step = this.#steps[this.#built] ?? '';
      this.#paths[this.#built] =
        typeof step === 'number'
          ? itemOf(parent, step)
          : this.#isEntry[this.#built]
            ? entryOf(parent, step)
            : fieldOf(parent, step);
    }
    return this.#depth === 0 ? undefined : this.#paths[this.#depth - 1];
  }
}
