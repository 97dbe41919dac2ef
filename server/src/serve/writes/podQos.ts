import type { ApiSurface } from '../../catalog/surface.ts';
import type { Amounts } from '../../checks/admission-plugin/amounts.ts';
import { levelOf, podResources } from '../../checks/admission-plugin/podResources.ts';
import { Value as Checked } from '../../checks/value.ts';
import { nodeOfValue, type Value } from '../../conversion/value.ts';

const counted = ['cpu', 'memory'] as const;

/** The QoS class of a pod. Source: pkg/apis/core/helper/qos/qos.go, ComputePodQOS. */
export function qosClassOf(spec: Value, surface: ApiSurface): string {
  const span = { start: 0, end: 0 };
  const pod = podResources(Checked.untyped(nodeOfValue(spec, span), undefined, span), surface);
  const level = levelOf(pod);
  const parts = level === undefined ? [...pod.containers, ...pod.initContainers] : [level];
  const requests = totalsOf(parts.map((part) => part.requests));
  const limits = totalsOf(parts.map((part) => part.limits));
  if (requests.size === 0 && limits.size === 0) return 'BestEffort';
  const isLimited = parts.every((part) => counted.every((name) => (part.limits.get(name)?.nanos ?? 0n) > 0n));
  const isGuaranteed =
    isLimited && requests.size === limits.size && [...requests].every(([name, nanos]) => nanos === limits.get(name));
  return isGuaranteed ? 'Guaranteed' : 'Burstable';
}

function totalsOf(lists: readonly Amounts[]): ReadonlyMap<string, bigint> {
  const totals = new Map<string, bigint>();
  for (const list of lists) {
    for (const name of counted) {
      const nanos = list.get(name)?.nanos ?? 0n;
      if (nanos > 0n) totals.set(name, (totals.get(name) ?? 0n) + nanos);
    }
  }
  return totals;
}
