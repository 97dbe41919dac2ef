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
  /** How large it is; undefined where that is not known. */
  readonly computed: Size | undefined;
}

/** A call with its parts and what its arguments cost. */
export interface Operands {
  readonly call: Expr;
  /** The whole name, such as `sets.contains`. */
  readonly name: string;
  /** The receiver; undefined where there is none. */
  readonly target: CostNode | undefined;
  readonly args: readonly CostNode[];
  readonly costs: readonly bigint[];
}

/** What a call costs at most, and how large its result is where that is known. */
export interface CallCost {
  readonly cost: bigint;
  readonly size?: Size | undefined;
}

/** What the costs of functions ask the estimator. */
export interface Sizes {
  readonly rules: CostRules;
  /** What the schema says of the size of what a path leads to. */
  declaredSize(path: SharedPath): Size | undefined;
  /** What joins the sizes of the entries of both parts stands for the entries of a call's result. */
  joinEntries(call: Expr, left: CostNode, right: CostNode): void;
}

/** What differs between servers. */
export interface CostRules {
  /** Whether `matches(text, pattern)` costs what `text.matches(pattern)` does. */
  readonly globalMatches: boolean;
  /** Whether `includes` costs a pass over its receiver. */
  readonly includes: boolean;
}

/** What passing over a text once costs for each character. */
export const perCharacter = 0.1;
/** What matching costs for each character of a regular expression. */
export const perPatternCharacter = 0.25;
/** What making a list costs. */
export const listBase = 10n;
/** What making a map costs. */
export const mapBase = 30n;
/** What making a message costs. */
export const messageBase = 40n;

/** How large a part is: by the expression, by the schema, or anything. */
export function sizeOf({ computed, path }: CostNode, sizes: Sizes): Size {
  return computed ?? sizes.declaredSize(path) ?? unknownSize;
}
