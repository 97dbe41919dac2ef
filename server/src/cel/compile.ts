import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';
import type { Expr } from './ast.ts';
import { type Checked, checkTypes } from './check.ts';
import { checkConstants } from './constants.ts';
import type { Declarations, Environment } from './environment.ts';
import { Memo, type RecordRead } from './memo.ts';
import { type CelProblem, type Parsed, parse } from './parse.ts';
import { dynType, isEqualType, type Type } from './type.ts';

/** The result of compiling an expression. */
export interface Compiled {
  /** Why the server refuses it; empty if it accepts it or only the server can tell. */
  readonly problems: readonly CelProblem[];
  /** The type of its result; dyn where it is refused. */
  readonly type: Type;
  /** The variables of the environment that occur in it. */
  readonly variables: ReadonlySet<string>;
  /** The expression, if it is accepted. */
  readonly expr: Expr | undefined;
  /** The result of type checking, if it is accepted. */
  readonly checked: Checked | undefined;
}

/** Compiles an expression like the server: parses it, checks its types, and its constants. */
export function compile(text: string, environment: Environment, declarations: Declarations): Compiled {
  const { parsed, compiled } = knownText(text, environment);
  if ('message' in parsed) return refused([parsed]);
  const { expr } = parsed;
  return compiled.of(declarations, (note) => compileParsed(expr, environment, noted(note)));
}

function compileParsed(expr: Expr, environment: Environment, declarations: Declarations): Compiled {
  const checked = checkTypes(expr, environment, declarations);
  const { variables } = checked;
  if (checked.undetermined) return { ...refused([]), variables };
  if (checked.problems.length > 0) return { ...refused(checked.problems), variables };
  const problems = checkConstants(expr, checked, environment);
  if (problems.length > 0) return { ...refused(problems), variables };
  return { problems, type: checked.type, variables, expr, checked };
}

/** An expression, with its results for given types of variables and fields. */
interface KnownText {
  readonly parsed: Parsed;
  readonly compiled: Memo<Declarations, Compiled>;
}

/** The texts that are remembered for each environment: so many, no longer than that. */
const maxRemembered = 500;
const longestRemembered = 1_000;
const remembered = new WeakMap<Environment, Map<string, KnownText>>();

/** A rule is repeated in each version of a definition, in each of its similar schemas, and in each release. */
function knownText(text: string, environment: Environment): KnownText {
  if (text.length > longestRemembered) return readText(text, environment);
  let known = remembered.get(environment);
  if (known === undefined || known.size >= maxRemembered) {
    known = new Map();
    remembered.set(environment, known);
  }
  return getOrInsertComputed(known, text, () => readText(text, environment));
}

function readText(text: string, { syntax }: Environment): KnownText {
  return { parsed: parse(text, syntax), compiled: new Memo() };
}

/** Declarations that record look-ups. */
function noted(note: RecordRead<Declarations>): Declarations {
  return {
    variables: { get: (name) => note(({ variables }) => variables.get(name), isSameType) },
    structs: {
      has: (struct) => note(({ structs }) => structs.has(struct), Object.is),
      field: (struct, field) => note(({ structs }) => structs.field(struct, field), isSameType),
    },
  };
}

function isSameType(left: Type | undefined, right: Type | undefined): boolean {
  return left === undefined || right === undefined ? left === right : isEqualType(left, right);
}

function refused(problems: readonly CelProblem[]): Compiled {
  return { problems, type: dynType, variables: new Set(), expr: undefined, checked: undefined };
}
