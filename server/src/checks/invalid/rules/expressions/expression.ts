import { type Compiled, compile } from '../../../../cel/compile.ts';
import type { Declarations } from '../../../../cel/environment.ts';
import { explainProblems } from '../../../../cel/explain.ts';
import { environmentOf, type LibraryScope } from '../../../../cel/libraries.ts';
import { dynType, showType, type Type } from '../../../../cel/type.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

/** The declarations of an expression, and its allowed result types. */
export interface ExpressionRule {
  readonly declarations: Declarations;
  readonly scope?: LibraryScope;
  /** Whether the result may have a type. */
  readonly mayBe: (type: Type) => boolean;
  /** Why a result is refused, in the server's words. */
  readonly refusal: (type: string) => string;
  /** Why a compiling expression is not allowed here; undefined if it is. */
  readonly forbids?: (compiled: Compiled) => string | undefined;
  /** Whether white space around the expression is cut off before it is compiled. */
  readonly trimmed?: boolean;
}

/** Compiles a new expression and reports why the server would refuse it. Returns the type of its result. */
export function validateExpression(value: Value, rule: ExpressionRule, errors: ErrorList): Type {
  const { surface } = errors;
  const text = rule.trimmed === true ? value.text.trim() : value.text;
  const compiled = compile(text, environmentOf(surface, 'new', rule.scope), rule.declarations);
  const { problems, type, expr } = compiled;
  const [first] = problems;
  if (first !== undefined) {
    const skipped = rule.trimmed === true ? value.text.length - value.text.trimStart().length : 0;
    errors.expression(value, explainProblems(problems, text, surface), first.at + skipped);
    return dynType;
  }
  if (expr === undefined || rule.mayBe(type)) {
    const why = rule.forbids?.(compiled);
    if (why !== undefined) errors.forbidden(value, why);
    return type;
  }
  errors.expression(value, rule.refusal(showType(type)), undefined);
  return dynType;
}
