import type { AdmissionObject, AdmissionObjects } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CelValue } from '../../cel/values.ts';
import { formatGroupVersion } from '../../targets/groupVersion.ts';
import { matchedVersion, matchesResources, type Request } from '../admissionMatch.ts';
import { type Attributes, versioned } from './attributes.ts';
import { paramKindProblem, runsOf } from './params.ts';
import type { Binding } from './policy.ts';
import { preparedObject } from './preparedObject.ts';
import { variablesOf } from './request.ts';
import { failedValidations } from './validate.ts';
import type { ValidatingPolicy } from './validatingPolicies.ts';

/** A policy that an object violates for certain, by one of its bindings. */
export interface Violation {
  readonly policy: ValidatingPolicy;
  /** Undefined where the policy itself cannot be run. */
  readonly binding: Binding | undefined;
  /** The expression that is false or fails; undefined where the binding does not fit the policy. */
  readonly expression: string | undefined;
  /** Whether the expression fails instead of being false. */
  readonly isError: boolean;
  /** The server's message. */
  readonly reason: string;
  /** The parameters of the run; undefined where the policy has none. */
  readonly from: AdmissionObject | undefined;
  /** The server refuses the object; otherwise it warns. */
  readonly denies: boolean;
}

/** The certain violations of policies by a request; equal results of several parameters are reported once. */
export function violationsOf(
  policies: readonly ValidatingPolicy[],
  attributes: Attributes,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly Violation[] {
  const [first = [], ...others] = [attributes.object, ...attributes.alternatives].map((object) =>
    violationsBy(policies, { ...attributes, object: preparedObject(object), alternatives: [] }, objects, surface),
  );
  return first.filter((violation) => others.every((all) => all.some((other) => isSame(violation, other))));
}

function isSame(violation: Violation, other: Violation): boolean {
  return (
    violation.policy === other.policy &&
    violation.binding === other.binding &&
    violation.expression === other.expression &&
    violation.reason === other.reason
  );
}

function violationsBy(
  policies: readonly ValidatingPolicy[],
  attributes: Attributes,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly Violation[] {
  const { request } = attributes;
  const variables = new Map<string, ReadonlyMap<string, CelValue> | undefined>();
  return policies.flatMap((policy) => {
    if (matchesResources(policy.matchConstraints, request, 'no') !== 'yes') return [];
    const problem = paramKindProblem(policy, surface);
    if (problem !== undefined) return notConfigured(policy, problem);
    const bindings = bindingsThatMatch(policy, request);
    const matched = matchedVersion(policy.matchConstraints, request);
    if (bindings.length === 0 || matched === undefined) return [];
    const key = formatGroupVersion(matched);
    if (!variables.has(key)) {
      const converted = versioned(attributes, matched);
      variables.set(key, converted && variablesOf(converted));
    }
    const known = variables.get(key);
    if (known === undefined) return [];
    return bindings.flatMap((binding) => ofBinding(policy, binding, known, request, objects, surface));
  });
}

/** The server refuses every request that the policy matches, regardless of its bindings. */
function notConfigured(policy: ValidatingPolicy, problem: string): readonly Violation[] {
  if (!policy.failsClosed) return [];
  const reason = `failed to configure policy: ${problem}`;
  return [{ policy, binding: undefined, expression: undefined, isError: true, reason, from: undefined, denies: true }];
}

/** The bindings that certainly match a request. */
function bindingsThatMatch(policy: ValidatingPolicy, request: Request): readonly Binding[] {
  return policy.bindings.filter(({ matchResources }) => matchesResources(matchResources, request, 'yes') === 'yes');
}

function ofBinding(
  policy: ValidatingPolicy,
  binding: Binding,
  variables: ReadonlyMap<string, CelValue>,
  request: Request,
  objects: AdmissionObjects,
  surface: ApiSurface,
): readonly Violation[] {
  const runs = runsOf(policy, binding, request, objects, surface);
  if ('error' in runs) {
    // The server refuses it regardless of the binding's actions.
    const reason = `failed to configure binding: ${runs.error}`;
    return policy.failsClosed
      ? [{ policy, binding, expression: undefined, isError: true, reason, from: undefined, denies: true }]
      : [];
  }
  const found = new Map<string, Violation>();
  for (const { params, from } of runs.runs) {
    const values = params === undefined ? variables : new Map([...variables, ['params', params]]);
    for (const { text, reason, isError = false, denies: isRefused = false } of failedValidations(policy, values)) {
      const denies = isRefused || binding.actions.includes('Deny');
      if (found.has(reason) || !(denies || binding.actions.includes('Warn'))) continue;
      found.set(reason, { policy, binding, expression: text, isError, reason, from, denies });
    }
  }
  return [...found.values()];
}
