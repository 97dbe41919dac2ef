import type { CallExpr, ComprehensionExpr, Expr } from '../../../cel/ast.ts';
import { compareCounts } from './counting.ts';
import type { FieldRef, Formula } from './formula.ts';
import { valueKey } from './formula.ts';
import { type FormulaNames, fieldOf, itemsScope, keyOf, namesInLoop, shapeOf } from './names.ts';

/** The constant result of `all`, `exists` and similar macros for any items; undefined if it varies. */
export type DecideMacro = (predicate: Expr, names: FormulaNames, range: string) => boolean | undefined;

/** Converts an expression to a formula over fields. */
export function readFormula(expr: Expr, names: FormulaNames, decide: DecideMacro): Formula {
  const read = (inner: Expr): Formula => readFormula(inner, names, decide);
  if (expr.kind === 'literal' && expr.type === 'bool') return { kind: 'constant', value: expr.value };
  if (expr.kind === 'select' && expr.test) {
    const field = fieldOf({ ...expr, test: false }, names);
    if (field !== undefined) return { kind: 'has', field };
  }
  if (expr.kind === 'call') return readCall(expr, names, read, decide);
  if (expr.kind === 'comprehension') return readQuantifier(expr, names, decide) ?? unknown(expr, names);
  const field = fieldOf(expr, names);
  if (field !== undefined) return { kind: 'is', field, fallback: undefined, values: [valueKey(true)] };
  return unknown(expr, names);
}

function readCall(call: CallExpr, names: FormulaNames, read: (expr: Expr) => Formula, decide: DecideMacro): Formula {
  const [first, second, third] = call.args;
  if (first !== undefined && second !== undefined) {
    if (call.name === '_&&_') return { kind: 'both', left: read(first), right: read(second) };
    if (call.name === '_||_') return { kind: 'either', left: read(first), right: read(second) };
    if (call.name === '_?_:_' && third !== undefined) {
      return { kind: 'choice', condition: read(first), whenTrue: read(second), whenFalse: read(third) };
    }
    const compared = readComparison(call.name, first, second, names, decide);
    if (compared !== undefined) return compared;
    const counted = compareCounts(call.name, first, second, names, read);
    if (counted !== undefined) return counted;
  }
  if (call.name === '!_' && first !== undefined) return { kind: 'not', of: read(first) };
  if (call.name === 'hasValue' && call.target !== undefined) {
    const field = fieldOf(call.target, names);
    if (field !== undefined) return { kind: 'has', field };
  }
  return unknown(call, names);
}

/** `a == 'x'`, `'x' != a`, `a in ['x', 'y']`, and how many items a filter leaves where it leaves none. */
function readComparison(
  name: string,
  left: Expr,
  right: Expr,
  names: FormulaNames,
  decide: DecideMacro,
): Formula | undefined {
  if (name === '_==_' || name === '_!=_') {
    const [term, constant] = left.kind === 'literal' ? [right, left] : [left, right];
    const value = constantKey(constant);
    const is = value === undefined ? undefined : isOneOf(term, [value], names);
    if (is !== undefined) return name === '_==_' ? is : { kind: 'not', of: is };
  }
  if (name === '@in' && right.kind === 'list') {
    const values = right.elements.map((element) => constantKey(element.value));
    if (values.every((value) => value !== undefined)) return isOneOf(left, values, names);
  }
  return compareNone(name, left, right, names, decide);
}

function isOneOf(term: Expr, values: readonly string[], names: FormulaNames): Formula | undefined {
  if (term.kind === 'call' && term.name === 'orValue' && term.target !== undefined) {
    const [otherwise] = term.args;
    const [field, fallback] = [fieldOf(term.target, names), otherwise && constantKey(otherwise)];
    return field === undefined || fallback === undefined ? undefined : { kind: 'is', field, fallback, values };
  }
  const field = fieldOf(term, names);
  return field === undefined ? undefined : { kind: 'is', field, fallback: undefined, values };
}

const comparisons: Readonly<Record<string, ((a: number, b: number) => boolean) | undefined>> = {
  '_==_': (a, b) => a === b,
  '_!=_': (a, b) => a !== b,
  '_<_': (a, b) => a < b,
  '_<=_': (a, b) => a <= b,
  '_>_': (a, b) => a > b,
  '_>=_': (a, b) => a >= b,
};

function compareNone(
  name: string,
  left: Expr,
  right: Expr,
  names: FormulaNames,
  decide: DecideMacro,
): Formula | undefined {
  const compare = comparisons[name];
  if (compare === undefined) return undefined;
  const [count, other] = [countOf(left, names, decide), countOf(right, names, decide)];
  if (count === undefined || other === undefined) return undefined;
  const value: Formula = { kind: 'constant', value: compare(count.count, other.count) };
  const range = count.range ?? other.range;
  return range === undefined ? value : whereThere(range, value);
}

