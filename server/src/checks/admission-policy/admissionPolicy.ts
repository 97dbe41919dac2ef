import { admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import { operationOf, typeOf } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { attributesOf } from '../policies/attributes.ts';
import { isResultJudged, mutationOf } from '../policies/mutation.ts';
import type { Binding, Policy } from '../policies/policy.ts';
import { policiesFor } from '../policies/validatingPolicies.ts';
import { type Violation, violationsOf } from '../policies/violations.ts';

const code = 'admission-policy';
const plugin = 'ValidatingAdmissionPolicy';

/** The effects of the workspace's admission policies on a request. */
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
    const mutation = subject.isMutated === true ? undefined : mutationOf(subject);
    if (mutation?.state === 'failed') sayFailed(mutation, subject, emit);
    if (!isPluginOn(surface, plugin) || (mutation !== undefined && mutation.state !== 'done')) return;
    // A changed object is judged again.
    if (mutation !== undefined && mutation.root !== resource.root && isResultJudged(subject)) return;
    const type = { ...typeOf(availability.resource, surface), operation: operationOf(subject) };
    const policies = policiesFor(type, objects, surface);
    if (policies.length === 0) return;
    const attributes = mutation?.attributes ?? attributesOf(subject, objects);
    if (attributes === undefined) return;
    for (const violation of violationsOf(policies, attributes, objects, surface)) report(violation, subject, emit);
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
    message: reason,
    remedy: 'Change the mutation so that it fits the object, or change what the policy and its binding match.',
    source: 'k8s.io/apiserver pkg/admission/plugin/policy/mutating',
  });
}

function report(violation: Violation, subject: Subject, emit: Emit): void {
  const { policy, binding, expression, isError, reason, from, denies } = violation;
  const by = binding === undefined ? '' : ` with binding '${binding.object.name}'`;
  const names = `${plugin} '${policy.object.name}'${by}`;
  const given = from === undefined ? '' : ` with ${from.kind} '${from.name}' of ${from.file} as parameters`;
  const why =
    expression === undefined
      ? `${binding === undefined ? 'the server does' : 'the binding does'} not ${binding === undefined ? 'serve' : 'fit'} the paramKind of the policy`
      : isError
        ? `the server cannot evaluate \`${expression.trim()}\` on the object${given}`
        : `the object does not satisfy \`${expression.trim()}\`${given}`;
  emit({
    ...findingOf(policy, binding, why, subject),
    consequence: denies ? 'forbidden' : 'warning',
    message: `${denies ? `${names} denied request` : `Validation failed for ${names}`}: ${reason}`,
    remedy: isError
      ? 'Change the expression so that it can be evaluated on the object within its cost limit, or change what the policy matches.'
      : 'Change the object so that the expression is true, or change what the policy and its binding match.',
    source: 'k8s.io/apiserver pkg/admission/plugin/policy/validating',
  });
}

function findingOf({ object }: Policy, binding: Binding | undefined, why: string, { resource }: Subject) {
  const bound = binding === undefined ? '' : `, its binding in ${binding.object.file}`;
  return {
    code,
    path: '',
    span: resource.kindSpan,
    why: `The policy is in ${object.file}${bound}; ${why}.`,
    dependsOn: ['metadata', ...resource.root.entries.map(({ key }) => key).filter((key) => !fixed.has(key))],
    fixes: () => [],
  };
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);
