import type { Value } from '../../value.ts';
import { type Amount, type Amounts, amountsOf, comparable, formatAmount } from '../amounts.ts';
import { commonRefusals } from '../commonRefusals.ts';
import { declaredInNamespace } from '../declared.ts';
import { type Limit, limitsIn, withLimitRangeDefaults } from '../limitRanges.ts';
import type { PluginRequest, PluginRule, Refusal } from '../pluginRule.ts';
import { type PodResources, podResources, totalOf } from '../podResources.ts';

/** Pods and claims that a LimitRange of their namespace does not allow, or makes invalid. */
export const limitRanger: PluginRule = {
  plugin: 'LimitRanger',
  updates: 'also',
  // Updates of pods are not limited, except by the subresource for resizing.
  appliesTo: ({ kind, pod, claims, stored }) =>
    (pod !== undefined || claims.length > 0) && !(kind === '/Pod' && stored),
  refusals(request) {
    const ranges = declaredInNamespace(request, '/LimitRange');
    if (ranges.length === 0) return [];
    const limits = ranges.flatMap(limitsIn);
    return [...ofPod(request, limits), ...ofClaims(request, limits)].map((refusal) => ({ ...refusal, by: ranges }));
  },
  source: 'plugin/pkg/admission/limitranger/admission.go',
};

/** A requested amount, and whether unknown objects may fill in an omitted one. */
interface Asked {
  readonly requests: Amounts;
  readonly limits: Amounts;
  readonly at: Value;
}

type Problem = readonly [at: Value, message: string, isAbsent?: boolean];

function ofPod({ pod, surface }: PluginRequest, limits: readonly Limit[]): readonly Refusal[] {
  const spec = pod?.at('spec');
  if (spec === undefined) return [];
  return commonRefusals(
    withLimitRangeDefaults(podResources(spec, surface), limits).map((filled) => ofResources(filled.pod, spec, limits)),
  );
}

function ofResources(resources: PodResources, spec: Value, limits: readonly Limit[]): readonly Refusal[] {
  const containers = [...resources.containers, ...resources.initContainers];
  const whole: Asked = { requests: totalOf(resources, 'requests'), limits: totalOf(resources, 'limits'), at: spec };
  return [
    ...limits.flatMap((limit) => {
      if (limit.type === 'Container')
        return containers.flatMap((container) => refusalsBy(limit, bounds(limit, container)));
      return limit.type === 'Pod' ? refusalsBy(limit, bounds(limit, whole)) : [];
    }),
    ...containers.flatMap((container) => aboveFilledIn(container)),
  ];
}

function ofClaims({ claims }: PluginRequest, limits: readonly Limit[]): readonly Refusal[] {
  const claimLimits = limits.filter(({ type }) => type === 'PersistentVolumeClaim');
  return claims.flatMap((claim) => {
    const at = claim.at('spec').at('resources').at('requests');
    const asked: Asked = { requests: amountsOf(at), limits: new Map(), at };
    return claimLimits.flatMap((limit) =>
      refusalsBy(limit, [
        ...[...limit.min].flatMap(([name, min]) => below(limit.type, name, min, asked)),
        ...[...limit.max].flatMap(([name, max]) => beyondRequest(limit.type, name, max, asked)),
      ]),
    );
  });
}

function bounds({ type, min, max, ratio }: Limit, asked: Asked): readonly Problem[] {
  return [
    ...[...min].flatMap(([name, lower]) => below(type, name, lower, asked)),
    ...[...max].flatMap(([name, upper]) => beyond(type, name, upper, asked)),
    ...[...ratio].flatMap(([name, upper]) => beyondRatio(type, name, upper, asked)),
  ];
}

