import type { ApiSurface } from '../catalog/surface.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/** Memoizes answers per target, since a run asks for every resource. */
export class PerTarget<Answer> {
  readonly #answers = new WeakMap<ApiSurface, Map<string, Answer>>();

  of(surface: ApiSurface, question: string, find: () => Answer): Answer {
    const known = getOrInsertComputed(this.#answers, surface, () => new Map());
    return getOrInsertComputed(known, question, find);
  }
}