/** How many there are, and the list that must be there for it to be counted. */
interface Count {
  readonly count: number;
  readonly range: FieldRef | undefined;
}

/** A literal integer, or the number of filtered items of a field if that is zero. */
function countOf(expr: Expr, names: FormulaNames, decide: DecideMacro): Count | undefined {
  if (expr.kind === 'literal') {
    return expr.type === 'int' ? { count: Number(expr.value), range: undefined } : undefined;
  }
  if (expr.kind !== 'call' || expr.name !== 'size') return undefined;
  const list = expr.target ?? expr.args[0];
  if (list?.kind !== 'comprehension' || shapeOf(list) !== 'filter') return undefined;
  const [predicate, range] = [list.step.kind === 'call' ? list.step.args[0] : undefined, fieldOf(list.range, names)];
  if (predicate === undefined || range === undefined) return undefined;
  return decideFor(list, predicate, names, decide) === false ? { count: 0, range } : undefined;
}

/** A formula for a present list; an error if it is absent, whatever is evaluated on its items. */
function whereThere(range: FieldRef, formula: Formula): Formula {
  if (range.names.length === 0) return formula;
  const isPresent: Formula = { kind: 'is', field: range, fallback: undefined, values: [] };
  return { kind: 'choice', condition: isPresent, whenTrue: formula, whenFalse: formula };
}

function readQuantifier(loop: ComprehensionExpr, names: FormulaNames, decide: DecideMacro): Formula | undefined {
  const shape = shapeOf(loop);
  const predicate = loop.step.kind === 'call' ? loop.step.args[shape === 'one' ? 0 : 1] : undefined;
  if (shape === undefined || shape === 'filter' || predicate === undefined) return undefined;
  const decided = decideFor(loop, predicate, names, decide);
  if (shape === 'all' ? decided !== true : decided !== false) return undefined;
  const range = fieldOf(loop.range, names);
  return range === undefined ? undefined : whereThere(range, { kind: 'constant', value: shape === 'all' });
}

function decideFor(
  loop: ComprehensionExpr,
  predicate: Expr,
  names: FormulaNames,
  decide: DecideMacro,
): boolean | undefined {
  const scope = itemsScope(loop.range, names);
  return decide(predicate, namesInLoop(loop, names, scope), keyOf(loop.range, names));
}

/** The predicate of `all` with its range and names; undefined for other expressions. */
export function predicateOfAll(
  expr: Expr,
  names: FormulaNames,
): { readonly range: string; readonly predicate: Expr; readonly names: FormulaNames } | undefined {
  if (expr.kind === 'call') return predicateOfAll(guarded(expr, names) ?? nothing, names);
  if (expr.kind !== 'comprehension' || shapeOf(expr) !== 'all') return undefined;
  const predicate = expr.step.kind === 'call' ? expr.step.args[1] : undefined;
  if (predicate === undefined) return undefined;
  return {
    range: keyOf(expr.range, names),
    predicate,
    names: namesInLoop(expr, names, itemsScope(expr.range, names)),
  };
}

const nothing: Expr = { kind: 'literal', at: 0, type: 'null_type', value: null };

/** The guarded part of `!has(self.a) || X` and `has(self.a) ? X : true`, evaluated if the field is present. */
function guarded({ name, args }: CallExpr, names: FormulaNames): Expr | undefined {
  const [first, second, third] = args;
  const [condition, asked] =
    name === '_||_' ? [first, second] : name === '_?_:_' && isTrue(third) ? [first, second] : [];
  if (condition === undefined || asked?.kind !== 'comprehension') return undefined;
  const guard =
    name === '_||_'
      ? condition.kind === 'call' && condition.name === '!_'
        ? condition.args[0]
        : undefined
      : condition;
  if (guard?.kind !== 'select' || !guard.test) return undefined;
  return keyOf({ ...guard, test: false }, names) === keyOf(asked.range, names) ? asked : undefined;
}

function isTrue(expr: Expr | undefined): boolean {
  return expr?.kind === 'literal' && expr.value === true;
}

function constantKey(expr: Expr): string | undefined {
  if (expr.kind !== 'literal' || expr.type === 'bytes' || expr.type === 'null_type') return undefined;
  return valueKey(expr.value);
}

function unknown(expr: Expr, names: FormulaNames): Formula {
  return { kind: 'unknown', key: keyOf(expr, names) };
}
