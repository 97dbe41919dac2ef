import type { Expr } from '../../cel/ast.ts';
import { type Bindings, type Budget, evaluate } from '../../cel/evaluate.ts';
import { type CelMap, type CelValue, failure, isValue, type Outcome, string } from '../../cel/values.ts';
import type { Policy } from './policy.ts';

/** The maximum number of steps of all expressions of a policy. */
const mostSteps = 500_000;

/**
 * The maximum cost of all expressions of a policy: less than the server allows one of them. Source: k8s.io/apiserver
 * pkg/apis/cel/config.go, PerCallLimit.
 */
const mostCost = 900_000;

/** Evaluates an expression with these variables. */
export type Run = (expr: Expr, bindings: Bindings) => Outcome;

/** The orders in which an evaluation iterates maps; the server iterates them in any. */
export type MapOrder = 'written' | 'reversed';

/** The evaluation of the expressions of one policy on one object. */
export interface PolicyRun {
  /** Evaluates within a common budget, beyond which the results are unknown. */
  readonly run: Run;
  /** Whether the results so far may depend on the order of maps. */
  readonly dependsOnOrder: () => boolean;
}

/** Starts an evaluation. */
export function policyRun(order: MapOrder): PolicyRun {
  const budget: Budget = { steps: mostSteps, cost: mostCost, reversesMaps: order === 'reversed' };
  return {
    run: (expr, bindings) => evaluate(expr, bindings, budget),
    dependsOnOrder: () => budget.iteratesMaps === true,
  };
}

/** A match condition whose evaluation fails: its index, and the error of the server. */
export interface FailedCondition {
  readonly index: number;
  readonly error: string;
}

/** Whether the match conditions of a policy hold; an error, in the server's words, if one fails and the others hold. */
export function conditionsHold(
  policy: Policy,
  variables: ReadonlyMap<string, CelValue>,
  run: Run,
): boolean | 'unknown' | FailedCondition {
  const outcomes = policy.matchConditions.map(({ expr }) => run(expr, { values: variables }));
  // A false one decides regardless of the others.
  if (outcomes.some((outcome) => outcome.type === 'bool' && !outcome.value)) return false;
  if (outcomes.some(({ type }) => type !== 'bool' && type !== 'error')) return 'unknown';
  const failed = outcomes.flatMap((outcome, index) =>
    outcome.type === 'error'
      ? [{ index, error: errorOf(policy.matchConditions[index]?.text ?? '', outcome.message) }]
      : [],
  );
  const [first] = failed;
  if (first === undefined) return true;
  // The server words several errors differently.
  return failed.length > 1 ? 'unknown' : first;
}

/** The server's message for a failing expression. Source: k8s.io/apiserver pkg/admission/plugin/cel/activation.go. */
export function errorOf(text: string, error: string): string {
  return `expression '${text}' resulted in error: ${error}`;
}

/** The bindings of the other expressions of a policy: the variables of the request and of the policy. */
export function withOwnVariables(policy: Policy, variables: ReadonlyMap<string, CelValue>, run: Run): Bindings {
  return { values: new Map([...variables, ['variables', ownVariables(policy, variables, run)]]) };
}

/**
 * Each variable can use those before it; an error in one appears where it is used. Source: k8s.io/apiserver
 * pkg/admission/plugin/cel/composition.go.
 */
function ownVariables(policy: Policy, known: ReadonlyMap<string, CelValue>, run: Run): CelMap {
  const entries = new Map<string, readonly [CelValue, CelValue]>();
  const unreadable = new Map<string, Outcome>();
  const celMap: CelMap = { type: 'map', entries, unreadable, partial: true };
  const bindings: Bindings = { values: new Map([...known, ['variables', celMap]]) };
  for (const { name, expr } of policy.variables) {
    const value = run(expr, bindings);
    if (isValue(value)) entries.set(`s${name}`, [string(name), value]);
    else
      unreadable.set(
        `s${name}`,
        value.type === 'error' ? failure(`composited variable "${name}" fails to evaluate: ${value.message}`) : value,
      );
  }
  return celMap;
}
