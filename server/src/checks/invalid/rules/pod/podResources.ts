import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { podAmounts } from './podLevelDefaults.ts';
import { type PodAmounts, validateTotals } from './podTotals.ts';
import { compareAt } from './quantities.ts';
import { isPodLevelResource, resourceNameProblems } from './resourceNames.ts';
import { validateClaims, validateRequirements } from './resources.ts';

// Source: pkg/apis/core/validation/validation.go, validatePodResources.

/** Requests and limits of a pod as a whole, where the target knows them. */
export function validatePodResources(
  spec: Value,
  podClaims: ReadonlySet<string>,
  isPod: boolean,
  errors: ErrorList,
): void {
  const resources = spec.at('resources');
  if (!resources.present || !errors.gate('PodLevelResources')) return;
  if (spec.at('os').at('name').text === 'windows') {
    errors.forbidden(resources, 'may not be set for a windows pod');
    return;
  }
  if (resources.has('claims')) {
    errors.forbidden(resources.at('claims'), 'claims may not be set for Resources at pod-level');
  }
  const amounts = podAmounts(spec, isPod, errors);
  validateRequirements(resources, podResourceNameProblems, errors, amounts);
  validateClaims(resources.at('claims'), podClaims, errors);
  validateTotals(spec, amounts, isPod, errors);
  validateContainerLimits(spec, amounts, errors);
}

function podResourceNameProblems(name: string): readonly string[] {
  const problems = resourceNameProblems(name);
  if (problems.length > 0 || isPodLevelResource(name)) return problems;
  return ['supported values: "cpu", "hugepages-", "memory"'];
}

function validateContainerLimits(spec: Value, { limits }: PodAmounts, errors: ErrorList): void {
  const field = spec.at('resources').at('containers');
  for (const [index, container] of spec.at('containers').items.entries()) {
    for (const [name, limit] of container.at('resources').at('limits').entries) {
      const podLimit = limits.get(name);
      if (podLimit === undefined || (compareAt(limit, podLimit) ?? 0) <= 0) continue;
      const at = limit.reportedAtItem(field, index).reportedUnder(name, 'limits');
      errors.invalid(at, `must be less than or equal to pod limits of ${String(podLimit.scalar ?? 0)}`);
    }
  }
}
