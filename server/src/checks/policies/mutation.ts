import { type AdmissionObject, type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CelValue } from '../../cel/values.ts';
import { installedVersion } from '../../crd/installed.ts';
import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import type { MapNode } from '../../manifest/node.ts';
import type { GroupVersion } from '../../targets/groupVersion.ts';
import { matchedVersion, matchesResources, type Requested, requestOf } from '../admissionMatch.ts';
import { policiesThatMatch } from '../mutatingPolicies.ts';
import { type AdmittedObject, readObject } from './admittedObjects.ts';
import { type Attributes, attributesOf, versioned } from './attributes.ts';
import { convertedObject, prunedRoot, withNodesOf } from './convertedObject.ts';
import { mutate } from './mutate.ts';
import { knownMutatingPolicies, type MutatingPolicy } from './mutatingPolicies.ts';
import { orders } from './orders.ts';
import { paramKindProblem, runsOf } from './params.ts';
import { PerSurface } from './perSurface.ts';
import type { Binding } from './policy.ts';

/** The effect of the workspace's MutatingAdmissionPolicies on a request. */
export type MutationOfObject =
  /**
   * The result is certain; of a create that they do not change, the root is that of the resource. `policies` changed
   * something.
   */
  | {
      readonly state: 'done';
      readonly root: MapNode;
      readonly attributes: Attributes;
      readonly policies: ReadonlySet<MutatingPolicy>;
    }
  /** The server refuses the object for this reason. */
  | {
      readonly state: 'failed';
      readonly policy: MutatingPolicy;
      /** Undefined where the policy itself cannot be run. */
      readonly binding: Binding | undefined;
      /** The server's message. */
      readonly reason: string;
    }
  /** The result is unknown. `differ`: it depends on the order of policies, which the server does not define. */
  | { readonly state: 'open'; readonly differ?: true };

const knownCreates = new PerSurface<MapNode, MutationOfObject | undefined>();
const knownUpdates = new PerSurface<MapNode, MutationOfObject | undefined>();

/** The effect of policies on a request with a decodable object; undefined if none matches it. */
export function mutationOf(requested: Requested): MutationOfObject | undefined {
  const { surface, resource, change } = requested;
  const objects = admissionOf(surface);
  if (objects === undefined) return undefined;
  const known = change === undefined ? knownCreates : knownUpdates;
  return known.of(resource.root, surface, () => work(requested, objects));
}

/**
 * Whether the result of policies is judged instead of the sent object. The result of an apply has fields that the
 * manifest lacks, and policies may have changed a stored object that no server wrote.
 */
export function isResultJudged({ change, stored }: Requested): boolean {
  return change === undefined || (stored?.isReplaced === true && stored.isWhole);
}

const open: MutationOfObject = { state: 'open' };

function work(requested: Requested, objects: AdmissionObjects): MutationOfObject | undefined {
  const { surface, availability } = requested;
  const request = requestOf(requested, objects);
  if (request === undefined || availability.state !== 'served') return undefined;
  const attributes = attributesOf(requested, objects);
  const matching = policiesThatMatch(attributes?.request ?? request, objects, surface);
  if (matching.length === 0) return undefined;
  const all = knownMutatingPolicies(objects, surface);
  const policies = matching.flatMap((object) => all.get(object) ?? []);
  if (policies.length < matching.length || attributes === undefined) return open;
  return inAllOrders(policies, attributes, { objects, surface, requested });
}

interface Setting {
  readonly objects: AdmissionObjects;
  readonly surface: ApiSurface;
  readonly requested: Requested;
  /** Whether selected parameters are used in the opposite order. */
  readonly isReversed: boolean;
}

/**
 * The order in which the server runs policies and lists selected parameters changes between starts (Go maps), so all
 * orders must give the same result. Source: k8s.io/apiserver pkg/admission/plugin/policy/generic/policy_source.go,
 * calculatePolicyData.
 */
