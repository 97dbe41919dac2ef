import type { Budget } from '../../cel/evaluate.ts';
import type { CelValue } from '../../cel/values.ts';
import { matchCostBudget, outOfBudget, Phase } from './phase.ts';
import type { Policy } from './policy.ts';

/** The maximum number of steps of all expressions of a policy: one expression may exceed its cost limit. */
const maxSteps = 2_000_000;

/** The orders in which an evaluation iterates maps; the server iterates them in any. */
export type MapOrder = 'written' | 'reversed';

/** The evaluation of the expressions of one policy on one object. */
export interface PolicyRun {
  /** The remaining steps, beyond which results are unknown. */
  readonly budget: Budget;
  /** Whether the results so far may depend on the order of maps. */
  readonly dependsOnOrder: () => boolean;
}

/** Starts an evaluation. */
export function policyRun(order: MapOrder): PolicyRun {
  const budget: Budget = { steps: maxSteps, reversesMaps: order === 'reversed' };
  return { budget, dependsOnOrder: () => budget.iteratesMaps === true };
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
  { budget }: PolicyRun,
): boolean | 'unknown' | FailedCondition {
  const phase = new Phase(budget, policy.costRules, variables, undefined, matchCostBudget);
  const outcomes = policy.matchConditions.map(({ program }) => phase.run(program));
  const over = outcomes.findIndex(({ type }) => type === 'outOfBudget');
  if (over >= 0) return { index: over, error: outOfBudget };
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