function below(type: string, name: string, lower: Amount, { requests, limits, at }: Asked): readonly Problem[] {
  const [request, limit] = [requests.get(name), limits.get(name)];
  const [requested = 0n, limited = 0n, enforced = 0n] = comparable(request, limit, lower);
  const statement = `minimum ${name} usage per ${type} is ${formatAmount(lower)}`;
  if (request === undefined) return [[at, `${statement}.  No request is specified`, true]];
  if (requested < enforced) return [[request.at, `${statement}, but request is ${formatAmount(request)}`]];
  if (limit === undefined || limited >= enforced) return [];
  return [[limit.at, `${statement}, but limit is ${formatAmount(limit)}`]];
}

function beyondRequest(type: string, name: string, upper: Amount, { requests, at }: Asked): readonly Problem[] {
  const request = requests.get(name);
  const [requested = 0n, enforced = 0n] = comparable(request, upper);
  const statement = `maximum ${name} usage per ${type} is ${formatAmount(upper)}`;
  if (request === undefined) return [[at, `${statement}.  No request is specified`, true]];
  return requested > enforced ? [[request.at, `${statement}, but request is ${formatAmount(request)}`]] : [];
}

function beyond(type: string, name: string, upper: Amount, asked: Asked): readonly Problem[] {
  const [request, limit] = [asked.requests.get(name), asked.limits.get(name)];
  const [requested = 0n, limited = 0n, enforced = 0n] = comparable(request, limit, upper);
  const statement = `maximum ${name} usage per ${type} is ${formatAmount(upper)}`;
  if (limit === undefined) return [[asked.at, `${statement}.  No limit is specified`, true]];
  if (limited > enforced) return [[limit.at, `${statement}, but limit is ${formatAmount(limit)}`]];
  if (request === undefined || requested <= enforced) return [];
  return [[request.at, `${statement}, but request is ${formatAmount(request)}`]];
}

function beyondRatio(type: string, name: string, upper: Amount, { requests, limits, at }: Asked): readonly Problem[] {
  const [request, limit] = [requests.get(name), limits.get(name)];
  const [requested = 0n, limited = 0n] = comparable(request, limit, upper);
  const statement = `${name} max limit to request ratio per ${type} is ${formatAmount(upper)}, but`;
  if (request === undefined || requested === 0n) {
    return [[request?.at ?? at, `${statement} no request is specified or request is 0`, request === undefined]];
  }
  if (limit === undefined || limited === 0n) {
    return [[limit?.at ?? at, `${statement} no limit is specified or limit is 0`, limit === undefined]];
  }
  const ratio = Number(limited) / Number(requested);
  const isBeyond = ratio * 1_000 > Number(comparable(upper)[0] ?? 0n);
  return isBeyond ? [[limit.at, `${statement} provided ratio is ${ratio.toFixed(6)}`]] : [];
}

function refusalsBy({ by }: Limit, problems: readonly Problem[]): readonly Refusal[] {
  return problems.map(([at, message, isAbsent]) => ({
    at,
    message,
    why: `The LimitRange ${by.name} in ${by.file} sets the bounds.${isAbsent ? ' Something else in the cluster may fill the amount in.' : ''}`,
    remedy: isAbsent ? 'Specify the amount.' : 'Specify an amount within the bounds, or change the LimitRange.',
    by: [by],
    ...(isAbsent ? { consequence: 'advice' as const } : {}),
  }));
}

/** A default limit below the written request: the result is refused. */
function aboveFilledIn({ limits, requests }: Pick<Asked, 'limits' | 'requests'>): readonly Refusal[] {
  return [...limits].flatMap(([name, limit]): readonly Refusal[] => {
    const request = requests.get(name);
    if (limit.isFilledIn !== true || request === undefined || request.isFilledIn === true) return [];
    if (request.nanos <= limit.nanos) return [];
    return [
      {
        at: request.at,
        message: `must be less than or equal to ${name} limit of ${formatAmount(limit)}`,
        why: `A LimitRange of the namespace sets a ${name} limit of ${formatAmount(limit)} where none is specified, and no request may exceed it.`,
        remedy: `Specify a ${name} limit that is at least the request.`,
        by: [],
        consequence: 'invalid',
      },
    ];
  });
}
