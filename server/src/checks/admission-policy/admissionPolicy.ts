import { type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import { isPluginOn } from '../../admission/plugins.ts';
import { type CelMap, type CelValue, string } from '../../cel/values.ts';
import { matchesResources, type Request, requestOf, weakest } from '../admissionMatch.ts';
import type { Check, Emit, Subject } from '../check.ts';
import { droppedFieldsOf } from '../fieldGates.ts';
import { mayBeMutated } from '../mutatingPolicies.ts';
import { admittedCustom, admittedObject } from './admitted.ts';
import { runsOf } from './params.ts';
import { type Binding, type Policy, policiesOf } from './policies.ts';
import { type Failed, failedValidations } from './run.ts';

const code = 'admission-policy';
const plugin = 'ValidatingAdmissionPolicy';
const group = 'admissionregistration.k8s.io';

/** The effects of the workspace's ValidatingAdmissionPolicies on a created object. */
export const admissionPolicy: Check = {
  codes: [
    {
      code,
      consequences: ['forbidden', 'warning'],
      title: 'A ValidatingAdmissionPolicy denies the object, or warns',
    },
  ],
  resource(subject, emit) {
    const { availability, decoded, resource, surface } = subject;
    if (availability.state !== 'served' || decoded === undefined || decoded.errors.length > 0) return;
    const objects = admissionOf(surface);
    if (objects === undefined || resource.part !== undefined || resource.embedded !== undefined) return;
    // Policies do not apply to policies, and updates have more inputs.
    if (subject.stored !== undefined || availability.resource.group === group) return;
    if (!isPluginOn(surface, plugin)) return;
    const policies = policiesOf(objects, surface);
    const request = policies.length === 0 ? undefined : requestOf(subject, objects);
    if (request === undefined || mayBeMutated(request, objects, surface)) return;
    judge(policies, request, objects, subject, emit);
  },
};

function judge(
  policies: readonly Policy[],
  request: Request,
  objects: AdmissionObjects,
  subject: Subject,
  emit: Emit,
): void {
  let variables: ReadonlyMap<string, CelValue> | undefined;
  for (const policy of policies) {
    const fit = matchesResources(policy.matchConstraints, request, 'no');
    const bindings = policy.bindings.filter(
      ({ matchResources }) => weakest([fit, matchesResources(matchResources, request, 'yes')]) === 'yes',
    );
    if (bindings.length === 0) continue;
    variables ??= variablesOf(request, subject);
    if (variables === undefined) return;
    for (const binding of bindings) judgeBound(policy, binding, variables, request, objects, subject, emit);
  }
}

/** The results of a policy with one binding; equal results of several parameters are reported once. */
function judgeBound(
  policy: Policy,
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
    for (const failed of failedValidations(policy, values)) {
      const reason = reasonOf(failed);
      if (said.has(reason)) continue;
      said.add(reason);
      const denies = binding.actions.includes('Deny');
      if (!denies && !binding.actions.includes('Warn')) continue;
      const given = from === undefined ? '' : ` with ${from.kind} '${from.name}' of ${from.file} as parameters`;
      const why = `the object does not satisfy \`${failed.validation.text.trim()}\`${given}`;
      say(policy, binding, { reason, why, denies }, subject, emit);
    }
  }
}

function reasonOf({ validation, message, error }: Failed): string {
  const text = validation.text.trim();
  return error === undefined
    ? (message ?? `failed expression: ${text}`)
    : `expression '${text}' resulted in error: ${error}`;
}

interface Said {
  readonly reason: string;
  readonly why: string;
  readonly denies: boolean;
}

