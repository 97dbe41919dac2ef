import { type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import type { ApiSurface } from '../../catalog/surface.ts';
import type { CelValue } from '../../cel/values.ts';
import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import type { Resource } from '../../manifest/manifest.ts';
import type { MapNode } from '../../manifest/node.ts';
import { matchesResources, type Request, requestOf } from '../admissionMatch.ts';
import type { Subject } from '../check.ts';
import { policiesThatMatch } from '../mutatingPolicies.ts';
import { readCreated, shapeOf } from './created.ts';
import { mutate } from './mutate.ts';
import { knownMutatingPolicies, type MutatingPolicy } from './mutatingPolicies.ts';
import { orders } from './orders.ts';
import { runsOf } from './params.ts';
import { PerSurface } from './perSurface.ts';
import type { Binding } from './policy.ts';
import type { Created } from './request.ts';
import type { Shape } from './shape.ts';

/** The effect of the workspace's MutatingAdmissionPolicies on a created object. */
export type MutationOfObject =
  /** The result is certain; the root is that of the resource if they change nothing. `policies` changed something. */
  | { readonly state: 'done'; readonly root: MapNode; readonly policies: ReadonlySet<MutatingPolicy> }
  /** The server refuses the object for this reason. */
  | {
      readonly state: 'failed';
      readonly policy: MutatingPolicy;
      readonly binding: Binding;
      readonly reason: string;
    }
  /** The result is unknown. `differ`: it depends on the order of policies, which the server does not define. */
  | { readonly state: 'open'; readonly differ?: true };

type Creation = Pick<Subject, 'availability' | 'resource' | 'surface'>;

const known = new PerSurface<MapNode, MutationOfObject | undefined>();

/** The effect of policies on a created, decodable object; undefined if none matches it. */
export function mutationOf(subject: Creation): MutationOfObject | undefined {
  const { surface, resource } = subject;
  const objects = admissionOf(surface);
  if (objects === undefined) return undefined;
  return known.of(resource.root, surface, () => work(subject, objects));
}

const open: MutationOfObject = { state: 'open' };

function work(subject: Creation, objects: AdmissionObjects): MutationOfObject | undefined {
  const { surface, availability, resource } = subject;
  const request = requestOf(subject, objects);
  if (request === undefined || availability.state !== 'served') return undefined;
  const matching = policiesThatMatch(request, objects, surface);
  if (matching.length === 0) return undefined;
  const all = knownMutatingPolicies(objects, surface);
  const policies = matching.flatMap((object) => all.get(object) ?? []);
  const created = readCreated(resource, availability.resource, surface);
  const shape = shapeOf(availability.resource, surface);
  if (policies.length < matching.length || created === undefined || shape === undefined) return open;
  const makeRequest = (changed: Resource) => requestOf({ ...subject, resource: changed }, objects);
  return inAllOrders(policies, { objects, surface, created, shape, makeRequest });
}

interface Setting {
  readonly objects: AdmissionObjects;
  readonly surface: ApiSurface;
  readonly created: Created;
  readonly shape: Shape;
  readonly makeRequest: (resource: Resource) => Request | undefined;
}

/**
 * The order in which the server runs policies changes between starts (a Go map), so all orders must give the same
 * result. Source: k8s.io/apiserver pkg/admission/plugin/policy/generic/policy_source.go, calculatePolicyData.
 */
function inAllOrders(policies: readonly MutatingPolicy[], setting: Setting): MutationOfObject {
  const sorted = policies.toSorted((a, b) => (a.object.name < b.object.name ? -1 : 1));
  let first: Extract<MutationOfObject, { state: 'done' }> | undefined;
  for (const order of orders(sorted)) {
    const made = inOrder(order, setting);
    if (made.state !== 'done') return made;
    if (first === undefined) first = made;
    else if (textOf(made.root) !== textOf(first.root)) return { state: 'open', differ: true };
  }
  return first ?? open;
}

function textOf(root: MapNode): string {
  return jsonText(jsonOf(root, root));
}

interface Invocation {
  readonly policy: MutatingPolicy;
  readonly binding: Binding;
  readonly params: CelValue | undefined;
}

type Failed = Extract<MutationOfObject, { state: 'failed' }>;

function inOrder(policies: readonly MutatingPolicy[], setting: Setting): MutationOfObject {
  const first = pass(policies, setting.created, setting, undefined);
  if (first === undefined) return open;
  let { created, failed } = first;
  const changing = new Set(first.changing);
  // A reinvocable policy runs once more, regardless of changes.
  const again = new Set(first.invoked.filter(({ policy }) => policy.isReinvoked).map(keyOf));
  if (first.invoked.length > 0 && again.size > 0) {
    const second = pass(policies, created, setting, again);
    if (second === undefined) return open;
    created = second.created;
    failed ??= second.failed;
    for (const policy of second.changing) changing.add(policy);
  }
  return failed ?? { state: 'done', root: created.resource.root, policies: changing };
}

interface Pass {
  readonly created: Created;
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
  before: Created,
  setting: Setting,
  only: ReadonlySet<string> | undefined,
): Pass | undefined {
  const request = setting.makeRequest(before.resource);
  if (request === undefined) return undefined;
  const found = invocationsOf(policies, request, setting);
  if (found === undefined) return undefined;
  let { failed } = found;
  let created = before;
  const invoked: Invocation[] = [];
  const changing: MutatingPolicy[] = [];
  for (const invocation of found.invocations) {
    if (only !== undefined && !only.has(keyOf(invocation))) continue;
    const { policy, binding, params } = invocation;
    const outcome = mutate(policy, params, created, request, setting.shape);
    if (outcome.state === 'unknown') return undefined;
    if (outcome.error !== undefined) failed ??= { state: 'failed', policy, binding, reason: outcome.error };
    if (outcome.isInvoked) invoked.push(invocation);
    if (outcome.created !== created) changing.push(policy);
    created = outcome.created;
  }
  return { created, invoked, changing, failed };
}

function keyOf({ policy, binding }: Invocation): string {
  return `${policy.object.name}/${binding.object.name}`;
}

function invocationsOf(
  policies: readonly MutatingPolicy[],
  request: Request,
  { objects, surface }: Setting,
): { readonly invocations: readonly Invocation[]; readonly failed: Failed | undefined } | undefined {
  const invocations: Invocation[] = [];
  let failed: Failed | undefined;
  for (const policy of policies) {
    const fit = matchesResources(policy.matchConstraints, request, 'no');
    if (fit === 'maybe') return undefined;
    if (fit === 'no') continue;
    for (const binding of policy.bindings) {
      const fits = matchesResources(binding.matchResources, request, 'yes');
      if (fits === 'maybe') return undefined;
      if (fits === 'no') continue;
      const found = runsOf(policy, binding, request, objects, surface);
      if ('error' in found) {
        const reason = `failed to configure binding: ${found.error}`;
        if (policy.failsClosed) failed ??= { state: 'failed', policy, binding, reason };
        continue;
      }
      if (!found.areAll) return undefined;
      invocations.push(...found.runs.map(({ params }) => ({ policy, binding, params })));
    }
  }
  return { invocations, failed };
}
