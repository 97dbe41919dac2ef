import { type AdmissionObjects, admissionOf } from '../../admission/admissionObjects.ts';
import { PerObjectAndTarget } from '../../catalog/perTarget.ts';
import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import type { MapNode } from '../../manifest/node.ts';
import { operationOf, type RequestSubject, requestOf, typeOf } from '../admissionMatch.ts';
import type { StoredObject } from '../check.ts';
import { policiesFor, policiesThatMatch } from '../possibleMutations.ts';
import type { AdmittedObject } from './admittedObjects.ts';
import { type Attributes, attributesOf, sentRequest } from './attributes.ts';
import type { Setting } from './invocations.ts';
import { knownMutatingPolicies, type MutatingPolicy } from './mutatingPolicies.ts';
import { type MutationOfObject, open } from './mutationOutcome.ts';
import { mutatedInOrder } from './mutationPass.ts';
import { ordersToTry } from './orders.ts';
import { formsByLimits } from './withLimits.ts';

type Known = PerObjectAndTarget<MapNode, MutationOfObject | undefined>;
const knownCreates: Known = new PerObjectAndTarget();
/** For changes of objects whose stored form is unknown. */
const knownChanges: Known = new PerObjectAndTarget();
/** A text stays the same when the stored object changes. */
const knownUpdates = new WeakMap<StoredObject, Known>();

/** The effect of policies on a request with a decodable object; undefined if none matches it. */
export function mutationOf(requested: RequestSubject): MutationOfObject | undefined {
  const { surface, resource } = requested;
  const objects = admissionOf(surface);
  if (objects === undefined || !isOfMatchedType(requested, objects)) return undefined;
  return knownFor(requested).of(resource.root, surface, () => work(requested, objects));
}

/** Whether some policy may match objects of this type: for most types none does. */
function isOfMatchedType(requested: RequestSubject, objects: AdmissionObjects): boolean {
  const { availability, surface } = requested;
  if (availability.state !== 'served') return false;
  const type = { ...typeOf(availability.resource, surface), operation: operationOf(requested) };
  return policiesFor(type, objects, surface).length > 0;
}

function knownFor({ change, stored }: RequestSubject): Known {
  if (change === undefined) return knownCreates;
  if (stored === undefined) return knownChanges;
  const known: Known = knownUpdates.get(stored) ?? new PerObjectAndTarget();
  knownUpdates.set(stored, known);
  return known;
}

/**
 * Whether the result of policies is judged instead of the sent object. The result of an apply has fields that the
 * manifest lacks, and policies may have changed a stored object that no server wrote.
 */
export function isResultJudged({ change, stored }: RequestSubject): boolean {
  return change === undefined || (stored?.isReplaced === true && stored.isWhole);
}

function work(requested: RequestSubject, objects: AdmissionObjects): MutationOfObject | undefined {
  const { surface, availability } = requested;
  const request = sentRequest(requested, objects) ?? requestOf(requested, objects);
  if (request === undefined || availability.state !== 'served') return undefined;
  const matching = policiesThatMatch(request, objects, surface);
  if (matching.length === 0) return undefined;
  const all = knownMutatingPolicies(objects, surface);
  const policies = matching.flatMap((object) => all.get(object) ?? []);
  if (policies.length < matching.length) return open;
  const attributes = attributesOf(requested, objects);
  if (attributes === undefined) return open;
  const setting = { objects, surface, requested };
  const mutate = (object: AdmittedObject) =>
    inAllOrders(policies, { ...attributes, object, alternatives: [] }, setting);
  const mutations = [attributes.object, ...attributes.alternatives].flatMap((object) => {
    const mutation = mutate(object);
    const forms = mutation.state === 'open' ? formsByLimits(object) : [];
    return forms.length === 0 ? [mutation] : forms.map(mutate);
  });
  return agreed(mutations);
}

/** The result for an object that may have several forms, if it is the same for all. */
function agreed(all: readonly MutationOfObject[]): MutationOfObject {
  const [first = open, ...others] = all;
  const different = others.find((other) => !isSameResult(first, other));
  if (different !== undefined) return open;
  if (first.state !== 'done') return first;
  const alternatives = others.flatMap((other) => (other.state === 'done' ? [other.attributes.object] : []));
  return { ...first, attributes: { ...first.attributes, alternatives } };
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
  for (const order of ordersToTry(sorted)) {
    for (const isReversed of selects ? [false, true] : [false]) {
      const mutated = mutatedInOrder(order, attributes, { ...setting, isReversed });
      if (mutated.state === 'open') return mutated;
      if (first === undefined) first = mutated;
      else if (!isSameResult(first, mutated)) return { state: 'open', differ: true };
    }
  }
  return first ?? open;
}

function isSameResult(first: MutationOfObject, other: MutationOfObject): boolean {
  if (first.state === 'done' && other.state === 'done') return textOf(first.root) === textOf(other.root);
  return first.state === 'failed' && other.state === 'failed' && first.reason === other.reason;
}

function textOf(root: MapNode): string {
  return jsonText(jsonOf(root, root));
}