function say(policy: Policy, binding: Binding, { reason, why, denies }: Said, { resource }: Subject, emit: Emit): void {
  const names = `${plugin} '${policy.object.name}' with binding '${binding.object.name}'`;
  emit({
    code,
    consequence: denies ? 'forbidden' : 'warning',
    path: '',
    span: resource.kindSpan,
    message: `${denies ? `${names} denied request` : `Validation failed for ${names}`}: ${reason}`,
    why: `The policy is in ${policy.object.file}, its binding in ${binding.object.file}; ${why}.`,
    remedy: 'Change the object so that the expression is true, or change what the policy and its binding match.',
    source: 'k8s.io/apiserver pkg/admission/plugin/policy/validating',
    goesBy: ['metadata', ...resource.root.entries.map(({ key }) => key).filter((key) => !fixed.has(key))],
    fixes: () => [],
  });
}

const fixed: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'metadata']);

/** The variables of expressions, as far as known; everything else is unknown to them. */
function variablesOf(request: Request, subject: Subject): ReadonlyMap<string, CelValue> | undefined {
  const object = objectOf(subject);
  if (object === undefined) return undefined;
  const variables = new Map<string, CelValue>([
    ['object', withNames(object, subject)],
    ['oldObject', { type: 'null_type', value: null }],
    ['request', requestValue(request, subject)],
  ]);
  const namespace = namespaceValue(request);
  if (namespace !== undefined) variables.set('namespaceObject', namespace);
  return variables;
}

/** The namespace of a request: its name and labels, if a file has it; only the cluster knows its other fields. */
function namespaceValue({ namespaced, namespace, namespaceLabels }: Request): CelValue | undefined {
  if (!namespaced) return { type: 'null_type', value: null };
  const labels = namespaceLabels();
  if (namespace === undefined || labels === undefined) return undefined;
  const partial = (entries: CelMap['entries']): CelMap => ({
    type: 'map',
    entries,
    partial: true,
    mayHave: () => true,
  });
  const found: CelMap = { type: 'map', entries: new Map(texts(Object.fromEntries(labels))) };
  const metadata = partial(new Map([...texts({ name: namespace }), ['slabels', [string('labels'), found]]]));
  return partial(new Map([['smetadata', [string('metadata'), metadata]]]));
}

function objectOf({ availability, decoded, resource, surface, custom }: Subject): CelMap | undefined {
  if (availability.state !== 'served' || decoded === undefined) return undefined;
  if (availability.resource.custom !== undefined) return custom && admittedCustom(custom);
  const type = surface.rootType(availability.resource);
  const isDropped = droppedFieldsOf({ surface, resource }, decoded);
  return type && admittedObject(resource.root, type, availability.resource, surface, isDropped);
}

/** Kind and version are those of the request, whatever the object's fields say. */
function withNames(object: CelMap, { resource }: Subject): CelMap {
  const { apiVersion, kind } = resource;
  return { ...object, entries: new Map([...object.entries, ...texts({ apiVersion, kind })]) };
}

function texts(all: Readonly<Record<string, string>>): readonly (readonly [string, readonly [CelValue, CelValue]])[] {
  return Object.entries(all).map(([key, value]) => [`s${key}`, [string(key), string(value)]]);
}

function requestValue({ group: ofGroup, version, resource, name, namespace }: Request, subject: Subject): CelMap {
  const map = (all: Readonly<Record<string, string>>): CelMap => ({ type: 'map', entries: new Map(texts(all)) });
  const kind = map({ group: ofGroup, version, kind: subject.resource.kind });
  const plural = map({ group: ofGroup, version, resource });
  const known = texts({
    operation: 'CREATE',
    subResource: '',
    requestSubResource: '',
    ...(name === undefined ? {} : { name }),
    ...(namespace === undefined ? {} : { namespace }),
  });
  const entries = new Map<string, readonly [CelValue, CelValue]>([
    ...known,
    ['skind', [string('kind'), kind]],
    ['srequestKind', [string('requestKind'), kind]],
    ['sresource', [string('resource'), plural]],
    ['srequestResource', [string('requestResource'), plural]],
  ]);
  return { type: 'map', entries, partial: true, mayHave: () => true };
}
