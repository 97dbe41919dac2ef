import type { ApiSurface } from '../../catalog/surface.ts';
import type { Value } from '../value.ts';
import { levelOf, type PodLevel, type PodResources } from './podResources.ts';

// Source: pkg/quota/v1/evaluator/core/pods.go, podMatchesScopeFunc.

/** Whether a quota applies to a pod, by its scopes; undefined if unknown. */
export function matchesScopes(quota: Value, spec: Value, resources: PodResources): boolean | undefined {
  const found = scopesOf(quota).map(([name, selector]) => matchesScope(name, selector, spec, resources));
  if (found.includes(false)) return false;
  return found.includes(undefined) ? undefined : true;
}

/**
 * Whether a quota with scopes applies to a claim for a volume that is created. Source:
 * pkg/quota/v1/evaluator/core/persistent_volume_claims.go, pvcMatchesScopeFunc.
 */
export function matchesClaimScopes(quota: Value, claim: Value, { gates }: Pick<ApiSurface, 'gates'>): boolean {
  // The gate was removed with the feature on.
  if (gates.get('VolumeAttributesClass')?.enabled === false) return false;
  const name = claim.at('spec').at('volumeAttributesClassName').text;
  return scopesOf(quota).every(([scope, selector]) => {
    if (scope !== 'VolumeAttributesClass') return false;
    return name === '' ? selectsNone(selector) : hasClass(name, selector) === true;
  });
}

function selectsNone(selector: Value | undefined): boolean {
  return ['NotIn', 'DoesNotExist'].includes(selector?.at('operator').text ?? '');
}

function scopesOf(quota: Value): readonly (readonly [name: string, selector: Value | undefined])[] {
  return [
    ...quota.at('scopes').texts.map((name) => [name, undefined] as const),
    ...quota
      .at('scopeSelector')
      .at('matchExpressions')
      .items.map((item) => [item.at('scopeName').text, item] as const),
  ];
}

function matchesScope(
  name: string,
  selector: Value | undefined,
  spec: Value,
  resources: PodResources,
): boolean | undefined {
  switch (name) {
    case 'Terminating':
      return isTerminating(spec);
    case 'NotTerminating':
      return !isTerminating(spec);
    case 'BestEffort':
      return isBestEffort(resources);
    case 'NotBestEffort':
      return !isBestEffort(resources);
    case 'PriorityClass':
      return hasClass(spec.at('priorityClassName').text, selector);
    case 'CrossNamespacePodAffinity':
      return reachesOut(spec);
    default:
      return undefined;
  }
}

function isTerminating(spec: Value): boolean {
  return (spec.at('activeDeadlineSeconds').number ?? -1) >= 0;
}

/** Source: pkg/apis/core/helper/qos/qos.go, ComputePodQOS. */
function isBestEffort(pod: PodResources): boolean {
  const { containers, initContainers } = pod;
  const level = levelOf(pod);
  const asks = ({ requests, limits }: PodLevel) =>
    [requests, limits].some((list) => ['cpu', 'memory'].some((name) => (list.get(name)?.nanos ?? 0n) > 0n));
  return !(level === undefined ? [...containers, ...initContainers] : [level]).some(asks);
}

/** A pod that names no class may get one for all. */
function hasClass(name: string, selector: Value | undefined): boolean | undefined {
  if (name === '') return undefined;
  const values = selector?.at('values').texts ?? [];
  switch (selector?.at('operator').text ?? 'Exists') {
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
