import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { CelValue } from '../../cel/values.ts';
import { matchesResources, type Request, weakest } from '../admissionMatch.ts';
import type { Subject } from '../check.ts';
import { runsOf } from './params.ts';
import type { Binding } from './policy.ts';
import { variablesOf } from './request.ts';
import { failedValidations } from './validate.ts';
import type { ValidatingPolicy } from './validatingPolicies.ts';

/** A policy that an object violates for certain, by one of its bindings. */
export interface Violation {
  readonly policy: ValidatingPolicy;
  readonly binding: Binding;
  /** The expression that is false or fails; undefined where the binding does not fit the policy. */
  readonly expression: string | undefined;
  /** The server's message. */
  readonly reason: string;
  /** The parameters of the run; undefined where the policy has none. */
  readonly from: AdmissionObject | undefined;
  /** The server refuses the object; otherwise it warns. */
  readonly denies: boolean;
}

/** What policies are asked about. */
export type Validated = Pick<Subject, 'availability' | 'resource' | 'surface' | 'custom'>;

/** The certain violations of policies by an object; equal results of several parameters are reported once. */
export function violationsOf(
  policies: readonly ValidatingPolicy[],
  request: Request,
  objects: AdmissionObjects,
  validated: Validated,
): readonly Violation[] {
  const { availability, resource, surface, custom } = validated;
  if (availability.state !== 'served') return [];
  let variables: ReadonlyMap<string, CelValue> | undefined;
  const found: Violation[] = [];
  for (const policy of policies) {
    const bindings = bindingsThatMatch(policy, request);
    if (bindings.length === 0) continue;
    variables ??= variablesOf(request, { resource, served: availability.resource, surface, custom });
    if (variables === undefined) return found;
    for (const binding of bindings) found.push(...ofBinding(policy, binding, variables, request, objects, validated));
  }
  return found;
}

/** The bindings by which a policy certainly matches a request. */
function bindingsThatMatch(policy: ValidatingPolicy, request: Request): readonly Binding[] {
  const fit = matchesResources(policy.matchConstraints, request, 'no');
  return policy.bindings.filter(
    ({ matchResources }) => weakest([fit, matchesResources(matchResources, request, 'yes')]) === 'yes',
  );
}

function ofBinding(
  policy: ValidatingPolicy,
  binding: Binding,
  variables: ReadonlyMap<string, CelValue>,
  request: Request,
  objects: AdmissionObjects,
  { surface }: Validated,
): readonly Violation[] {
  const runs = runsOf(policy, binding, request, objects, surface);
  if ('error' in runs) {
    // The server refuses it regardless of the binding's actions.
    const reason = `failed to configure binding: ${runs.error}`;
    return policy.failsClosed
      ? [{ policy, binding, expression: undefined, reason, from: undefined, denies: true }]
      : [];
  }
  const found = new Map<string, Violation>();
  for (const { params, from } of runs.runs) {
    const values = params === undefined ? variables : new Map([...variables, ['params', params]]);
    for (const { text, reason, denies: isRefused = false } of failedValidations(policy, values)) {
      const denies = isRefused || binding.actions.includes('Deny');
      if (found.has(reason) || !(denies || binding.actions.includes('Warn'))) continue;
      found.set(reason, { policy, binding, expression: text, reason, from, denies });
    }
  }
  return [...found.values()];
}
