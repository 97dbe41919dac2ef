import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

/** PriorityClasses. */
export const priorityClassRules: readonly KindRule[] = [
  {
    group: 'scheduling.k8s.io',
    kind: 'PriorityClass',
    rule: validatePriorityClass,
    source: 'pkg/apis/scheduling/validation/validation.go, ValidatePriorityClass',
  },
];

const systemPrefix = 'system-';
const highestOfUsers = 1_000_000_000;
/** The classes that every cluster has, with their values. */
const systemClasses: ReadonlyMap<string, number> = new Map([
  ['system-node-critical', 2 * highestOfUsers + 1000],
  ['system-cluster-critical', 2 * highestOfUsers],
]);

function validatePriorityClass(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const name = object.at('metadata').at('name');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  const value = object.at('value').number ?? 0;
  if (name.text.startsWith(systemPrefix)) {
    const problem = systemClassProblem(name.text, value, object.at('globalDefault').isTrue);
    if (problem !== undefined) {
      const rule = `priority class names with '${systemPrefix}' prefix are reserved for system use only`;
      errors.forbidden(name, `${rule}. error: ${problem}`);
    }
  } else if (value > highestOfUsers) {
    errors.forbidden(object.at('value'), `maximum allowed value of a user defined priority is ${highestOfUsers}`);
  }
  const preemption = object.at('preemptionPolicy');
  if (!preemption.present) return;
  if (preemption.empty) errors.required(preemption);
  else errors.oneOf(preemption, ['PreemptLowerPriority', 'Never']);
}

function systemClassProblem(name: string, value: number, globalDefault: boolean): string | undefined {
  const expected = systemClasses.get(name);
  if (expected === undefined) return `${name} is not a known system priority class`;
  if (expected !== value) return `value of ${name} PriorityClass must be ${expected}`;
  return globalDefault ? `globalDefault of ${name} PriorityClass must be false` : undefined;
}
