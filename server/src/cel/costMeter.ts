import type { CallExpr } from './ast.ts';
import type { ResolvedCall } from './check.ts';
import type { CostRules } from './cost/operands.ts';

/** Bounds of a cost in the server's units: what it is at least, and at most. */
export interface Cost {
  readonly min: number;
  readonly max: number;
}

/** A cost that is known exactly. */
export function exactCost(cost: number): Cost {
  return { min: cost, max: cost };
}

/** Counts the cost of one expression, which the server ends at a limit. Source: cel-go interpreter/runtimecost.go. */
export class CostMeter {
  readonly rules: CostRules;
  /** The function of a call, by the checker. */
  readonly resolvedCall: (call: CallExpr) => ResolvedCall | undefined;
  readonly #limit: number;
  #least = 0;
  #most = 0;

  constructor(limit: number, rules: CostRules, resolvedCall: (call: CallExpr) => ResolvedCall | undefined) {
    this.#limit = limit;
    this.rules = rules;
    this.resolvedCall = resolvedCall;
  }

  add({ min, max }: Cost): void {
    this.#least += min;
    this.#most += max;
  }

  get cost(): Cost {
    return { min: this.#least, max: this.#most };
  }

  /** Whether the limit is certainly exceeded. */
  get isOver(): boolean {
    return this.#least > this.#limit;
  }

  /** Whether the limit is possibly exceeded. */
  get mayBeOver(): boolean {
    return this.#most > this.#limit;
  }
}
