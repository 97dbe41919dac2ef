import { dnsLabel } from '../../../../formats/dns.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { PodAmounts } from './podTotals.ts';
import { compareAt, isWholePages, validateAmount } from './quantities.ts';
import { containerResourceNameProblems, isHugePages, isOvercommitAllowed } from './resourceNames.ts';

// Source: pkg/apis/core/validation/validation.go, validateResourceRequirements.

/** Why a name is not allowed in the requirements. */
type NameProblems = (name: string) => readonly string[];

/**
 * The requests, limits and claims of a container: `ValidateContainerResourceRequirements`. In a pod, a limit without a
 * request sets the request, and is refused as one.
 */
export function validateContainerResources(
  resources: Value,
  podClaims: ReadonlySet<string>,
  isPod: boolean,
  errors: ErrorList,
): void {
  validateRequirements(resources, containerResourceNameProblems, errors);
  const requests = resources.at('requests');
  for (const [name, limit] of isPod ? resources.at('limits').entries : []) {
    if (!requests.entries.has(name)) {
      validateEntry(name, limit.reportedAt(requests.entry(name)), containerResourceNameProblems, errors);
    }
  }
  validateClaims(resources.at('claims'), podClaims, errors);
}

/** Requests and limits with a specific name rule; `defaulted` has them after defaulting. */
export function validateRequirements(
  resources: Value,
  names: NameProblems,
  errors: ErrorList,
  defaulted?: PodAmounts,
): void {
  const [limits, requests] = [resources.at('limits'), resources.at('requests')];
  const limited = defaulted?.limits ?? limits.entries;
  const requested = defaulted?.requests ?? requests.entries;
  validateAmounts(limited, names, errors);
  validateAmounts(requested, names, errors);
  for (const [name, amount] of requested) {
    const limit = limited.get(name);
    if (limit === undefined) {
      if (!isOvercommitAllowed(name)) errors.required(limits, 'Limit must be set for non overcommitable resources');
      continue;
    }
    const compared = compareAt(amount, limit) ?? 0;
    const shown = `${name} limit of ${String(limit.scalar ?? 0)}`;
    if (compared !== 0 && !isOvercommitAllowed(name)) {
      errors.invalid(amount.reportedAt(requests), `must be equal to ${shown}`);
    } else if (compared > 0) errors.invalid(amount.reportedAt(requests), `must be less than or equal to ${shown}`);
  }
  validateHugePages(resources, [...limited.keys(), ...requested.keys()], errors);
}

/** Huge pages, among the names of resources, need memory or processors beside them. */
export function validateHugePages(field: Value, names: readonly string[], errors: ErrorList): void {
  if (names.some(isHugePages) && !names.includes('cpu') && !names.includes('memory')) {
    errors.forbidden(field, 'HugePages require cpu or memory');
  }
}

/** Names and amounts of one list of resources. */
export function validateAmounts(amounts: ReadonlyMap<string, Value>, names: NameProblems, errors: ErrorList): void {
  for (const [name, amount] of amounts) validateEntry(name, amount, names, errors);
}

function validateEntry(name: string, amount: Value, names: NameProblems, errors: ErrorList): void {
  errors.invalid(amount, names(name), name);
  validateAmount(name, amount, errors);
  if (isHugePages(name) && !isWholePages(name, amount)) {
    errors.invalid(amount, `${amount.text} is not positive integer multiple of ${name}`);
  }
}

/** The resource claims of the pod that a container uses: `validateResourceClaimNames`. */
export function validateClaims(claims: Value, podClaims: ReadonlySet<string>, errors: ErrorList): void {
  const seen = new Set<string>();
  for (const claim of claims.items) {
    const name = claim.at('name').text;
    const request = claim.at('request');
    if (name === '') {
      errors.required(claim);
      continue;
    }
    if (seen.has(name)) errors.duplicate(claim, name);
    else {
      if (!request.empty) errors.format(request, dnsLabel);
      const key = request.empty ? name : `${name}/${request.text}`;
      if (seen.has(key)) errors.duplicate(claim, key);
      else if (request.empty && [...seen].some((other) => other.startsWith(`${name}/`))) errors.duplicate(claim, name);
      seen.add(key);
    }
    if (!podClaims.has(name)) {
      const known = podClaims.size === 0 ? ' which is empty' : `: ${[...podClaims].sort().join(', ')}`;
      errors.notFound(claim, `must be one of the names in pod.spec.resourceClaims${known}`);
    }
  }
}
