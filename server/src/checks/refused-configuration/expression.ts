import type { Expr } from '../../cel/ast.ts';
import { type Compiled, compile } from '../../cel/compile.ts';
import { explainProblems } from '../../cel/explain.ts';
import { environmentOf } from '../../cel/libraries.ts';
import { showType } from '../../cel/type.ts';
import type { Value } from '../value.ts';
import { declarationsOf, type Variable } from './declarations.ts';
import type { Refusals } from './refusals.ts';

/**
 * Compiles an expression as a server does with its configuration: against everything that its binary knows. Returns it if it is accepted.
 *
 * @param result `bool` if only that is accepted; expressions that map claims may have any type.
 */
export function compileExpression(
  value: Value,
  variable: Variable,
  result: 'bool' | 'any',
  refusals: Refusals,
): Compiled | undefined {
  const { surface } = refusals;
  const compiled = compile(value.text, environmentOf(surface, 'stored', undefined), declarationsOf(variable, surface));
  const { problems, type, expr } = compiled;
  const [first] = problems;
  if (first !== undefined) {
    refusals.expression(value, explainProblems(problems, value.text, surface, 'stored'), first.at);
    return undefined;
  }
  if (expr !== undefined && result === 'bool' && type.kind !== 'bool') {
    refusals.expression(value, `must evaluate to bool, not ${showType(type)}`, undefined);
    return undefined;
  }
  return compiled;
}

/** Whether an expression selects a claim by its name, `claims.email` or `claims.?email`: `hasSelectExp`. */
export function usesClaim(expr: Expr | undefined, claim: string): boolean {
  if (expr === undefined) return false;
  const within = (part: Expr | undefined): boolean => usesClaim(part, claim);
  switch (expr.kind) {
    case 'literal':
    case 'ident':
      return false;
    case 'select':
      return (isClaims(expr.operand) && expr.field === claim) || within(expr.operand);
    case 'call': {
      const [operand, field] = expr.args;
      const isOptional = expr.target === undefined && expr.name === '_?._' && expr.args.length === 2;
      if (isOptional && isClaims(operand) && field?.kind === 'literal' && field.value === claim) return true;
      return expr.args.some(within) || within(expr.target);
    }
    case 'list':
      return expr.elements.some(({ value }) => within(value));
    case 'map':
      return expr.entries.some(({ key, value }) => within(key) || within(value));
    case 'struct':
      return expr.fields.some(({ value }) => within(value));
    case 'comprehension':
      return [expr.range, expr.init, expr.condition, expr.step, expr.result].some(within);
  }
}

function isClaims(expr: Expr | undefined): boolean {
  return expr?.kind === 'ident' && expr.name.replace(/^\./, '') === 'claims';
}
