import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CelValue } from '../../cel/values.ts';
import type { GroupVersion } from '../../targets/groupVersion.ts';
import { matchedVersion, matchesResources, type RequestSubject } from '../admissionMatch.ts';
import type { Attributes } from './attributes.ts';
import type { MutatingPolicy } from './mutatingPolicies.ts';
import type { FailedMutation } from './mutationOutcome.ts';
import { paramKindProblem, runsOf } from './params.ts';
import type { Binding } from './policy.ts';

/** The inputs that all policies of a request share. */
export interface Setting {
  readonly objects: AdmissionObjects;
  readonly surface: ApiSurface;
  readonly requested: RequestSubject;
  /** Whether selected parameters are used in the opposite order. */
  readonly isReversed: boolean;
}

/** A policy with one of its bindings and parameters. */
export interface Invocation {
  readonly policy: MutatingPolicy;
  readonly binding: Binding;
  readonly params: CelValue | undefined;
  readonly from: AdmissionObject | undefined;
}

/** Identifies an invocation. */
export function keyOf({ policy, binding, from }: Invocation): string {
  return JSON.stringify([policy.object.name, binding.object.name, from?.namespace, from?.name]);
}

/**
 * A denial by a policy that fails closed.
 *
 * Source: k8s.io/apiserver pkg/admission/plugin/policy/generic/interfaces.go, PolicyError.
 */
export function failedBy(policy: MutatingPolicy, binding: Binding | undefined, error: string): FailedMutation {
  const { name } = policy.object;
  const by = binding === undefined ? `policy "${name}"` : `policy '${name}' with binding '${binding.object.name}'`;
  return { state: 'failed', policy, binding, reason: `${by} denied request: ${error}` };
}

/** The invocations of all policies that match a request. */
export interface Invocations {
  readonly invocations: readonly Invocation[];
  readonly failed: FailedMutation | undefined;
  /** The version that the policies run on. */
  readonly matched: GroupVersion | undefined;
}

function isSameVersion(version: GroupVersion, other: GroupVersion): boolean {
  return version.group === other.group && version.version === other.version;
}

/** The invocations of policies in this order; undefined if it is unknown whether one matches. */
export function invocationsOf(
  policies: readonly MutatingPolicy[],
  request: Attributes['request'],
  { objects, surface, isReversed }: Setting,
): Invocations | undefined {
  const invocations: Invocation[] = [];
  let failed: FailedMutation | undefined;
  let matched: GroupVersion | undefined;
  for (const policy of policies) {
    const fit = matchesResources(policy.matchConstraints, request, 'no');
    if (fit === 'maybe') return undefined;
    if (fit === 'no') continue;
    const version = matchedVersion(policy.matchConstraints, request);
    // The server keeps the result of one version only.
    if (version === undefined || (matched !== undefined && !isSameVersion(matched, version))) return undefined;
    matched = version;
    const problem = paramKindProblem(policy, surface);
    if (problem !== undefined) {
      if (policy.failsClosed) failed ??= failedBy(policy, undefined, `failed to configure policy: ${problem}`);
      continue;
    }
    for (const binding of policy.bindings) {
      const fits = matchesResources(binding.matchResources, request, 'yes');
      if (fits === 'maybe') return undefined;
      if (fits === 'no') continue;
      const found = runsOf(policy, binding, request, objects, surface);
      if ('error' in found) {
        if (policy.failsClosed) failed ??= failedBy(policy, binding, `failed to configure binding: ${found.error}`);
        continue;
      }
      if (!found.areAll) return undefined;
      const runs = isReversed ? found.runs.toReversed() : found.runs;
      invocations.push(...runs.map(({ params, from }) => ({ policy, binding, params, from })));
    }
  }
  return { invocations, failed, matched };
}
