import type { Type } from './type.ts';

/** The variables of a loop or binding, within an outer scope. */
export class Scope {
  readonly #outer: Scope | undefined;
  readonly #variables: ReadonlyMap<string, Type>;

  constructor(outer: Scope | undefined, variables: readonly (readonly [string, Type])[]) {
    this.#outer = outer;
    this.#variables = new Map(variables);
  }

  /** The type of the innermost variable of that name. */
  find(name: string): Type | undefined {
    return this.#variables.get(name) ?? this.#outer?.find(name);
  }
}
