import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go, validateContainerRestartPolicy, validateResizePolicy.

const resources = ['cpu', 'memory'];
const resizePolicies = ['NotRequired', 'RestartContainer'];

/** A container's own restart policy and the rules for particular exit codes. */
export function validateRestartRules(container: Value, errors: ErrorList): void {
  const [policy, rules] = [container.at('restartPolicy'), container.at('restartPolicyRules')];
  if (policy.present) errors.oneOf(policy, ['Always', 'Never', 'OnFailure']);
  else if (!rules.empty) errors.required(policy, 'must specify restartPolicy when restart rules are used');
  if (rules.length > 20) errors.tooMany(rules, rules.length, 20);
  const actions = errors.gate('RestartAllContainersOnContainerExits')
    ? ['Restart', 'RestartAllContainers']
    : ['Restart'];
  for (const rule of rules.items) {
    errors.oneOf(rule.at('action'), actions);
    const exitCodes = rule.at('exitCodes');
    if (!exitCodes.present) {
      errors.required(exitCodes, 'must be specified');
      continue;
    }
    errors.oneOf(exitCodes.at('operator'), ['In', 'NotIn']);
    const values = exitCodes.at('values');
    if (values.length > 255) errors.tooMany(values, values.length, 255);
  }
}

/** The restart policy for resource changes, reported at the list. */
export function validateResizePolicy(policies: Value, podRestartPolicy: string, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const policy of policies.items) {
    const [resource, restart] = [policy.at('resourceName'), policy.at('restartPolicy')];
    if (seen.has(resource.text)) errors.duplicate(policy, resource.text);
    seen.add(resource.text);
    if (resource.empty) errors.required(policies);
    else errors.oneOf(resource.reportedAt(policies), resources);
    if (restart.empty) errors.required(policies);
    else errors.oneOf(restart.reportedAt(policies), resizePolicies);
    if (podRestartPolicy === 'Never' && restart.text !== 'NotRequired') {
      errors.invalid(restart.reportedAt(policies), "must be 'NotRequired' when pod `restartPolicy` is 'Never'");
    }
  }
}
