import type { Syntax } from './parse.ts';
import type { Type } from './type.ts';

/** One signature of a function. A member's receiver is its first argument. */
export interface Overload {
  readonly member: boolean;
  readonly args: readonly Type[];
  readonly result: Type;
  /** Whether type parameters occur in it, which each call must read afresh. */
  readonly generic: boolean;
}

/** What expressions find, whatever their variables: what one version of the server's libraries brings. */
export interface Environment {
  readonly syntax: Syntax;
  readonly functions: ReadonlyMap<string, readonly Overload[]>;
  /** The types that have a name, by that name. */
  readonly types: ReadonlyMap<string, Type>;
  /** Whether constants are looked at as well: patterns, durations, times, mixed lists. */
  readonly validatesLiterals: boolean;
}

/** What the place of an expression adds to the environment. */
export interface Declarations {
  readonly variables: Pick<ReadonlyMap<string, Type>, 'get'>;
  readonly structs: Structs;
}

/** The objects that have a name and known fields. */
export interface Structs {
  has(struct: string): boolean;
  /** The type of a field; undefined where the object has no such field. */
  field(struct: string, field: string): Type | undefined;
}
