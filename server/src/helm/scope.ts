import { unknown, type Value } from './value.ts';

/** The scope of an evaluation: the values of `.` and `$`, and the visible variables. */
export class Scope {
  readonly dot: Value;
  readonly root: Value;
  readonly #outer: Scope | undefined;
  readonly #variables = new Map<string, Value>();
  /** Whether this is reached for certain from the scope around it, and once. */
  readonly #certain: boolean;

  constructor(dot: Value, root: Value, outer: Scope | undefined, certain: boolean) {
    this.dot = dot;
    this.root = root;
    this.#outer = outer;
    this.#certain = certain;
  }

  /** A scope inside this one. `certain` is false if it may be left out or run through several times. */
  inner(dot: Value, certain: boolean): Scope {
    return new Scope(dot, this.root, this, certain);
  }

  declare(name: string, value: Value): void {
    this.#variables.set(name, value);
  }

  /** Sets a variable where it was declared. From a conditional scope, its value is unknown afterwards. */
  assign(name: string, value: Value): void {
    let certain = true;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#outer) {
      if (scope.#variables.has(name)) {
        scope.#variables.set(name, certain ? value : unknown);
        return;
      }
      certain &&= scope.#certain;
    }
  }

  /** The value of `$name`; `$` alone is the argument of the template. */
  variable(name: string): Value {
    if (name === '$') return this.root;
    for (let scope: Scope | undefined = this; scope !== undefined; scope = scope.#outer) {
      const value = scope.#variables.get(name);
      if (value !== undefined) return value;
    }
    return unknown;
  }
}
