import type { ApiSurface } from '../../catalog/surface.ts';

/** Caches a value derived from something for a target. */
export class PerSurface<Key extends object, Value> {
  readonly #values = new WeakMap<Key, WeakMap<ApiSurface, { readonly value: Value }>>();

  /** The value derived from this for a target, computed once. */
  of(key: Key, surface: ApiSurface, make: () => Value): Value {
    let bySurface = this.#values.get(key);
    if (bySurface === undefined) {
      bySurface = new WeakMap();
      this.#values.set(key, bySurface);
    }
    let cached = bySurface.get(surface);
    if (cached === undefined) {
      cached = { value: make() };
      bySurface.set(surface, cached);
    }
    return cached.value;
  }
}
