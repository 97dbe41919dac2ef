import type { Value } from '../../value.ts';
import type { ErrorList } from '../errorList.ts';
import type { KindRule, ValidatedKind } from '../rule.ts';
import { validateLabelSelector } from './meta/labelSelector.ts';
import { validateAnyMetadata } from './meta/objectMeta.ts';
import { validateAtMostAll, validateIntOrPercent } from './workloads/intOrPercent.ts';

/** PodDisruptionBudgets. */
export const disruptionBudgetRules: readonly KindRule[] = [
  {
    group: 'policy',
    kind: 'PodDisruptionBudget',
    rule: validatePodDisruptionBudget,
    source: 'pkg/apis/policy/validation/validation.go, ValidatePodDisruptionBudget',
  },
];

function validatePodDisruptionBudget(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  const [available, unavailable] = [spec.at('minAvailable'), spec.at('maxUnavailable')];
  if (available.present && unavailable.present) {
    errors.invalid(spec, 'minAvailable and maxUnavailable cannot be both set');
  }
  for (const amount of [available, unavailable]) {
    validateIntOrPercent(amount, errors);
    validateAtMostAll(amount, errors);
  }
  validateLabelSelector(spec.at('selector'), errors);
  const eviction = spec.at('unhealthyPodEvictionPolicy');
  if (eviction.present) errors.oneOf(eviction, ['AlwaysAllow', 'IfHealthyBudget']);
  validateAnyMetadata(object.at('metadata'), kind, errors);
}
