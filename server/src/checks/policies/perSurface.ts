import type { ApiSurface } from '../../catalog/surface.ts';

/** Caches a value derived from something for a target. */
export class PerSurface<Key extends object, Value> {
  readonly #made = new WeakMap<Key, WeakMap<ApiSurface, { readonly value: Value }>>();

  /** The value derived from this for a target, computed once. */
  of(key: Key, surface: ApiSurface, make: () => Value): Value {
    let bySurface = this.#made.get(key);
    if (bySurface === undefined) {
      bySurface = new WeakMap();
      this.#made.set(key, bySurface);
    }
    let made = bySurface.get(surface);
    if (made === undefined) {
      made = { value: make() };
      bySurface.set(surface, made);
    }
    return made.value;
  }
}
