import data from '../../../data/authored/cel-costs.json' with { type: 'json' };
import { factMinor, type Minor } from '../../targets/version.ts';
import type { Compiled } from '../compile.ts';
import { Memo } from '../memo.ts';
import { maxCost, type SizeAt } from './coster.ts';
import { costRules } from './costRules.ts';
import type { CostRules } from './operands.ts';
import { product, type Size } from './range.ts';
import { type SizedSchema, sizeFrom, sizesBelow, type ValueSizes, valueSizes } from './valueSizes.ts';

// Source: k8s.io/apiextensions-apiserver pkg/apiserver/schema/cel/compilation.go and
// pkg/apis/apiextensions/validation/validation.go.

/** The maximum number of values of a schema in an object: a number, or unbounded. */
export type Cardinality = bigint | 'unbounded';

/** The cost limit of one rule of a custom resource's schema. */
export const ruleLimit = 10_000_000n;
/** The cost limit of all rules of a version's schema. */
export const definitionLimit = 100_000_000n;

const estimatedSince = factMinor(data.estimatedSince);
const intOrStringBoundedSince = factMinor(data.intOrStringBoundedSince);
const namesBoundedSince = factMinor(data.namesBoundedSince);

const longestName = 253;
const largestRequest = 3n * 1024n * 1024n;

/** The costs of the rules of one schema. */
export interface RuleCosts {
  /** The cost of evaluating a rule on all values of the schema in an object. */
  ofRule(rule: Compiled): bigint;
  /** The cost of its message, which is evaluated only once. */
  ofMessage(message: Compiled): bigint;
}

/**
 * The estimate of a binary for the rules of a schema; undefined if the cost model of that binary is unknown.
 *
 * @param isRoot whether it is the schema of a whole resource.
 */
export function ruleCosts(
  schema: SizedSchema,
  isRoot: boolean,
  cardinality: Cardinality,
  binary: Minor,
): RuleCosts | undefined {
  if (binary < estimatedSince) return undefined;
  const sizes = valueSizes(schema, isRoot, {
    boundsIntOrString: binary >= intOrStringBoundedSince,
    longestName: binary >= namesBoundedSince ? longestName : undefined,
  });
  if (sizes === undefined) return undefined;
  const times = cardinality === 'unbounded' ? maxTimes(sizes) : cardinality;
  const rules = costRules(binary);
  // The server follows every path from the rule's own value.
  const sizeAt: SizeAt = ([, ...names]) => sizeFrom(sizes, names, sizesBelow);
  const costOf = (compiled: Compiled): bigint => costBySizes(compiled, sizeAt, rules);
  return { ofRule: (rule) => product(costOf(rule), times), ofMessage: costOf };
}

/** The costs of compiled expressions, by their sizes: the same expression occurs in many definitions. */
const known = new WeakMap<Compiled, { readonly rules: CostRules; readonly costs: Memo<SizeAt, bigint> }>();

function costBySizes(compiled: Compiled, sizeAt: SizeAt, rules: CostRules): bigint {
  const { expr, checked } = compiled;
  if (expr === undefined || checked === undefined) return 0n;
  let found = known.get(compiled);
  if (found === undefined || found.rules !== rules) {
    found = { rules, costs: new Memo() };
    known.set(compiled, found);
  }
  return found.costs.of(sizeAt, (note) => {
    const noted: SizeAt = (names) => note((at) => at(names), isSameSize);
    return maxCost(expr, checked, noted, rules);
  });
}

function isSameSize(size: Size | undefined, other: Size | undefined): boolean {
  return size?.min === other?.min && size?.max === other?.max;
}

/** How many of the smallest values fit into a request, with a comma after each. */
function maxTimes({ minBytes }: ValueSizes): bigint {
  return largestRequest / (minBytes + 1n);
}

/** The maximum number of values below a list or map in an object; `max`: its bound, if any. */
export function cardinalityBelow(cardinality: Cardinality, max: number | undefined): Cardinality {
  if (cardinality === 'unbounded' || max === undefined) return 'unbounded';
  return product(cardinality, BigInt(Math.max(0, Math.trunc(max))));
}
