import type { Syntax } from './parse.ts';
import type { Type } from './type.ts';

/** One signature of a function. A member's receiver is its first argument. */
export interface Overload {
  readonly member: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Whether it has type parameters, which are instantiated for each call. */
  readonly generic: boolean;
}

/** The variable-independent environment of expressions: one version of the server's libraries. */
export interface Environment {
  readonly syntax: Syntax;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** The types that have a name, by that name. */
  readonly types: ReadonlyMap<string, Type>;
  /** Whether constants are validated as well: patterns, durations, times, mixed lists. */
  readonly validatesLiterals: boolean;
}

/** The declarations that an expression's context adds to the environment. */
export interface Declarations {
  readonly variables: Pick<ReadonlyMap<string, Type>, 'get'>;
  readonly structs: Structs;
}

/** The objects that have a name and known fields. */
export interface Structs {
  has(struct: string): boolean;
  /** The type of a field; undefined if the object has no such field. */
  field(struct: string, field: string): Type | undefined;
}
