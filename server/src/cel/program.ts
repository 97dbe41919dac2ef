import type { Expr } from './ast.ts';
import type { Checked } from './check.ts';
import type { Compiled } from './compile.ts';

/** A compiled expression, with what its cost depends on. */
export interface Program {
  readonly expr: Expr;
  readonly resolvedCall: Checked['resolvedCall'];
}

/** The program of an expression that the server accepts; undefined for others. */
export function programOf({ expr, checked }: Compiled): Program | undefined {
  return expr === undefined || checked === undefined ? undefined : { expr, resolvedCall: checked.resolvedCall };
}
