import type { AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';

/** Caches a value derived from the objects of a workspace for a target. */
export class PerSurface<T> {
  readonly #made = new WeakMap<AdmissionObjects, WeakMap<ApiSurface, { readonly value: T }>>();

  /** The value derived from the objects for a target, computed once. */
  of(objects: AdmissionObjects, surface: ApiSurface, make: () => T): T {
    let bySurface = this.#made.get(objects);
    if (bySurface === undefined) {
      bySurface = new WeakMap();
      this.#made.set(objects, bySurface);
    }
    let made = bySurface.get(surface);
    if (made === undefined) {
      made = { value: make() };
      bySurface.set(surface, made);
    }
    return made.value;
  }
}
