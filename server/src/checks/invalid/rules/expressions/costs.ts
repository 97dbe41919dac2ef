import { definitionLimit, ruleLimit } from '../../../../cel/cost/ruleCost.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: k8s.io/apiextensions-apiserver pkg/apis/apiextensions/validation/validation.go and cel_validation.go.

/** The cost limit of all rules in a version's schema. */
export class TotalCost {
  #total = 0n;
  #isWhole = true;
  readonly #expensive: { readonly value: Value; readonly cost: bigint }[] = [];

  /** Adds the cost of an expression, and refuses one that alone exceeds the limit. */
  observe(value: Value, cost: bigint, what: 'rule' | 'messageExpression', errors: ErrorList): void {
    this.#total += cost;
    // The server never reports less than a hundredth of the limit.
    if (cost >= definitionLimit / 100n) this.#expensive.push({ value, cost });
    if (cost > ruleLimit) errors.forbidden(value, tooMuch(`estimated ${what} cost`, cost, ruleLimit));
  }

  /** Records an expression of unknown cost. */
  observeUnknown(): void {
    this.#isWhole = false;
  }

  /** Refuses a schema whose rules cost too much together, and the rules that cost the most. */
  judge(schema: Value, errors: ErrorList): void {
    if (this.#total <= definitionLimit) return;
    for (const { value } of this.#worst()) {
      errors.forbidden(
        value,
        'contributed to estimated rule cost total exceeding cost limit for entire OpenAPIv3 schema',
      );
    }
    const what = 'x-kubernetes-validations estimated rule cost total for entire OpenAPIv3 schema';
    errors.forbidden(schema, tooMuch(what, this.#total, definitionLimit));
  }

  /** The four most expensive rules, which the server names; the order of equal costs is not defined. */
  #worst(): readonly { readonly value: Value; readonly cost: bigint }[] {
    if (!this.#isWhole) return [];
    const sorted = [...this.#expensive].sort((left, right) => Number(right.cost - left.cost));
    const [last, next] = [sorted[maxNamed - 1], sorted[maxNamed]];
    if (next === undefined) return sorted;
    return sorted.slice(0, maxNamed).filter(({ cost }) => cost !== last?.cost || cost !== next.cost);
  }
}

const maxNamed = 4;

function tooMuch(what: string, cost: bigint, limit: bigint): string {
  const factor = Number(cost) / Number(limit);
  const shown = factor > 100 ? 'more than 100x' : factor < 1.5 ? `${factor.toFixed(6)}x` : `${factor.toFixed(1)}x`;
  const hint = 'adding maxItems, maxProperties, and maxLength where arrays, maps, and strings are declared';
  return `${what} exceeds budget by factor of ${shown} (try simplifying the rule, or ${hint})`;
}
