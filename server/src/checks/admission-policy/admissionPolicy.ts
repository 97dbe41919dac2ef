import { admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import { requestOf } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { mayBeMutated } from '../mutatingPolicies.ts';
import { mutationOf } from '../policies/mutation.ts';
import { type Binding, type Policy, policyGroup } from '../policies/policy.ts';
import { policiesOf } from '../policies/validatingPolicies.ts';
import { type Violation, violationsOf } from '../policies/violations.ts';

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
    for (const violation of violationsOf(policies, request, objects, subject)) say(violation, subject, emit);
  },
};

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

function say({ policy, binding, expression, reason, from, denies }: Violation, subject: Subject, emit: Emit): void {
  const names = `${plugin} '${policy.object.name}' with binding '${binding.object.name}'`;
  const given = from === undefined ? '' : ` with ${from.kind} '${from.name}' of ${from.file} as parameters`;
  const why =
    expression === undefined
      ? 'the binding does not fit the paramKind of the policy'
      : `the object does not satisfy \`${expression.trim()}\`${given}`;
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
