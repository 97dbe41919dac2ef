import type { Expr } from '../../../cel/ast.ts';
import { parse, type Syntax } from '../../../cel/parse.ts';
import type { ValidationRule } from '../../schema/schema.ts';
import type { FieldRef, Formula } from './formula.ts';
import { anyValue, type PossibleValues, possibleValuesAt, type Scope } from './knowledge.ts';
import type { FormulaNames } from './names.ts';
import { type DecideMacro, predicateOfAll, readFormula } from './readFormula.ts';
import { alwaysIs, keysOf } from './states.ts';

/**
 * Whether a rule holds for every value that was valid before: by the old schema, the old rules, or both. False if
 * undecided.
 *
 * @param facts the rules that such a value satisfies.
 * @param scope the schemas of the value, before and now.
 * @param syntax the CEL syntax of the server.
 */
export function isImplied(
  { rule, optionalOldSelf }: Pick<ValidationRule, 'rule' | 'optionalOldSelf'>,
  facts: readonly ValidationRule[],
  scope: Scope,
  syntax: Syntax,
): boolean {
  const goal = exprOf(rule, syntax);
  if (goal === undefined) return false;
  const names = new Map([['self', { name: 'self', scope }]]);
  if (!optionalOldSelf) names.set('oldSelf', { name: 'oldSelf', scope });
  const known = facts.flatMap((fact) => {
    const isOfBoth = fact.optionalOldSelf || (isTransition(fact) && !isTransition({ rule }));
    return isOfBoth ? [] : conjuncts(exprOf(fact.rule, syntax));
  });
  return (
    decide(
      goal,
      names,
      known.map((expr): Fact => ({ expr, names })),
    ) === true
  );
}

/** Whether a rule is a transition rule, which is not evaluated on create. */
export function isTransition({ rule }: Pick<ValidationRule, 'rule'>): boolean {
  return /\boldSelf\b/.test(rule);
}

/** An expression that is true, with its variables. */
interface Fact {
  readonly expr: Expr;
  readonly names: FormulaNames;
}

/** The constant value of an expression; undefined if it varies. */
function decide(expr: Expr, names: FormulaNames, facts: readonly Fact[]): boolean | undefined {
  const decideInner: DecideMacro = (predicate, inner, range) => {
    const ofItems = facts.flatMap((fact) => {
      const asked = predicateOfAll(fact.expr, fact.names);
      return asked?.range === range
        ? conjuncts(asked.predicate).map((conjunct) => ({ expr: conjunct, names: asked.names }))
        : [];
    });
    return decide(predicate, inner, ofItems);
  };
  const formula = readFormula(expr, names, decideInner);
  const scopes = new Map([...names.values()].map(({ name, scope }) => [name, scope]));
  const possible = ({ root, names: path }: FieldRef): PossibleValues =>
    possibleValuesAt(scopes.get(root) ?? anyValue, path);
  const known = concerning(
    formula,
    facts.map((fact) => readFormula(fact.expr, fact.names, decideInner)),
  );
  for (const outcome of [true, false]) {
    if (alwaysIs(formula, outcome, [], possible)) return outcome;
    if (known.length > 0 && alwaysIs(formula, outcome, known, possible)) return outcome;
  }
  return undefined;
}

/** The facts that share a field with the formula. */
function concerning(formula: Formula, facts: readonly Formula[]): readonly Formula[] {
  const keys = keysOf(formula);
  return facts.filter((fact) => [...keysOf(fact)].some((key) => keys.has(key)));
}

function conjuncts(expr: Expr | undefined): readonly Expr[] {
  if (expr === undefined) return [];
  return expr.kind === 'call' && expr.name === '_&&_' ? expr.args.flatMap(conjuncts) : [expr];
}

function exprOf(rule: string, syntax: Syntax): Expr | undefined {
  const parsed = parse(rule, syntax);
  return 'message' in parsed ? undefined : parsed.expr;
}
