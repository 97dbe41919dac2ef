import type { CostRules } from '../../cel/cost/operands.ts';
import { type Cost, CostMeter, exactCost } from '../../cel/costMeter.ts';
import { type Bindings, type Budget, evaluate } from '../../cel/evaluate.ts';
import type { Program } from '../../cel/program.ts';
import { type CelMap, type CelValue, failure, isValue, type Outcome, unknown } from '../../cel/values.ts';

// Source: k8s.io/apiserver pkg/apis/cel/config.go.

/** The maximum cost of one expression: PerCallLimit. */
const maxCost = 1_000_000;
/** The maximum cost of the expressions of one kind that a policy has: RuntimeCELCostBudget. */
export const costBudget = 10_000_000;
/** The same for match conditions: RuntimeCELCostBudgetMatchConditions. */
export const matchCostBudget = 2_500_000;

/** The server's error for an expression over its limit. Source: cel-go interpreter/runtimecost.go. */
const overLimit = 'operation cancelled: actual cost limit exceeded';

/** The server's error where expressions exceed their common budget. */
export const outOfBudget =
  'validation failed due to running out of cost budget, no further validation rules will be run';

/** The result of an expression; `outOfBudget` if it and those before it certainly cost too much. */
export type PhaseOutcome = Outcome | { readonly type: 'outOfBudget' };

/** The variables of a policy, in their order. */
export type PolicyVariables = readonly { readonly name: string; readonly program: Program }[];

/**
 * The evaluation of the expressions of one kind, such as the validations of a policy: they share a cost budget and the
 * values of the policy's variables, which are computed when first read. Source: k8s.io/apiserver
 * pkg/admission/plugin/cel/{activation,composition}.go.
 */
export class Phase {
  readonly #budget: Budget;
  readonly #rules: CostRules;
  readonly #limit: number;
  readonly #bindings: Bindings;
  #spent: Cost;

  /**
   * @param budget the steps of the whole evaluation.
   * @param spent what the expressions before cost.
   */
  constructor(
    budget: Budget,
    rules: CostRules,
    known: ReadonlyMap<string, CelValue>,
    policyVariables: PolicyVariables | undefined,
    limit: number,
    spent: Cost = exactCost(0),
  ) {
    this.#budget = budget;
    this.#rules = rules;
    this.#limit = limit;
    this.#spent = spent;
    this.#bindings = {
      values: policyVariables === undefined ? known : this.#withPolicyVariables(known, policyVariables),
    };
  }

  get spent(): Cost {
    return this.#spent;
  }

  /** Whether the expressions so far possibly exceed their budget. */
  get mayExceed(): boolean {
    return this.#spent.max > this.#limit;
  }

  run(program: Program): PhaseOutcome {
    const outcome = this.#counted(program);
    if (this.#spent.min > this.#limit) return { type: 'outOfBudget' };
    return this.mayExceed ? unknown : outcome;
  }

  #counted({ expr, resolvedCall }: Program): Outcome {
    const meter = new CostMeter(maxCost, this.#rules, resolvedCall);
    const { steps, reversesMaps } = this.#budget;
    const budget: Budget = { steps, cost: meter, ...(reversesMaps === undefined ? {} : { reversesMaps }) };
    const outcome = evaluate(expr, this.#bindings, budget);
    this.#budget.steps = Math.min(budget.steps, this.#budget.steps);
    if (budget.iteratesMaps === true) this.#budget.iteratesMaps = true;
    const { cost, isOver, mayBeOver } = meter;
    // The rest of an unknown expression may cost up to the limit.
    const isOpen = !isOver && (mayBeOver || outcome.type === 'unknown');
    this.#add(isOpen ? { min: cost.min, max: Math.max(cost.max, maxCost) } : cost);
    if (isOver) return failure(overLimit);
    return mayBeOver ? unknown : outcome;
  }

  #add({ min, max }: Cost): void {
    this.#spent = { min: this.#spent.min + min, max: this.#spent.max + max };
  }

  /** An error in a variable appears where it is used. */
  #withPolicyVariables(
    known: ReadonlyMap<string, CelValue>,
    policyVariables: PolicyVariables,
  ): ReadonlyMap<string, CelValue> {
    const programs = new Map(policyVariables.map(({ name, program }) => [`s${name}`, { name, program }]));
    const results = new Map<string, Outcome>();
    const computed = (key: string): Outcome | undefined => {
      const before = results.get(key);
      const variable = programs.get(key);
      if (before !== undefined || variable === undefined) return before;
      // The server refuses variables that use themselves.
      results.set(key, unknown);
      const value = this.#counted(variable.program);
      const result =
        value.type === 'error'
          ? failure(`composited variable "${variable.name}" fails to evaluate: ${value.message}`)
          : value;
      results.set(key, result);
      return result;
    };
    const variables: CelMap = { type: 'map', entries: new Map(), partial: true, computed };
    return new Map([...known, ['variables', variables]]);
  }
}

/** Whether expressions can exceed a budget at all: each of them, and each variable, costs little more than its limit. */
export function canExceed(count: number, spent: Cost): boolean {
  return spent.max + count * 2 * maxCost > costBudget;
}

/** Whether an outcome is a value. */
export function isKnown(outcome: PhaseOutcome): outcome is CelValue {
  return outcome.type !== 'outOfBudget' && isValue(outcome);
}
