import type { CallExpr, Expr } from '../../../cel/ast.ts';
import { type Formula, holdsAlways } from './formula.ts';
import { itemsOf, possibleValuesAt, type Scope, scopeAt } from './knowledge.ts';
import { type FormulaNames, fieldOf, keyOf, shapeOf } from './names.ts';

/** The bounds of a number when a formula holds. */
interface Case {
  readonly low: number;
  readonly high: number;
  readonly when: Formula;
}

/** Expressions that are known to have a value where they are read. */
type Guards = ReadonlySet<string>;

const maxCases = 64;

type Compare = (left: Case, right: Case) => boolean | undefined;

const comparisons: Readonly<Record<string, Compare | undefined>> = {
  '_==_': isEqual,
  '_!=_': (a, b) => negated(isEqual(a, b)),
  '_<_': isLess,
  '_>_': (a, b) => isLess(b, a),
  '_<=_': (a, b) => negated(isLess(b, a)),
  '_>=_': (a, b) => negated(isLess(a, b)),
};

/**
 * The formula of a comparison of counts: the number of true conditions, of list items, and sums of both. Undefined for
 * other comparisons.
 *
 * @param read returns the formula of a condition.
 */
export function compareCounts(
  name: string,
  left: Expr,
  right: Expr,
  names: FormulaNames,
  read: (expr: Expr) => Formula,
): Formula | undefined {
  const compare = comparisons[name];
  if (compare === undefined || (left.kind === 'literal' && right.kind === 'literal')) return undefined;
  const counting = new Counting(names, read);
  const [leftCases, rightCases] = [counting.casesOf(left, new Set()), counting.casesOf(right, new Set())];
  if (leftCases === undefined || rightCases === undefined) return undefined;
  const pairs = leftCases.flatMap((a) =>
    rightCases.map((b) => ({ when: conjunction(a.when, b.when), is: compare(a, b) })),
  );
  const key = `${name}(${keyOf(left, names)}, ${keyOf(right, names)})`;
  return pairs.reduceRight<Formula>(
    (rest, { when, is }) => {
      const whenTrue: Formula = is === undefined ? someCondition(key) : { kind: 'constant', value: is };
      return when === holdsAlways ? whenTrue : { kind: 'choice', condition: when, whenTrue, whenFalse: rest };
    },
    { kind: 'unknown', key },
  );
}

class Counting {
  readonly #names: FormulaNames;
  readonly #read: (expr: Expr) => Formula;

  constructor(names: FormulaNames, read: (expr: Expr) => Formula) {
    this.#names = names;
    this.#read = read;
  }

