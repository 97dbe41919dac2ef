import type { ApiSurface } from '../../catalog/surface.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';

/** Caches a value derived from something for a target. */
export class PerSurface<Key extends object, Value> {
  readonly #values = new WeakMap<Key, WeakMap<ApiSurface, { readonly value: Value }>>();

  /** The value derived from this for a target, computed once. */
  of(key: Key, surface: ApiSurface, make: () => Value): Value {
    const bySurface = getOrInsertComputed(this.#values, key, () => new WeakMap());
    const cached = getOrInsertComputed(bySurface, surface, () => ({ value: make() }));
    return cached.value;
  }
}
