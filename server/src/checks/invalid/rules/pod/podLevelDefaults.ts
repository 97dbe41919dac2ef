import { compareQuantities, formatQuantity, type Quantity } from '../../../../formats/quantity.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { type Amounts, type PodAmounts, totalLimits, totalRequests } from './podTotals.ts';
import { quantityAt } from './quantities.ts';
import { isHugePages, isOvercommitAllowed, isPodLevelResource } from './resourceNames.ts';

// Source: defaultHugePagePodLimits and defaultPodRequests in pkg/apis/core/v1/defaults.go, and DefaultPodLevelResources
// in pkg/api/pod/util.go, which takes their place where the gate PodLevelResourcesFixDefaulting is on.

/** Pod-level resources as validation sees them; those of templates are not defaulted. */
export function podAmounts(spec: Value, isPod: boolean, errors: ErrorList): PodAmounts {
  const resources = spec.at('resources');
  const [limitList, requestList] = [resources.at('limits'), resources.at('requests')];
  const limits = new Map(limitList.entries);
  const requests = new Map(requestList.entries);
  if (!isPod || limits.size + requests.size === 0) return { limits, requests };
  const fixed = errors.gate('PodLevelResourcesFixDefaulting');
  const limited = totalLimits(spec);
  if (errors.has('pod-huge-page-defaults')) {
    const keepsRequests = errors.has('pod-huge-page-limits');
    for (const [name, amount] of limited) {
      if (!isHugePages(name) || limits.has(name) || (keepsRequests && requests.has(name))) continue;
      limits.set(name, limitList.entry(name).holding(formatQuantity(amount)));
    }
  }
  if (limits.size > 0 || fixed) defaultRequests(spec, requestList, limits, requests);
  if (fixed) defaultLimits(spec, limitList, limited, { limits, requests });
  return { limits, requests };
}

function defaultRequests(spec: Value, list: Value, limits: Map<string, Value>, requests: Map<string, Value>): void {
  for (const [name, amount] of totalRequests(spec, true)) {
    if (requests.has(name) || !isPodLevelResource(name) || !isOvercommitAllowed(name)) continue;
    requests.set(name, list.entry(name).holding(formatQuantity(amount)));
  }
  for (const [name, limit] of limits) {
    if (!requests.has(name) && isPodLevelResource(name)) requests.set(name, limit.reportedAt(list.entry(name)));
  }
}

/** A resource that all containers limit is limited for the pod, to at least its request. */
function defaultLimits(
  spec: Value,
  list: Value,
  limited: Amounts,
  { limits, requests }: { readonly limits: Map<string, Value>; readonly requests: ReadonlyMap<string, Value> },
): void {
  const containers = ['containers', 'initContainers', 'ephemeralContainers'].flatMap((item) => spec.at(item).items);
  for (const [name, request] of requests) {
    const total = limited.get(name);
    if (limits.has(name) || !isPodLevelResource(name) || total === undefined) continue;
    if (!containers.every((container) => container.at('resources').at('limits').entries.has(name))) continue;
    const requested = quantityAt(request);
    limits.set(name, list.entry(name).holding(formatQuantity(larger(requested, total))));
  }
}

function larger(requested: Quantity | undefined, total: Quantity): Quantity {
  return requested !== undefined && compareQuantities(requested, total) > 0 ? requested : total;
}
