import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateOwnDomainKey } from '../meta/ownDomain.ts';

// Source: the declarative tags of EvictionResponder in k8s.io/api core/v1/types.go, and pkg/apis/core/v1/validation.go.

const maxResponders = 10;
const highestPriority = 100_000;
/** Priorities below belong to Kubernetes' own responders. */
const lowestOwnPriority = 1_000;

/** Who reacts when a pod shall be evicted. */
export function validateEvictionResponders(spec: Value, errors: ErrorList): void {
  const responders = spec.at('evictionResponders');
  if (responders.empty) return;
  if (spec.has('schedulingGroup')) {
    errors.forbidden(spec.at('schedulingGroup'), 'may not be set when evictionResponders is set');
  }
  if (responders.length > maxResponders) {
    errors.tooMany(responders, responders.length, maxResponders);
    return;
  }
  const seen = new Set<string>();
  for (const responder of responders.items) {
    const [name, priority] = [responder.at('name'), responder.at('priority')];
    if (seen.has(name.text)) errors.duplicate(responder);
    seen.add(name.text);
    validateOwnDomainKey(name, errors);
    validatePriority(priority, errors);
  }
}

function validatePriority(priority: Value, errors: ErrorList): void {
  const { number } = priority;
  if (number === undefined) errors.required(priority);
  else if (number < 0) errors.invalid(priority, 'must be greater than or equal to 0');
  else if (number < lowestOwnPriority) {
    errors.invalid(priority, 'priorities 0-999 are reserved for responders with *.k8s.io suffix');
  } else if (number > highestPriority) errors.invalid(priority, `must be less than or equal to ${highestPriority}`);
}