  /** The cases of a count, one of which always holds. Undefined for other numbers. */
  casesOf(expr: Expr, guards: Guards): readonly Case[] | undefined {
    if (expr.kind === 'literal') {
      return expr.type === 'int'
        ? [{ low: Number(expr.value), high: Number(expr.value), when: holdsAlways }]
        : undefined;
    }
    if (expr.kind !== 'call') return undefined;
    const [first, second, third] = expr.args;
    if (expr.name === '_+_' && first !== undefined && second !== undefined) {
      return this.#sum([this.casesOf(first, guards), this.casesOf(second, guards)]);
    }
    if (expr.name === '_?_:_' && first !== undefined && second !== undefined && third !== undefined) {
      return this.#choice(
        first,
        [this.casesOf(second, this.#guarded(first, guards)), this.casesOf(third, guards)],
        guards,
      );
    }
    return expr.name === 'size' ? this.#sizeOf(expr, guards) : undefined;
  }

  #choice(
    condition: Expr,
    [yes, no]: readonly (readonly Case[] | undefined)[],
    guards: Guards,
  ): readonly Case[] | undefined {
    if (yes === undefined || no === undefined) return undefined;
    const read = this.#read(condition);
    const isSafe = read.kind === 'unknown' && this.#cannotFail(condition, guards);
    const when = isSafe ? someCondition(keyOf(condition, this.#names)) : read;
    const not: Formula = { kind: 'not', of: when };
    return within([
      ...yes.map((ye) => ({ ...ye, when: conjunction(when, ye.when) })),
      ...no.map((item) => ({ ...item, when: conjunction(not, item.when) })),
    ]);
  }

  #sum(parts: readonly (readonly Case[] | undefined)[]): readonly Case[] | undefined {
    let sum: readonly Case[] | undefined = [{ low: 0, high: 0, when: holdsAlways }];
    for (const part of parts) {
      if (part === undefined || sum === undefined) return undefined;
      sum = within(
        sum.flatMap((a) =>
          part.map((b) => ({ low: a.low + b.low, high: a.high + b.high, when: conjunction(a.when, b.when) })),
        ),
      );
    }
    return sum;
  }

  #sizeOf({ target, args }: CallExpr, guards: Guards): readonly Case[] | undefined {
    const list = target ?? args[0];
    if (list === undefined) return undefined;
    if (list.kind === 'comprehension') {
      // `[a, b].filter(x, x)` keeps the conditions that hold.
      if (shapeOf(list) !== 'filter' || list.range.kind !== 'list' || list.step.kind !== 'call') return undefined;
      const kept = list.step.args[0];
      if (kept === undefined || !isItself(kept, list.variable)) return undefined;
      return this.#sum(
        list.range.elements.map(({ value }) => {
          const when = this.#read(value);
          return [
            { low: 1, high: 1, when },
            { low: 0, high: 0, when: { kind: 'not', of: when } },
          ];
        }),
      );
    }
    const before = this.#scopeOf(list, guards)?.before;
    if (before?.type !== 'array') return undefined;
    return [{ low: before.minItems ?? 0, high: before.maxItems ?? Number.POSITIVE_INFINITY, when: holdsAlways }];
  }

  /** The facts about an expression's value; undefined if evaluating it may fail. */
  #scopeOf(expr: Expr, guards: Guards): Scope | undefined {
    const isGuarded = guards.has(keyOf(expr, this.#names));
    if (expr.kind === 'call' && expr.name === '_[_]') {
      const [list] = expr.args;
      const scope = list === undefined ? undefined : this.#scopeOf(list, guards);
      return isGuarded && scope !== undefined ? itemsOf(scope) : undefined;
    }
    if (expr.kind === 'select' && !expr.test && fieldOf(expr, this.#names) === undefined) {
      const scope = this.#scopeOf(expr.operand, guards);
      if (scope === undefined || (!isGuarded && possibleValuesAt(scope, [expr.field]).absent)) return undefined;
      return scopeAt(scope, [expr.field]);
    }
    const field = fieldOf(expr, this.#names);
    const root = [...this.#names.values()].find(({ name }) => name === field?.root);
    if (field === undefined || root === undefined) return undefined;
    const isCertain = field.names.every((_, at) => !possibleValuesAt(root.scope, field.names.slice(0, at + 1)).absent);
    return isCertain || isGuarded ? scopeAt(root.scope, field.names) : undefined;
  }

  /** Whether a condition is about values that are certainly present, so that it cannot fail. */
  #cannotFail(condition: Expr, guards: Guards): boolean {
    if (condition.kind === 'select' && condition.test) return this.#scopeOf(condition.operand, guards) !== undefined;
    if (condition.kind !== 'call' || comparisons[condition.name] === undefined) return false;
    return condition.args.every((part) => this.casesOf(part, guards)?.every(({ when }) => when === holdsAlways));
  }

  /** The values that a condition guards: `has(a.b)` guards `b`, `a.size() > 2` guards `a[2]`. */
  #guarded(condition: Expr, guards: Guards): Guards {
    if (condition.kind === 'select' && condition.test) {
      return new Set([...guards, keyOf({ ...condition, test: false }, this.#names)]);
    }
    if (condition.kind !== 'call') return guards;
    const [first, second] = condition.args;
    if (first === undefined || second === undefined) return guards;
    if (condition.name === '_&&_') return this.#guarded(second, this.#guarded(first, guards));
    const list = first.kind === 'call' && first.name === 'size' ? (first.target ?? first.args[0]) : undefined;
    const isMore = condition.name === '_>_' && second.kind === 'literal' && second.type === 'int';
    if (!isMore || list === undefined) return guards;
    const item: Expr = { ...condition, name: '_[_]', args: [list, second], target: undefined };
    return new Set([...guards, keyOf(item, this.#names)]);
  }
}

/** `x`, or `x == true`. */
function isItself(expr: Expr, variable: string): boolean {
  if (expr.kind === 'ident') return expr.name === variable;
  if (expr.kind !== 'call' || expr.name !== '_==_') return false;
  const [first, second] = expr.args;
  return first?.kind === 'ident' && first.name === variable && second?.kind === 'literal' && second.value === true;
}

/** Merges too many cases into one, which says less; undefined if that would hide an error. */
function within(cases: readonly Case[]): readonly Case[] | undefined {
  if (cases.length <= maxCases) return cases;
  if (cases.some(({ when }) => canFail(when))) return undefined;
  const low = Math.min(...cases.map((item) => item.low));
  return [{ low, high: Math.max(...cases.map(({ high }) => high)), when: holdsAlways }];
}

/** Whether evaluating a formula may fail. */
function canFail(formula: Formula): boolean {
  switch (formula.kind) {
    case 'constant':
      return false;
    case 'has':
      return formula.field.names.length > 1;
    case 'is':
      return formula.fallback === undefined || formula.field.names.length > 1;
    case 'not':
      return canFail(formula.of);
    case 'both':
    case 'either':
      return canFail(formula.left) || canFail(formula.right);
    case 'choice':
      return [formula.condition, formula.whenTrue, formula.whenFalse].some(canFail);
    case 'unknown':
      return true;
  }
}

/** A condition that is true or false but never an error; equal for equal keys. */
function someCondition(key: string): Formula {
  return { kind: 'has', field: { root: key, names: ['?'], key: `${key}.?`, optionalFrom: Number.POSITIVE_INFINITY } };
}

function conjunction(left: Formula, right: Formula): Formula {
  if (left === holdsAlways) return right;
  return right === holdsAlways ? left : { kind: 'both', left, right };
}

function isEqual(a: Case, b: Case): boolean | undefined {
  if (a.high < b.low || b.high < a.low) return false;
  return a.low === a.high && b.low === b.high ? true : undefined;
}

function isLess(a: Case, b: Case): boolean | undefined {
  if (a.high < b.low) return true;
  return a.low >= b.high ? false : undefined;
}

function negated(value: boolean | undefined): boolean | undefined {
  return value === undefined ? undefined : !value;
}
