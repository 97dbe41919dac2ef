import type { ApiSurface } from '../../catalog/surface.ts';
import type { LimitedScope } from '../../targets/admissionConfiguration.ts';
import type { Value } from '../value.ts';
import { levelOf, type PodLevel, type PodResources } from './podResources.ts';

// Source: pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc.

/** A scope of a quota, or one that needs a quota: what it is, and which classes it selects. */
export type Scope = LimitedScope;

/** The scopes of a quota, of its `spec`. */
export function scopesOf(quota: Value): readonly Scope[] {
  return [
    ...quota.at('scopes').texts.map((name) => ({ name, operator: 'Exists', values: [] })),
    ...quota
      .at('scopeSelector')
      .at('matchExpressions')
      .items.map((item) => ({
        name: item.at('scopeName').text,
        operator: item.at('operator').text,
        values: item.at('values').texts,
      })),
  ];
}

/** Whether a quota applies to a pod, by its scopes; undefined if unknown. */
export function matchesScopes(quota: Value, spec: Value, resources: PodResources): boolean | undefined {
  const found = scopesOf(quota).map((scope) => matchesScope(scope, spec, resources));
  if (found.includes(false)) return false;
  return found.includes(undefined) ? undefined : true;
}

/** Whether a quota with scopes applies to a claim for a volume that is created. */
export function matchesClaimScopes(quota: Value, claim: Value, surface: Pick<ApiSurface, 'gates'>): boolean {
  return scopesOf(quota).every((scope) => matchesClaimScope(scope, claim, surface));
}

/** Source: pkg/quota/v1/evaluator/core/persistent_volume_claims.go, pvcMatchesScopeFunc. */
export function matchesClaimScope(scope: Scope, claim: Value, { gates }: Pick<ApiSurface, 'gates'>): boolean {
  // The gate was removed with the feature on.
  if (gates.get('VolumeAttributesClass')?.enabled === false || scope.name !== 'VolumeAttributesClass') return false;
  const name = claim.at('spec').at('volumeAttributesClassName').text;
  return name === '' ? ['NotIn', 'DoesNotExist'].includes(scope.operator) : hasClass(name, scope) === true;
}

/** Whether a pod is in a scope; undefined if unknown. */
export function matchesScope(scope: Scope, spec: Value, resources: PodResources): boolean | undefined {
  switch (scope.name) {
    case 'Terminating':
      return isTerminating(spec);
    case 'NotTerminating':
      return !isTerminating(spec);
    case 'BestEffort':
      return isBestEffort(resources);
    case 'NotBestEffort':
      return !isBestEffort(resources);
    case 'PriorityClass':
      return hasClass(spec.at('priorityClassName').text, scope);
    case 'CrossNamespacePodAffinity':
      return reachesOut(spec);
    default:
      return undefined;
  }
}

function isTerminating(spec: Value): boolean {
  return (spec.at('activeDeadlineSeconds').number ?? -1) >= 0;
}

/** Whether a pod asks for neither CPU nor memory. Source: pkg/apis/core/helper/qos/qos.go, ComputePodQOS. */
export function isBestEffort(pod: PodResources): boolean {
  const { containers, initContainers } = pod;
  const level = levelOf(pod);
  const asks = ({ requests, limits }: PodLevel) =>
    [requests, limits].some((list) => ['cpu', 'memory'].some((name) => (list.get(name)?.nanos ?? 0n) > 0n));
  return !(level === undefined ? [...containers, ...initContainers] : [level]).some(asks);
}

/** A pod that names no class may get one for all. */
function hasClass(name: string, { operator, values }: Scope): boolean | undefined {
  if (name === '') return undefined;
  switch (operator) {
    case 'Exists':
      return true;
    case 'DoesNotExist':
      return false;
    case 'In':
      return values.includes(name);
    case 'NotIn':
      return !values.includes(name);
    default:
      return undefined;
  }
}

function reachesOut(spec: Value): boolean {
  const affinity = spec.at('affinity');
  return [affinity.at('podAffinity'), affinity.at('podAntiAffinity')].some((value) =>
    [
      ...value.at('requiredDuringSchedulingIgnoredDuringExecution').items,
      ...value.at('preferredDuringSchedulingIgnoredDuringExecution').items.map((item) => item.at('podAffinityTerm')),
    ].some((term) => term.at('namespaces').length > 0 || term.at('namespaceSelector').present),
  );
}
