import { installedVersion } from '../../crd/installed.ts';
import type { GroupVersion } from '../../targets/groupVersion.ts';
import { requestOf } from '../admissionMatch.ts';
import { type AdmittedObject, readObject } from './admittedObjects.ts';
import { asWritten } from './asWritten.ts';
import { type Attributes, versioned } from './attributes.ts';
import { completedObjects } from './completion.ts';
import { convertedObject, prunedRoot, withNodesOf } from './convertedObject.ts';
import { failedBy, type Invocation, invocationsOf, keyOf, type Setting } from './invocations.ts';
import { mutate } from './mutate.ts';
import type { MutatingPolicy } from './mutatingPolicies.ts';
import { type FailedMutation, type MutationOfObject, open } from './mutationOutcome.ts';

/** The effect of policies in this order, with one reinvocation. */
export function mutatedInOrder(
  policies: readonly MutatingPolicy[],
  before: Attributes,
  setting: Setting,
): MutationOfObject {
  const first = pass(policies, before, setting, undefined);
  if (first === undefined) return open;
  let { failed } = first;
  let attributes = again(first.attributes, before);
  if (attributes === undefined) return open;
  const changing = new Set(first.changing);
  // A reinvocable policy runs once more, regardless of changes.
  const repeated = new Set(first.invoked.filter(({ policy }) => policy.isReinvoked).map(keyOf));
  if (first.invoked.length > 0 && repeated.size > 0) {
    const second = pass(policies, attributes, setting, repeated);
    if (second === undefined) return open;
    const repeatedAttributes = again(second.attributes, attributes);
    if (repeatedAttributes === undefined) return open;
    attributes = repeatedAttributes;
    failed ??= second.failed;
    for (const policy of second.changing) changing.add(policy);
  }
  const { resource, completion } = attributes.object;
  const { root } = completion?.sent.resource ?? resource;
  return failed ?? { state: 'done', root, attributes, policies: changing };
}

/**
 * A changed object after the built-in plugins, which run again on what policies changed; undefined if unknown. Source:
 * k8s.io/apiserver pkg/admission/reinvocation.go.
 */
function again(after: Attributes, before: Attributes): Attributes | undefined {
  const { object } = after;
  const { completion } = object;
  if (completion === undefined || object.resource.root === before.object.resource.root) return after;
  const root = asWritten(object.resource.root, before.object);
  const { sent, writers } = completion;
  const completed = completedObjects({ ...sent, resource: { ...sent.resource, root } }, writers);
  // The same alternative as before: with the generated items or without.
  const found = completed.find(({ completion }) => (completion?.generated.size ?? 0) > 0) ?? completed[0];
  const next = before.object.completion?.generated.size === 0 ? completed.at(-1) : found;
  return next && { ...after, object: next };
}

interface Pass {
  readonly attributes: Attributes;
  readonly invoked: readonly Invocation[];
  /** The policies that changed the object. */
  readonly changing: readonly MutatingPolicy[];
  readonly failed: FailedMutation | undefined;
}

/**
 * One run of all policies; undefined if the result is unknown. `only` are the invocations to run, undefined for all.
 */
function pass(
  policies: readonly MutatingPolicy[],
  before: Attributes,
  setting: Setting,
  only: ReadonlySet<string> | undefined,
): Pass | undefined {
  const { resource } = before.object;
  const request = requestOf({ ...setting.requested, resource }, setting.objects);
  if (request === undefined) return undefined;
  const found = invocationsOf(policies, request, setting);
  const matched = found?.matched ?? before.matched;
  const start = versioned({ ...before, request }, matched);
  if (found === undefined || start === undefined) return undefined;
  let { failed } = found;
  let { object } = start;
  const invoked: Invocation[] = [];
  const changing: MutatingPolicy[] = [];
  for (const invocation of found.invocations) {
    if (only !== undefined && !only.has(keyOf(invocation))) continue;
    const { policy, binding, params } = invocation;
    const outcome = mutate(policy, params, { ...start, object });
    if (outcome.state === 'unknown') return undefined;
    if (outcome.state === 'undecodable') {
      // The request ends here, regardless of the failure policy.
      const reason = `Internal error occurred: ${outcome.error}`;
      return { attributes: before, invoked, changing, failed: { state: 'failed', policy, binding, reason } };
    }
    if (outcome.error !== undefined) failed ??= failedBy(policy, binding, outcome.error);
    if (outcome.isInvoked) invoked.push(invocation);
    if (outcome.object !== object) changing.push(policy);
    object = outcome.object;
  }
  if (object === start.object) return { attributes: { ...before, request }, invoked, changing, failed };
  const restoredObject = restored(object, before.matched);
  if (restoredObject === undefined) return undefined;
  const root = withNodesOf(resource.root, restoredObject.resource.root);
  const attributes = {
    ...before,
    request,
    object: { ...restoredObject, resource: { ...restoredObject.resource, root } },
  };
  return { attributes, invoked, changing, failed };
}

/** A mutated object in the version of the request. Custom resources lose fields that its schema lacks. */
function restored(object: AdmittedObject, to: GroupVersion): AdmittedObject | undefined {
  const converted = convertedObject(object, to);
  const installed = converted && installedVersion(converted.served);
  if (converted === undefined || converted === object || installed === undefined) return converted;
  const { resource, served, surface, isShared } = converted;
  const root = prunedRoot(resource.root, installed.version.schema);
  const read = root && readObject({ ...resource, root }, served, surface);
  return read && { ...read, isShared };
}
