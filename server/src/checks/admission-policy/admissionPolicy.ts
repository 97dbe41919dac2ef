import { type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import type { CelValue } from '../../cel/values.ts';
import { matchesResources, type Request, requestOf, weakest } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { mayBeMutated } from '../mutatingPolicies.ts';
import { mutationOf } from '../policies/mutation.ts';
import { runsOf } from '../policies/params.ts';
import { type Binding, type Policy, policyGroup } from '../policies/policy.ts';
import { variablesOf } from '../policies/request.ts';
import { failedValidations } from '../policies/validate.ts';
import { policiesOf, type ValidatingPolicy } from '../policies/validatingPolicies.ts';

const code = 'admission-policy';
const plugin = 'ValidatingAdmissionPolicy';

/** The effects of the workspace's admission policies on a created object. */
export const admissionPolicy: Check = {
  codes: [
    {
      code,
      consequences: ['forbidden', 'warning'],
      title: 'An admission policy denies the object, or warns',
    },
  ],
  resource(subject, emit) {
    const { availability, decoded, resource, surface } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    const objects = admissionOf(surface);
    if (objects === undefined || resource.part !== undefined || resource.embedded !== undefined) return;
    // Policies do not apply to policies, and updates have more inputs.
    if (subject.change !== undefined || availability.resource.group === policyGroup) return;
    const mutation = subject.isMutated === true ? undefined : mutationOf(subject);
    if (mutation?.state === 'failed') sayFailed(mutation, subject, emit);
    if (!isPluginOn(surface, plugin)) return;
    const policies = policiesOf(objects, surface);
    const request = policies.length === 0 ? undefined : requestOf(subject, objects);
    if (request === undefined || mayBeMutated(request, objects, subject)) return;
    judge(policies, request, objects, subject, emit);
  },
};

function judge(
  policies: readonly ValidatingPolicy[],
  request: Request,
  objects: AdmissionObjects,
  subject: Subject,
  emit: Emit,
): void {
  const { availability, resource, surface, custom } = subject;
  if (availability.state !== 'served') return;
  let variables: ReadonlyMap<string, CelValue> | undefined;
  for (const policy of policies) {
    const fit = matchesResources(policy.matchConstraints, request, 'no');
    const bindings = policy.bindings.filter(
      ({ matchResources }) => weakest([fit, matchesResources(matchResources, request, 'yes')]) === 'yes',
    );
    if (bindings.length === 0) continue;
    variables ??= variablesOf(request, { resource, served: availability.resource, surface, custom });
    if (variables === undefined) return;
    for (const binding of bindings) judgeBound(policy, binding, variables, request, objects, subject, emit);
  }
}

/** The results of a policy with one binding; equal results of several parameters are reported once. */
function judgeBound(
  policy: ValidatingPolicy,
  binding: Binding,
  variables: ReadonlyMap<string, CelValue>,
  request: Request,
  objects: AdmissionObjects,
  subject: Subject,
  emit: Emit,
): void {
  const found = runsOf(policy, binding, request, objects, subject.surface);
  if ('error' in found) {
    // The server refuses it regardless of the binding's actions.
    const reason = `failed to configure binding: ${found.error}`;
    const why = 'the binding does not fit the paramKind of the policy';
    if (policy.failsClosed) say(policy, binding, { reason, why, denies: true }, subject, emit);
    return;
  }
  const said = new Set<string>();
  for (const { params, from } of found.runs) {
    const values = params === undefined ? variables : new Map([...variables, ['params', params]]);
    for (const { text, reason, denies: isRefused = false } of failedValidations(policy, values)) {
      if (said.has(reason)) continue;
      said.add(reason);
      const denies = isRefused || binding.actions.includes('Deny');
      if (!denies && !binding.actions.includes('Warn')) continue;
      const given = from === undefined ? '' : ` with ${from.kind} '${from.name}' of ${from.file} as parameters`;
      say(
        policy,
        binding,
        { reason, why: `the object does not satisfy \`${text.trim()}\`${given}`, denies },
        subject,
        emit,
      );
    }
  }
}

/** Reports a failed mutation. */
function sayFailed(
  { policy, binding, reason }: Extract<NonNullable<ReturnType<typeof mutationOf>>, { state: 'failed' }>,
  subject: Subject,
  emit: Emit,
): void {
  emit({
    ...findingOf(policy, binding, 'a mutation of the policy fails on the object', subject),
    consequence: 'forbidden',
    message: `policy '${policy.object.name}' with binding '${binding.object.name}' denied request: ${reason}`,
    remedy: 'Change the mutation so that it fits the object, or what the policy and its binding match.',
    source: 'k8s.io/apiserver pkg/admission/plugin/policy/mutating',
  });
}

interface Said {
  readonly reason: string;
  readonly why: string;
  readonly denies: boolean;
}

function say(policy: Policy, binding: Binding, { reason, why, denies }: Said, subject: Subject, emit: Emit): void {
  const names = `${plugin} '${policy.object.name}' with binding '${binding.object.name}'`;
  emit({
    ...findingOf(policy, binding, why, subject),
    consequence: denies ? 'forbidden' : 'warning',
    message: `${denies ? `${names} denied request` : `Validation failed for ${names}`}: ${reason}`,
    remedy: 'Change the object so that the expression is true, or change what the policy and its binding match.',
    source: 'k8s.io/apiserver pkg/admission/plugin/policy/validating',
  });
}

function findingOf({ object }: Policy, binding: Binding, why: string, { resource }: Subject) {
  return {
    code,
    path: '',
    span: resource.kindSpan,
    why: `The policy is in ${object.file}, its binding in ${binding.object.file}; ${why}.`,
    goesBy: ['metadata', ...resource.root.entries.map(({ key }) => key).filter((key) => !fixed.has(key))],
    fixes: () => [],
  };
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
