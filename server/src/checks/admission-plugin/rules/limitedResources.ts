import type { LimitedResource } from '../../../targets/admissionConfiguration.ts';
import { asValue } from '../../admissionMatch.ts';
import type { Value } from '../../value.ts';
import { type Amounts, amountsOf } from '../amounts.ts';
import { classOfRequest } from '../claimClass.ts';
import { commonRefusals } from '../commonRefusals.ts';
import { declaredInNamespace } from '../declared.ts';
import { limitsIn, withLimitRangeDefaults } from '../limitRanges.ts';
import { overheadOf } from '../overhead.ts';
import { settingsOf } from '../placement.ts';
import type { PluginRequest, PluginRule, Refusal } from '../pluginRule.ts';
import { type PodResources, podResources } from '../podResources.ts';
import { matchesClaimScope, matchesScope, type Scope, scopesOf } from '../quotaScopes.ts';
import { objectUsage, storedUsage, usageOfClaim, usageOfPod } from '../quotaUsage.ts';

const plugin = 'ResourceQuota';

/** Objects that the AdmissionConfiguration allows only with a quota, which no file of the workspace has. */
export const limitedResources: PluginRule = {
  plugin,
  updates: 'also',
  appliesTo: ({ namespace, served }) => namespace !== undefined && served.namespaced,
  refusals(request) {
    const settings = settingsOf(request, plugin);
    const limited = settings?.limitedResources ?? [];
    if (settings === undefined || limited.length === 0) return [];
    const quotas = declaredInNamespace(request, '/ResourceQuota').map((quota) => asValue(quota).at('spec'));
    const ranges = declaredInNamespace(request, '/LimitRange').flatMap(limitsIn);
    const why = `${settings.file} allows this only with a ResourceQuota, and no file of the workspace has one for the namespace ${request.namespace ?? ''}. The cluster may have one.`;
    const remedy = 'Add a ResourceQuota that covers it to the namespace.';
    const refusals = (message: string | undefined, at: Value): readonly Refusal[] =>
      message === undefined ? [] : [{ at, message, why, remedy, by: [], consequence: 'advice' }];
    return [
      ...refusals(ofObject(request, limited, quotas), request.root),
      ...ofPod(request, ranges, (pod) =>
        refusals(uncovered(pod, limited, quotas), request.pod?.at('spec') ?? request.root),
      ),
      ...(request.isTemplate ? request.claims : []).flatMap((claim) =>
        refusals(uncovered(claimUse(request, claim), limited, quotas), claim),
      ),
    ];
  },
  source: 'k8s.io/apiserver pkg/admission/plugin/resourcequota/controller.go, CheckRequest',
};

/** What an object uses of quotas. */
interface Use {
  readonly group: string;
  readonly resource: string;
  readonly usage: Amounts;
  /** Whether it is in a scope; undefined if unknown. */
  readonly isIn: (scope: Scope) => boolean | undefined;
}

function ofObject(
  request: PluginRequest,
  limited: readonly LimitedResource[],
  quotas: readonly Value[],
): string | undefined {
  const usage = objectUsage(request);
  if (usage === undefined) return undefined;
  const before = storedUsage(request);
  if (![...usage].some(([name, { nanos }]) => nanos > (before.get(name)?.nanos ?? 0n))) return undefined;
  const { group, resource } = request.served;
  const [claim] = request.isTemplate ? [] : request.claims;
  const isIn = (scope: Scope) => claim !== undefined && matchesClaimScope(scope, claim, request.surface);
  return uncovered({ group, resource, usage, isIn }, limited, quotas);
}

function ofPod(
  request: PluginRequest,
  ranges: Parameters<typeof withLimitRangeDefaults>[1],
  refusals: (use: Use) => readonly Refusal[],
): readonly Refusal[] {
  const { pod, surface, isTemplate, stored } = request;
  if (pod === undefined || (!isTemplate && stored !== undefined)) return [];
  const spec = pod.at('spec');
  const use = (resources: PodResources): Use => ({
    ...{ group: '', resource: 'pods' },
    usage: usageOfPod(pod, resources, overheadOf(request)),
    isIn: (scope) => matchesScope(scope, spec, resources),
  });
  return commonRefusals(
    withLimitRangeDefaults(podResources(spec, surface), ranges).map((filled) => refusals(use(filled.pod))),
  );
}

function claimUse(request: PluginRequest, claim: Value): Use {
  const usage = usageOfClaim(claim, classOfRequest(request, claim));
  const isIn = (scope: Scope) => matchesClaimScope(scope, claim, request.surface);
  return { group: '', resource: 'persistentvolumeclaims', usage, isIn };
}

/** The server's refusal of what no quota covers. */
function uncovered(use: Use, limited: readonly LimitedResource[], quotas: readonly Value[]): string | undefined {
  const { group, resource, usage, isIn } = use;
  const parts = limited
    .filter((resourceLimit) => resourceLimit.group === group && resourceLimit.resource === resource)
    .flatMap(({ contains }) => contains);
  const covering = quotas.filter((quota) => scopesOf(quota).every((scope) => isIn(scope) !== false));
  const covered = new Set(covering.flatMap((quota) => [...amountsOf(quota.at('hard')).keys()]));
  const names = [...usage]
    .filter(([name, { nanos }]) => nanos > 0n && parts.some((part) => name.includes(part)) && !covered.has(name))
    .map(([name]) => name);
  if (names.length > 0) return `insufficient quota to consume: ${names.sort().join(',')}`;
  // Scopes apply to every object, whatever the limited resource is.
  const given = new Set(
    quotas.flatMap((quota) => scopesOf(quota).filter((scope) => isIn(scope) !== false)).map(({ name }) => name),
  );
  const scopes = limited
    .flatMap((resourceLimit) => resourceLimit.scopes)
    .filter((scope) => isIn(scope) === true && !given.has(scope.name))
    .map(({ name, operator, values }) => `{${name} ${operator} [${values.join(' ')}]}`);
  return scopes.length > 0 ? `insufficient quota to match these scopes: [${scopes.join(' ')}]` : undefined;
}
