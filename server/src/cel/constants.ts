import { goMatches } from '../formats/goPattern.ts';
import { goRegexpProblem } from '../formats/goRegexp.ts';
import { type CallExpr, childrenOf, type Expr } from './ast.ts';
import type { Checked } from './check.ts';
import { convert, isConversion } from './convert.ts';
import type { Environment } from './environment.ts';
import { formatProblem } from './formatCall.ts';
import type { CelProblem } from './parse.ts';
import { isEqualType, showType, type Type, unwrapOptional } from './type.ts';
import type { CelValue } from './values.ts';

/** Functions whose second argument, the receiver counted, is a regular expression. */
const matchers = new Set(['matches', 'find', 'findAll']);

/**
 * The server's errors about constants after type checking: patterns, durations, times, mixed lists and maps, failing
 * conversions. Sources: cel-go cel/validator.go; interpreter/decorators.go, what the program's optimizer evaluates
 * beforehand; k8s.io/apiserver pkg/cel/library/regex.go.
 */
export function checkConstants(
  root: Expr,
  checked: Checked,
  { functions, validatesLiterals }: Environment,
): readonly CelProblem[] {
  const problems: CelProblem[] = [];
  const seen = new Set<Expr>();
  const waiting: Part[] = [{ expr: root, isFormatted: false }];
  for (let part = waiting.pop(); part !== undefined; part = waiting.pop()) {
    const { expr, isFormatted } = part;
    if (seen.has(expr)) continue;
    seen.add(expr);
    const isCall = expr.kind === 'call';
    if (!isCall && !isFormatted) problems.push(...mixedTypes(expr, checked));
    if (isCall && validatesLiterals) problems.push(...callProblems(expr, checked));
    const below = isFormatted || (isCall && expr.name === 'format' && functions.has('format'));
    waiting.push(...childrenOf(expr).map((child) => ({ expr: child, isFormatted: below })));
  }
  return problems.sort((problem, other) => problem.at - other.at);
}

/** A part of an expression. `isFormatted`: it is in a call of `format`, whose arguments may have different types. */
interface Part {
  readonly expr: Expr;
  readonly isFormatted: boolean;
}

function* callProblems(call: CallExpr, checked: Checked): Iterable<CelProblem> {
  const misformatted = formatProblem(call, checked);
  if (misformatted !== undefined) yield misformatted;
  const [first] = call.args;
  const isLiteral = first?.kind === 'literal';
  if (isLiteral && call.name === 'matches' && first.type === 'string' && isNoPattern(first.value)) {
    yield { at: first.at, message: 'invalid matches argument' };
  }
  const pattern = call.target === undefined ? call.args[1] : first;
  const isChecked = call.name === 'matches' && pattern === first;
  if (matchers.has(call.name) && !isChecked && pattern?.kind === 'literal' && pattern.type === 'string') {
    if (isNoPattern(pattern.value))
      yield { at: pattern.at, message: 'program instantiation failed: error parsing regexp' };
  }
  const constant = call.target === undefined && call.args.length === 1 ? constantOf(first) : undefined;
  if (first === undefined || constant === undefined || !isConversion(call.name)) return;
  if (convert(call.name, constant) !== undefined) return;
  const validated = isLiteral && (call.name === 'duration' || call.name === 'timestamp');
  const failure = `program instantiation failed: type conversion error to '${call.name}'`;
  yield { at: first.at, message: validated ? `invalid ${call.name} argument` : failure };
}

/** The value of an optimizer constant: literals, lists of constants, and their conversions. */
function constantOf(expr: Expr | undefined): CelValue | undefined {
  if (expr?.kind === 'literal') return expr;
  if (expr?.kind === 'list') {
    const items = expr.elements.map(({ value, optional }) => (optional ? undefined : constantOf(value)));
    const known = items.filter((item) => item !== undefined);
    return known.length === items.length ? { type: 'list', items: known } : undefined;
  }
  if (expr?.kind !== 'call' || expr.target !== undefined || expr.args.length !== 1) return undefined;
  const inner = constantOf(expr.args[0]);
  if (inner === undefined || expr.name === 'dyn') return inner;
  return isConversion(expr.name) ? convert(expr.name, inner) : undefined;
}

function isNoPattern(pattern: string): boolean {
  return goRegexpProblem(pattern) !== undefined && goMatches(pattern, '') === undefined;
}

function* mixedTypes(expr: Expr, checked: Checked): Iterable<CelProblem> {
  if (expr.kind === 'list') yield* mixed(expr.elements, checked, true);
  if (expr.kind !== 'map') return;
  yield* mixed(
    expr.entries.map(({ key }) => ({ value: key, optional: false })),
    checked,
    false,
  );
  yield* mixed(expr.entries, checked, false);
}

function* mixed(
  elements: readonly { readonly value: Expr; readonly optional: boolean }[],
  checked: Checked,
  once: boolean,
): Iterable<CelProblem> {
  let expected: Type | undefined;
  for (const { value, optional } of elements) {
    const type = checked.typeOf(value);
    const actual = optional ? (unwrapOptional(type) ?? type) : type;
    if (expected === undefined) expected = actual;
    else if (!isEqualType(expected, actual)) {
      yield { at: value.at, message: `expected type '${showType(expected)}' but found '${showType(actual)}'` };
      if (once) return;
    }
  }
}
