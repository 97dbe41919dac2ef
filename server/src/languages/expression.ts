import type { Span } from '../text/span.ts';

/** An expression of HCL, Bicep or an ARM template, with its place. Skipped constructs are `other`. */
export type Expression = Span &
  (
    | TextExpression
    | { readonly kind: 'template'; readonly parts: readonly Expression[] }
    | { readonly kind: 'number' | 'word'; readonly text: string }
    | { readonly kind: 'name'; readonly name: string }
    | { readonly kind: 'member'; readonly of: Expression; readonly name: string }
    | { readonly kind: 'index'; readonly of: Expression; readonly index: Expression }
    | { readonly kind: 'call'; readonly name: string; readonly arguments: readonly Expression[] }
    | {
        readonly kind: 'conditional';
        readonly condition: Expression;
        readonly yes: Expression;
        readonly no: Expression;
      }
    | { readonly kind: 'binary'; readonly operator: string; readonly left: Expression; readonly right: Expression }
    | { readonly kind: 'list'; readonly items: readonly Expression[] }
    | ObjectExpression
    | ForExpression
    /** `of[*]`, with what follows it read of each item; `of.*` ends at the next index. */
    | { readonly kind: 'splat'; readonly of: Expression; readonly full: boolean }
    | { readonly kind: 'not'; readonly of: Expression }
    | { readonly kind: 'other' }
  );

/** `[for key, value in of : result if condition]`, and `{for … : name => result}`, which has a `name`. */
export interface ForExpression {
  readonly kind: 'for';
  /** What the loop calls its key, undefined if it has no use for it, and its value. */
  readonly key: string | undefined;
  readonly item: string;
  readonly of: Expression;
  /** The key of each entry, where the result is an object. */
  readonly name: Expression | undefined;
  readonly result: Expression;
  readonly condition: Expression | undefined;
  /** Whether results of one name are collected in a list: `...` after the result. */
  readonly grouped: boolean;
}

/** A string without interpolation. `inner` is the span between its quotes. */
export interface TextExpression {
  readonly kind: 'text';
  readonly value: string;
  readonly inner: Span;
}

/** `{ key = value }` in HCL, `{ key: value }` in Bicep. */
export interface ObjectExpression {
  readonly kind: 'object';
  readonly entries: readonly ObjectEntry[];
}

/** One entry of an object. A key that is a plain word is a `name`. */
export interface ObjectEntry {
  readonly key: Expression;
  readonly value: Expression;
}

/** Text that is not of the language. */
export interface LanguageProblem extends Span {
  /** A phrase without a full stop. */
  readonly message: string;
}

/** `name = value`. */
export interface Attribute {
  readonly name: string;
  readonly nameSpan: Span;
  readonly value: Expression;
}

/** `type "label" { … }`. */
export interface Block {
  readonly type: string;
  readonly labels: readonly string[];
  /** Its type and labels. */
  readonly head: Span;
  readonly body: Body;
}

/** The content of a block or file. */
export interface Body {
  readonly attributes: readonly Attribute[];
  readonly blocks: readonly Block[];
}
