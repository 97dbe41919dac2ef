import type { AdmissionObject } from '../../../admission/admissionObjects.ts';
import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { type Amount, type Amounts, amountsOf, formatAmounts } from '../amounts.ts';
import { classOfRequest, defaultOf } from '../claimClass.ts';
import { commonRefusals } from '../commonRefusals.ts';
import { declaredInNamespace } from '../declared.ts';
import { limitsIn, withLimitRangeDefaults } from '../limitRanges.ts';
import { overheadOf, runtimeClassOf } from '../overhead.ts';
import type { PluginRequest, PluginRule, Refusal } from '../pluginRule.ts';
import { type PodResources, podResources } from '../podResources.ts';
import { matchesClaimScopes, matchesScopes } from '../quotaScopes.ts';
import { computed, isExtended, objectUsage, storedUsage, usageOfClaim, usageOfPod } from '../quotaUsage.ts';

/** Objects that alone exceed a ResourceQuota of their namespace. */
export const resourceQuota: PluginRule = {
  plugin: 'ResourceQuota',
  updates: 'also',
  appliesTo: ({ namespace, served }) => namespace !== undefined && served.namespaced,
  refusals(request) {
    const quotas = declaredInNamespace(request, '/ResourceQuota');
    if (quotas.length === 0) return [];
    const ranges = declaredInNamespace(request, '/LimitRange');
    const { claims } = request;
    const spec = request.pod?.at('spec');
    const pods =
      spec === undefined
        ? [undefined]
        : withLimitRangeDefaults(podResources(spec, request.surface), ranges.flatMap(limitsIn)).map(({ pod }) => pod);
    return quotas.flatMap((quota) =>
      commonRefusals(pods.map((pod) => ofQuota(quota, request, pod))).map((refusal) => ({
        ...refusal,
        by: [
          quota,
          ...ranges,
          ...runtimeClassOf(request),
          ...claims.flatMap((claim) => defaultOf(request, claim) ?? []),
        ],
      })),
    );
  },
  source: 'pkg/quota/v1/evaluator/core; k8s.io/apiserver pkg/admission/plugin/resourcequota/controller.go',
};

function ofQuota(by: AdmissionObject, request: PluginRequest, pod: PodResources | undefined): readonly Refusal[] {
  const quota = asValue(by).at('spec');
  const hard = amountsOf(quota.at('hard'));
  const hasScopes = !quota.at('scopes').empty || quota.has('scopeSelector');
  const { isTemplate, root, surface } = request;
  const refusals: Refusal[] = [];
  const amounts = objectUsage(request);
  // A quota with scopes applies only to pods, and to claims by another scope.
  const isMatched =
    !hasScopes || (!isTemplate && request.claims.some((claim) => matchesClaimScopes(quota, claim, surface)));
  if (amounts !== undefined && isMatched)
    refusals.push(...exceeding(by, amounts, hard, root, false, storedUsage(request)));
  const spec = request.pod?.at('spec');
  const isCreated = isTemplate || request.stored === undefined;
  if (request.pod !== undefined && spec !== undefined && pod !== undefined && isCreated) {
    const matches = [...hard.keys()].some(isOfPods) && matchesScopes(quota, spec, pod) === true;
    if (matches) {
      refusals.push(...missing(by, hard, pod, spec));
      refusals.push(...exceeding(by, usageOfPod(request.pod, pod, overheadOf(request)), hard, spec, isTemplate));
    }
  }
  if (isTemplate) {
    for (const claim of request.claims) {
      if (hasScopes && !matchesClaimScopes(quota, claim, surface)) continue;
      refusals.push(...exceeding(by, usageOfClaim(claim, classOfRequest(request, claim)), hard, claim, true));
    }
  }
  return refusals;
}

/** Whether a name in a quota is about pods: MatchingResources. */
function isOfPods(name: string): boolean {
  if (name === 'pods' || name === 'count/pods') return true;
  const plain = name.replace(/^(requests|limits)\./, '');
  if (['cpu', 'memory', 'ephemeral-storage'].includes(plain)) return true;
  if (name.startsWith('hugepages-') || name.startsWith('requests.hugepages-')) return true;
  return name.startsWith('requests.') && isExtended(plain);
}

/** @param stored what the stored object uses, which is counted already. */
function exceeding(
  by: AdmissionObject,
  usage: Amounts,
  hard: Amounts,
  at: Value,
  isMade: boolean,
  stored: Amounts = new Map(),
): readonly Refusal[] {
  const beyond = [...usage].flatMap(([name, amount]): (readonly [string, Amount])[] => {
    const max = hard.get(name);
    const more = amount.nanos - (stored.get(name)?.nanos ?? 0n);
    if (max === undefined || more <= 0n || amount.nanos <= max.nanos) return [];
    return [[name, { ...amount, nanos: more }]];
  });
  const [first] = beyond;
  if (first === undefined) return [];
  const limits = beyond.flatMap(([name]) => {
    const max = hard.get(name);
    return max === undefined ? [] : [[name, max] as const];
  });
  return [
    {
      at: first[1].at.present ? first[1].at : at,
      message: `exceeded quota: ${by.name}, requested: ${formatAmounts(beyond)}, limited: ${formatAmounts(limits)}`,
      why: `The ResourceQuota ${by.name} in ${by.file} allows less than ${isMade ? 'one of them' : 'this object'} alone requests.`,
      remedy: 'Request less, or raise the quota.',
      by: [by],
    },
  ];
}

/** The amounts that a quota has every container specify: Constraints. */
const required: readonly string[] = [
  ...['cpu', 'limits.cpu', 'limits.memory', 'memory', 'requests.cpu', 'requests.memory'],
];

function missing(by: AdmissionObject, hard: Amounts, pod: PodResources, at: Value): readonly Refusal[] {
  if (pod.level !== undefined) return [];
  const containers = [...pod.containers, ...pod.initContainers];
  const absent = required.flatMap((name) => {
    if (!hard.has(name)) return [];
    const without = containers.filter(({ requests, limits }) => !computed(requests, limits).has(name));
    return without.length === 0 ? [] : [{ name, without }];
  });
  const [first] = absent;
  if (first === undefined) return [];
  const listed = absent.map(
    ({ name, without }) =>
      `${name} for: ${[...new Set(without.map((containerResources) => containerResources.name))].sort().join(',')}`,
  );
  return [
    {
      at: first.without[0]?.at ?? at,
      message: `failed quota: ${by.name}: must specify ${listed.join('; ')}`,
      why: `The ResourceQuota ${by.name} in ${by.file} limits amounts that containers do not specify. A LimitRange outside of the workspace may fill them in.`,
      remedy: 'Specify the amounts, or add a LimitRange with defaults.',
      by: [by],
      consequence: 'advice',
    },
  ];
}
