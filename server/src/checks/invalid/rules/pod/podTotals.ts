import { compareQuantities, type Quantity } from '../../../../formats/quantity.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { quantityAt } from './quantities.ts';

// Source: validatePodResourceConsistency in pkg/apis/core/validation/validation.go, and aggregateContainerResourcesByFn
// in k8s.io/component-helpers/resource/helpers.go.

/** How much of each resource. */
export type Amounts = ReadonlyMap<string, Quantity>;

/** The total requests and limits of a pod by resource, defaulted from its containers. */
export interface PodAmounts {
  readonly limits: ReadonlyMap<string, Value>;
  readonly requests: ReadonlyMap<string, Value>;
}

const none: Quantity = { nanos: 0n };

/** Pod-level requests and huge pages must cover those of all containers. */
export function validateTotals(spec: Value, { requests, limits }: PodAmounts, isPod: boolean, errors: ErrorList): void {
  const requested = totalRequests(spec, isPod);
  for (const [name, value] of requests) {
    if (exceeds(requested.get(name), value)) {
      errors.invalid(value, 'must be greater than or equal to aggregate container requests');
    }
  }
  if (!errors.has('pod-huge-page-limits')) return;
  const limited = totalLimits(spec);
  for (const [name, value] of limits) {
    if (name.startsWith('hugepages-') && exceeds(limited.get(name), value)) {
      errors.invalid(value, 'must be greater than or equal to aggregate container limits');
    }
  }
}

/** The total requests of the containers of a pod or template: `AggregateContainerRequests`. */
export function totalRequests(spec: Value, isPod: boolean): Amounts {
  return totals(spec, (container) => requestsOf(container, isPod));
}

/** The total limits of the containers: `AggregateContainerLimits`. */
export function totalLimits(spec: Value): Amounts {
  return totals(spec, limitsOf);
}

function exceeds(total: Quantity | undefined, value: Value): boolean {
  return total !== undefined && compareQuantities(total, amount(value)) > 0;
}

/** Containers and sidecars run together; each init container runs beside the sidecars before it. */
function totals(spec: Value, of: (container: Value) => Amounts): Amounts {
  let running: Amounts = new Map();
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of spec.at('containers').items) running = added(running, of(container));
  for (const container of spec.at('initContainers').items) {
    const ofContainer = of(container);
    const peak = added(sidecars, ofContainer);
    if (container.at('restartPolicy').text === 'Always') {
      running = added(running, ofContainer);
      sidecars = peak;
    }
    starting = merged(starting, peak, larger);
  }
  return merged(running, starting, larger);
}

/** `Math.max` takes no big integers. */
function larger(a: bigint, b: bigint): bigint {
  if (a > b) return a;
  return b;
}

function added(a: Amounts, b: Amounts): Amounts {
  return merged(a, b, (left, right) => left + right);
}

function merged(a: Amounts, b: Amounts, join: (left: bigint, right: bigint) => bigint): Amounts {
  const result = new Map(a);
  for (const [name, { nanos }] of b) {
    const present = result.get(name);
    result.set(name, { nanos: present === undefined ? nanos : join(present.nanos, nanos) });
  }
  return result;
}

/** In a pod, a limit without a request sets the request; templates are not defaulted this way. */
function requestsOf(container: Value, isPod: boolean): Amounts {
  const requests = amounts(container.at('resources').at('requests'));
  return isPod ? new Map([...limitsOf(container), ...requests]) : requests;
}

function limitsOf(container: Value): Amounts {
  return amounts(container.at('resources').at('limits'));
}

function amounts(list: Value): Amounts {
  return new Map([...list.entries].map(([name, value]) => [name, amount(value)]));
}

function amount(value: Value): Quantity {
  return quantityAt(value) ?? none;
}
