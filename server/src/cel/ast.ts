/**
 * A CEL expression after macro expansion, like cel-go's `common/ast`. `at` is an offset into the text, in UTF-16 units:
 * the position in the server's errors about the node.
 */
export type Expr =
  | LiteralExpr
  | IdentExpr
  | SelectExpr
  | CallExpr
  | ListExpr
  | MapExpr
  | StructExpr
  | ComprehensionExpr;

/** A constant; integers of both kinds are bigints, bytes are their values. */
export type LiteralExpr = { readonly kind: 'literal'; readonly at: number } & Literal;

/** The value of a constant with the name of its type. */
export type Literal =
  | { readonly type: 'int' | 'uint'; readonly value: bigint }
  | { readonly type: 'double'; readonly value: number }
  | { readonly type: 'string'; readonly value: string }
  | { readonly type: 'bytes'; readonly value: readonly number[] }
  | { readonly type: 'bool'; readonly value: boolean }
  | { readonly type: 'null_type'; readonly value: null };

/** A name; with a leading dot it is never a local variable. */
export interface IdentExpr {
  readonly kind: 'ident';
  readonly at: number;
  readonly name: string;
}

/** `operand.field`, or with `test` the question of `has(operand.field)`. */
export interface SelectExpr {
  readonly kind: 'select';
  readonly at: number;
  readonly operand: Expr;
  readonly field: string;
  readonly test: boolean;
}

/** `function(args)` or `target.function(args)`; operators are functions with names like `_+_`. */
export interface CallExpr {
  readonly kind: 'call';
  readonly at: number;
  readonly name: string;
  readonly target: Expr | undefined;
  readonly args: readonly Expr[];
}

/** `[a, ?b]`. */
export interface ListExpr {
  readonly kind: 'list';
  readonly at: number;
  readonly elements: readonly { readonly value: Expr; readonly optional: boolean }[];
}

/** `{a: b, ?c: d}`. */
export interface MapExpr {
  readonly kind: 'map';
  readonly at: number;
  readonly entries: readonly { readonly key: Expr; readonly value: Expr; readonly optional: boolean }[];
}

/** `Type{field: value}`. */
export interface StructExpr {
  readonly kind: 'struct';
  readonly at: number;
  readonly type: string;
  readonly fields: readonly StructField[];
}

/** One `field: value` of a message. */
export interface StructField {
  readonly at: number;
  readonly name: string;
  readonly value: Expr;
  readonly optional: boolean;
}

/** The expansion of `all`, `exists`, `map` and similar macros: a fold of a list or map into an accumulator. */
export interface ComprehensionExpr {
  readonly kind: 'comprehension';
  readonly at: number;
  readonly range: Expr;
  readonly variable: string;
  /** The second variable of two: the value, where the first is the index or the key. */
  readonly variable2: string | undefined;
  readonly accumulator: string;
  readonly init: Expr;
  readonly condition: Expr;
  readonly step: Expr;
  readonly result: Expr;
}

/** The name that macros give to their accumulator; no expression can write it. */
export const accumulatorName = '@result';

/** The direct subexpressions, in text order if they have one. */
export function childrenOf(expr: Expr): readonly Expr[] {
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return [];
    case 'select':
      return [expr.operand];
    case 'call':
      return expr.target === undefined ? expr.args : [expr.target, ...expr.args];
    case 'list':
      return expr.elements.map(({ value }) => value);
    case 'map':
      return expr.entries.flatMap(({ key, value }) => [key, value]);
    case 'struct':
      return expr.fields.map(({ value }) => value);
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result];
  }
}
