import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import {
  validateConstraints,
  validateDisruption,
  validateGroupClaims,
  validateMinCount,
  validatePolicyKind,
} from '../scheduling/groupParts.ts';

/** How the pods of a job are scheduled together: `validateGangMinCount` and `validateJobScheduling`. */
export function validateJobScheduling(spec: Value, errors: ErrorList): void {
  const scheduling = spec.at('scheduling');
  if (!scheduling.present) return;
  const [policy, mode] = [scheduling.at('schedulingPolicy'), scheduling.at('disruptionMode')];
  if (policy.present) validatePolicyKind(policy, errors);
  validateConstraints(scheduling.at('schedulingConstraints'), errors);
  validateDisruption(mode, errors);
  validateGroupClaims(scheduling.at('resourceClaims'), errors);
  const [min, parallelism] = [policy.at('gang').at('minCount'), spec.at('parallelism').number ?? 1];
  validateMinCount(min, errors);
  if ((min.number ?? 0) > parallelism) {
    errors.invalid(min, `must not be greater than parallelism (${parallelism})`);
  }
  // Without a policy, a job has the basic one; of both, the basic one counts.
  if (mode.has('all') && (policy.has('basic') || !policy.has('gang'))) {
    errors.invalid(mode, 'the disruptionMode `all` is not supported with the Basic scheduling policy', '');
  }
}
