import type { ApiSurface } from '../catalog/surface.ts';

/** Memoizes answers per target, since a run asks for every resource. */
export class PerTarget<Answer> {
  readonly #answers = new WeakMap<ApiSurface, Map<string, Answer>>();

  of(surface: ApiSurface, question: string, find: () => Answer): Answer {
    let known = this.#answers.get(surface);
    if (known === undefined) {
      known = new Map();
      this.#answers.set(surface, known);
    }
    let answer = known.get(question);
    if (answer === undefined) {
      answer = find();
      known.set(question, answer);
    }
    return answer;
  }
}
