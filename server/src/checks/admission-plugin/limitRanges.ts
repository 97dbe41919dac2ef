import type { AdmissionObject } from '../../admission/admissionObjects.ts';
import { asValue } from '../admissionMatch.ts';
import { type Amount, type Amounts, amountsOf } from './amounts.ts';
import type { ContainerResources, PodResources } from './podResources.ts';

/** One item of a LimitRange, as the server has it. */
export interface Limit {
  readonly by: AdmissionObject;
  readonly type: string;
  readonly min: Amounts;
  readonly max: Amounts;
  readonly ratio: Amounts;
  readonly default: Amounts;
  readonly defaultRequest: Amounts;
}

/** The items of a LimitRange with their own defaults. Source: pkg/apis/core/v1/defaults.go, SetDefaults_LimitRangeItem. */
export function limitsIn(by: AdmissionObject): readonly Limit[] {
  return asValue(by)
    .at('spec')
    .at('limits')
    .items.map((item) => {
      const read = (name: string) => amountsOf(item.at(name));
      const [type, min, max] = [item.at('type').text, read('min'), read('max')];
      const isOfContainers = type === 'Container';
      const limits = isOfContainers ? new Map([...max, ...read('default')]) : read('default');
      const requests = isOfContainers
        ? new Map([...min, ...limits, ...read('defaultRequest')])
        : read('defaultRequest');
      return { by, type, min, max, ratio: read('maxLimitRequestRatio'), default: limits, defaultRequest: requests };
    });
}

/**
 * The container resources of a pod after LimitRange defaults; undefined if two LimitRanges set different amounts, since
 * their order is unknown. Source: plugin/pkg/admission/limitranger/admission.go, mergePodResourceRequirements.
 */
export function filledIn(pod: PodResources, limits: readonly Limit[]): PodResources | undefined {
  const of = limits.filter(({ type }) => type === 'Container');
  const defaults = joined(of, 'default');
  const requests = joined(of, 'defaultRequest');
  if (defaults === undefined || requests === undefined) return undefined;
  const fill = (container: ContainerResources): ContainerResources => ({
    ...container,
    limits: added(container.limits, defaults, container),
    requests: added(container.requests, requests, container),
  });
  return { containers: pod.containers.map(fill), initContainers: pod.initContainers.map(fill) };
}

/** The last item of a LimitRange counts; of several LimitRanges any may be the first. */
function joined(limits: readonly Limit[], what: 'default' | 'defaultRequest'): Amounts | undefined {
  const found = new Map<string, { readonly amount: Amount; readonly by: AdmissionObject }>();
  for (const limit of limits) {
    for (const [name, amount] of limit[what]) {
      const before = found.get(name);
      if (before !== undefined && before.by !== limit.by && before.amount.nanos !== amount.nanos) return undefined;
      found.set(name, { amount, by: limit.by });
    }
  }
  return new Map([...found].map(([name, { amount }]) => [name, amount]));
}

function added(amounts: Amounts, defaults: Amounts, { at }: ContainerResources): Amounts {
  const absent = [...defaults].filter(([name]) => !amounts.has(name));
  return new Map([
    ...amounts,
    ...absent.map(([name, amount]): readonly [string, Amount] => [name, { ...amount, at, isFilledIn: true }]),
  ]);
}
