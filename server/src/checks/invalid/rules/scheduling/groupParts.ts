import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateUnion } from '../meta/union.ts';

// Source: the declarative tags of k8s.io/api scheduling/v1beta1/types.go; the meaning of the tags: k8s.io/apimachinery
// pkg/api/validate.

const claimLimit = 4;
const topologyLimit = 1;
const highestPriority = 1_000_000_000;

/**
 * The scheduling policy of a group's pods; `least`: the required field with the minimum number of members of a gang.
 */
export function validatePolicy(policy: Value, min: string, errors: ErrorList): void {
  validatePolicyKind(policy, errors);
  const count = policy.at('gang').at(min);
  if (!policy.has('gang')) return;
  if ((count.number ?? 0) === 0) errors.required(count);
  else validateMinCount(count, errors);
}

/** A policy is either basic or that of a gang. */
export function validatePolicyKind(policy: Value, errors: ErrorList): void {
  validateUnion(policy, ['basic', 'gang'], errors);
}

/** A gang has one member at least. */
export function validateMinCount(count: Value, errors: ErrorList): void {
  if ((count.number ?? 1) < 1) errors.invalid(count, 'must be greater than or equal to 1');
}

/** Where the pods of a group may run. */
export function validateConstraints(constraints: Value, errors: ErrorList): void {
  const topology = constraints.at('topology');
  if (topology.length > topologyLimit) {
    errors.tooMany(topology, topology.length, topologyLimit);
    return;
  }
  for (const item of topology.items) {
    const key = item.at('key');
    if (key.empty) errors.required(key);
    else errors.format(key, qualifiedName);
  }
}

/** How the pods of a group may be disrupted. Without one, some kinds have a default. */
export function validateDisruption(mode: Value, errors: ErrorList): void {
  if (mode.present) validateUnion(mode, ['single', 'all'], errors);
}

/** The claims that the pods of a group share. */
export function validateGroupClaims(claims: Value, errors: ErrorList): void {
  if (claims.length > claimLimit) {
    errors.tooMany(claims, claims.length, claimLimit);
    return;
  }
  validateUniqueNames(claims, errors);
  for (const claim of claims.items) {
    validateShortName(claim.at('name'), errors);
    const members = ['resourceClaimName', 'resourceClaimTemplateName'];
    validateUnion(claim, members, errors);
    for (const member of members) {
      const name = claim.at(member);
      if (name.present) errors.invalid(name, dnsSubdomain(name.text), name.text);
    }
  }
}

/** The priority of a group. */
export function validatePriority(owner: Value, errors: ErrorList): void {
  const [name, priority, preemption] = [
    owner.at('priorityClassName'),
    owner.at('priority'),
    owner.at('preemptionPolicy'),
  ];
  if (!name.empty) errors.format(name, dnsSubdomain);
  if ((priority.number ?? 0) > highestPriority) {
    errors.invalid(priority, `must be less than or equal to ${highestPriority}`);
  }
  if (preemption.present) errors.oneOf(preemption, ['Never', 'PreemptLowerPriority']);
}

/** A required name of letters, digits and dashes: `k8s-short-name`. */
export function validateShortName(name: Value, errors: ErrorList): void {
  if (name.empty) errors.required(name);
  else errors.format(name, dnsLabel);
}

/** Items of a list with equal names, reported at the item: `+k8s:listType=map`. */
export function validateUniqueNames(list: Value, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const item of list.items) {
    const name = item.at('name').text;
    if (seen.has(name)) errors.duplicate(item);
    seen.add(name);
  }
}
