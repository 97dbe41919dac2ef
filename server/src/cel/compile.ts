import type { Expr } from './ast.ts';
import { type Checked, checkTypes } from './check.ts';
import { checkConstants } from './constants.ts';
import type { Declarations, Environment } from './environment.ts';
import { type CelProblem, type Parsed, parse, type Syntax } from './parse.ts';
import { dynType, type Type } from './type.ts';

/** What a server makes of an expression. */
export interface Compiled {
  /** Why the server refuses it; empty where it takes it or where only the server can tell. */
  readonly problems: readonly CelProblem[];
  /** The type of its result; dyn where it is refused. */
  readonly type: Type;
  /** The variables of the environment that occur in it. */
  readonly variables: ReadonlySet<string>;
  /** The expression, if it is accepted. */
  readonly expr: Expr | undefined;
  /** What checking its types found, if it is accepted. */
  readonly checked: Checked | undefined;
}

/** Compiles an expression as the server does: parses it, checks its types, and looks at its constants. */
export function compile(text: string, environment: Environment, declarations: Declarations): Compiled {
  const parsed = parsedOnce(text, environment.syntax);
  if ('message' in parsed) return refused([parsed]);
  const checked = checkTypes(parsed.expr, environment, declarations);
  const { variables } = checked;
  if (checked.undetermined) return { ...refused([]), variables };
  if (checked.problems.length > 0) return { ...refused(checked.problems), variables };
  const problems = checkConstants(parsed.expr, checked, environment);
  if (problems.length > 0) return { ...refused(problems), variables };
  return { problems, type: checked.type, variables, expr: parsed.expr, checked };
}

/** The texts that are remembered for each syntax: so many, no longer than that. */
const mostRemembered = 500;
const longestRemembered = 1_000;
const remembered = new WeakMap<Syntax, Map<string, Parsed>>();

/** Parses an expression. Copies of a rule stand in each version of a definition, and in each of its schemas that are alike. */
function parsedOnce(text: string, syntax: Syntax): Parsed {
  if (text.length > longestRemembered) return parse(text, syntax);
  let known = remembered.get(syntax);
  if (known === undefined || known.size >= mostRemembered) {
    known = new Map();
    remembered.set(syntax, known);
  }
  let parsed = known.get(text);
  if (parsed === undefined) {
    parsed = parse(text, syntax);
    known.set(text, parsed);
  }
  return parsed;
}

function refused(problems: readonly CelProblem[]): Compiled {
  return { problems, type: dynType, variables: new Set(), expr: undefined, checked: undefined };
}
