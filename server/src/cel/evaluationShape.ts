import type { CallExpr, Expr } from './ast.ts';
import type { Checked } from './check.ts';

// Source: cel-go interpreter/planner.go and decorators.go.

/** The names of types, which are constants. */
export const typeNames: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'int', 'list', 'map', 'null_type', 'string', 'uint'],
]);

/** Whether the server resolves an expression as a path from a variable or value: fields, indexes, and conditions. */
export function isAttribute(expr: Expr): boolean {
  if (expr.kind === 'ident') return !typeNames.has(expr.name);
  return expr.kind === 'select' || (expr.kind === 'call' && (isIndex(expr) || expr.name === '_?_:_'));
}

/** Whether a path begins with a condition, as `(a ? b : c).d` does. */
export function beginsWithCondition(expr: Expr): boolean {
  if (expr.kind === 'select') return beginsWithCondition(expr.operand);
  if (expr.kind !== 'call') return false;
  const [operand] = expr.args;
  return expr.name === '_?_:_' || (isIndex(expr) && operand !== undefined && beginsWithCondition(operand));
}

/** Whether a call is `a[b]`, `a[?b]` or `a.?b`. */
export function isIndex({ name }: CallExpr): boolean {
  return name === '_[_]' || name === '_[?_]' || name === '_?._';
}

const conversions: ReadonlySet<string> = new Set([
  ...['bool', 'bytes', 'double', 'duration', 'dyn', 'int', 'string', 'timestamp', 'type', 'uint'],
]);

/** Whether the server computes an expression when it compiles it. */
export function isPrecomputed(expr: Expr): boolean {
  switch (expr.kind) {
    case 'literal':
      return true;
    case 'ident':
      return typeNames.has(expr.name);
    case 'list':
      return expr.elements.every(({ value }) => isPrecomputed(value));
    case 'map':
      return expr.entries.every(({ key, value }) => isPrecomputed(key) && isPrecomputed(value));
    case 'call': {
      const [arg, other] = expr.args;
      const isConversion = expr.target === undefined && conversions.has(expr.name) && other === undefined;
      return isConversion && arg !== undefined && isPrecomputed(arg);
    }
    default:
      return false;
  }
}

/** Whether a call is a test for an element of a constant list, of which the server makes a set. */
export function isSetMembership(expr: CallExpr, resolvedCall: Checked['resolvedCall']): boolean {
  const [, whole] = expr.args;
  if (expr.name !== '@in' || whole?.kind !== 'list' || !isPrecomputed(whole)) return false;
  const [overload, ...others] = resolvedCall(expr)?.overloads ?? [];
  if (overload?.args[1]?.kind !== 'list' || others.length > 0) return false;
  return whole.elements.every(
    ({ value }) => value.kind === 'literal' && value.type !== 'bytes' && value.type !== 'null_type',
  );
}
