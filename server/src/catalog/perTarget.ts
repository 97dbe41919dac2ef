import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { ApiSurface } from './surface.ts';

/** Memoizes answers to questions for each target, including undefined ones. */
export class PerTarget<Answer> {
  readonly #answers = new WeakMap<ApiSurface, Map<string, { readonly answer: Answer }>>();

  /** The answer for a target, found once. */
  of(surface: ApiSurface, question: string, find: () => Answer): Answer {
    const known = getOrInsertComputed(this.#answers, surface, () => new Map());
    return getOrInsertComputed(known, question, () => ({ answer: find() })).answer;
  }
}

/** The same for what is derived from objects, which come and go while a target stays. */
export class PerObjectAndTarget<Key extends object, Value> {
  readonly #values = new WeakMap<Key, WeakMap<ApiSurface, { readonly value: Value }>>();

  /** The value that is derived from an object for a target, computed once. */
  of(key: Key, surface: ApiSurface, make: () => Value): Value {
    const known = getOrInsertComputed(this.#values, key, () => new WeakMap());
    return getOrInsertComputed(known, surface, () => ({ value: make() })).value;
  }
}
