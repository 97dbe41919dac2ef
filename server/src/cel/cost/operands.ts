import type { Expr } from '../ast.ts';
import type { Type } from '../type.ts';
import type { SharedPath } from './fieldPath.ts';
import { type Size, unknownSize } from './range.ts';

/** A part of an expression as the costs of functions see it: `AstNode` in cel-go checker/cost.go. */
export interface CostNode {
  /** Undefined for the items of a list, which no expression writes. */
  readonly expr: Expr | undefined;
  readonly type: Type;
  readonly path: SharedPath;
  /** How large it is; undefined if that is not known. */
  readonly computed: Size | undefined;
}

/** A call with its parts and the costs of its arguments. */
export interface Operands {
  readonly call: Expr;
  /** The full name, such as `sets.contains`. */
  readonly name: string;
  /** The receiver; undefined if absent. */
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly costs: readonly bigint[];
}

/** The maximum cost of a call, and the size of its result if known. */
export interface CallCost {
  readonly cost: bigint;
  readonly size?: Size | undefined;
}

/** The estimator functions that function costs need. */
export interface Sizes {
  readonly rules: CostRules;
  /** The size of a path by its schema. */
  declaredSize(path: SharedPath): Size | undefined;
  /** The joined entry sizes of both parts become those of a call's result. */
  joinEntries(call: Expr, left: CostNode, right: CostNode): void;
}

/** Differences between servers. */
export interface CostRules {
  /** Whether `matches(text, pattern)` costs the same as `text.matches(pattern)`. */
  readonly globalMatches: boolean;
  /** Whether `includes` costs a pass over its receiver. */
  readonly includes: boolean;
  /** Whether evaluating `startsWith` and `endsWith` costs a pass over their argument instead of their receiver. */
  readonly byPrefix: boolean;
}

/** The cost per character of one pass over a text. */
export const perCharacter = 0.1;
/** The cost per character of a regular expression. */
export const perPatternCharacter = 0.25;
/** The cost of creating a list. */
export const listBase = 10n;
/** The cost of creating a map. */
export const mapBase = 30n;
/** The cost of creating a message. */
export const messageBase = 40n;

/** How large a part is: by the expression, by the schema, or anything. */
export function sizeOf({ computed, path }: CostNode, sizes: Sizes): Size {
  return computed ?? sizes.declaredSize(path) ?? unknownSize;
}