function inAllOrders(
  policies: readonly MutatingPolicy[],
  attributes: Attributes,
  setting: Omit<Setting, 'isReversed'>,
): MutationOfObject {
  const sorted = policies.toSorted((a, b) => (a.object.name < b.object.name ? -1 : 1));
  const selects = policies.some(({ bindings }) => bindings.some(({ paramRef }) => paramRef.at('selector').present));
  let first: MutationOfObject | undefined;
  for (const order of orders(sorted)) {
    for (const isReversed of selects ? [false, true] : [false]) {
      const made = inOrder(order, attributes, { ...setting, isReversed });
      if (made.state === 'open') return made;
      if (first === undefined) first = made;
      else if (!isSameResult(first, made)) return { state: 'open', differ: true };
    }
  }
  return first ?? open;
}

function isSameResult(one: MutationOfObject, other: MutationOfObject): boolean {
  if (one.state === 'done' && other.state === 'done') return textOf(one.root) === textOf(other.root);
  return one.state === 'failed' && other.state === 'failed' && one.reason === other.reason;
}

function textOf(root: MapNode): string {
  return jsonText(jsonOf(root, root));
}

/** A mutated object in the version of the request. Custom resources lose fields that its schema lacks. */
function restored(object: AdmittedObject, to: GroupVersion): AdmittedObject | undefined {
  const made = convertedObject(object, to);
  const installed = made && installedVersion(made.served);
  if (made === undefined || made === object || installed === undefined) return made;
  const { resource, served, surface, isShared } = made;
  const root = prunedRoot(resource.root, installed.version.schema);
  const read = root && readObject({ ...resource, root }, served, surface);
  return read && { ...read, isShared };
}

interface Invocation {
  readonly policy: MutatingPolicy;
  readonly binding: Binding;
  readonly params: CelValue | undefined;
  readonly from: AdmissionObject | undefined;
}

type Failed = Extract<MutationOfObject, { state: 'failed' }>;

function inOrder(policies: readonly MutatingPolicy[], before: Attributes, setting: Setting): MutationOfObject {
  const first = pass(policies, before, setting, undefined);
  if (first === undefined) return open;
  let { attributes, failed } = first;
  const changing = new Set(first.changing);
  // A reinvocable policy runs once more, regardless of changes.
  const again = new Set(first.invoked.filter(({ policy }) => policy.isReinvoked).map(keyOf));
  if (first.invoked.length > 0 && again.size > 0) {
    const second = pass(policies, attributes, setting, again);
    if (second === undefined) return open;
    attributes = second.attributes;
    failed ??= second.failed;
    for (const policy of second.changing) changing.add(policy);
  }
  return failed ?? { state: 'done', root: attributes.object.resource.root, attributes, policies: changing };
}

interface Pass {
  readonly attributes: Attributes;
  readonly invoked: readonly Invocation[];
  /** The policies that changed the object. */
  readonly changing: readonly MutatingPolicy[];
  readonly failed: Failed | undefined;
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
  const made = restored(object, before.matched);
  if (made === undefined) return undefined;
  const root = withNodesOf(resource.root, made.resource.root);
  const attributes = { ...before, request, object: { ...made, resource: { ...made.resource, root } } };
  return { attributes, invoked, changing, failed };
}

function keyOf({ policy, binding, from }: Invocation): string {
  return JSON.stringify([policy.object.name, binding.object.name, from?.namespace, from?.name]);
}

/** Source: k8s.io/apiserver pkg/admission/plugin/policy/generic/interfaces.go, PolicyError. */
function failedBy(policy: MutatingPolicy, binding: Binding | undefined, error: string): Failed {
  const { name } = policy.object;
  const by = binding === undefined ? `policy "${name}"` : `policy '${name}' with binding '${binding.object.name}'`;
  return { state: 'failed', policy, binding, reason: `${by} denied request: ${error}` };
}

interface Invocations {
  readonly invocations: readonly Invocation[];
  readonly failed: Failed | undefined;
  /** The version that the policies run on. */
  readonly matched: GroupVersion | undefined;
}

function isSameVersion(one: GroupVersion, other: GroupVersion): boolean {
  return one.group === other.group && one.version === other.version;
}

function invocationsOf(
  policies: readonly MutatingPolicy[],
  request: Attributes['request'],
  { objects, surface, isReversed }: Setting,
): Invocations | undefined {
  const invocations: Invocation[] = [];
  let failed: Failed | undefined;
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
