import type { CelValue } from '../../cel/values.ts';
import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import { type AdmittedObject, shapeOf } from './admittedObjects.ts';
import type { Attributes } from './attributes.ts';
import { mutatedObject } from './completion.ts';
import { decodeProblem } from './decodeProblem.ts';
import { conditionsHold, errorOf, type PolicyRun, policyRun } from './evaluation.ts';
import { patchedByJson } from './jsonPatch.ts';
import { mergedMap } from './merge.ts';
import type { MutatingPolicy, Mutation } from './mutatingPolicies.ts';
import { atomicPaths, patchProblem } from './patchErrors.ts';
import { costBudget, isKnown, outOfBudget, Phase } from './phase.ts';
import { objectOf, variablesOf } from './request.ts';
import type { MergeShape } from './shape.ts';
import { misnamedObjects, nodeOf } from './written.ts';

/** The result of running a policy on an object. */
export type PolicyOutcome =
  | {
      readonly state: 'done';
      readonly object: AdmittedObject;
      /** Whether its conditions hold. */
      readonly isInvoked: boolean;
      /** Why mutations were skipped, in the server's words; undefined for policies that fail open. */
      readonly error: string | undefined;
    }
  /** The server cannot decode what a JSON patch makes. */
  | { readonly state: 'undecodable'; readonly error: string }
  | { readonly state: 'unknown' };

const unknownOutcome: PolicyOutcome = { state: 'unknown' };

/**
 * Runs a policy on an object with these parameters. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/mutating/dispatcher.go.
 */
export function mutate(policy: MutatingPolicy, params: CelValue | undefined, attributes: Attributes): PolicyOutcome {
  const run = policyRun('written');
  const outcome = mutateBy(run, policy, params, attributes);
  if (outcome.state === 'unknown' || !run.dependsOnOrder()) return outcome;
  const reversed = mutateBy(policyRun('reversed'), policy, params, attributes);
  return isSame(outcome, reversed) ? outcome : unknownOutcome;
}

function isSame(outcome: PolicyOutcome, other: PolicyOutcome): boolean {
  if (outcome.state !== 'done' || other.state !== 'done') return outcome.state === other.state;
  if (outcome.isInvoked !== other.isInvoked || outcome.error !== other.error) return false;
  const [root, otherRoot] = [outcome.object.resource.root, other.object.resource.root];
  return root === otherRoot || jsonText(jsonOf(root, root)) === jsonText(jsonOf(otherRoot, otherRoot));
}

function mutateBy(
  run: PolicyRun,
  policy: MutatingPolicy,
  params: CelValue | undefined,
  attributes: Attributes,
): PolicyOutcome {
  const variables = variablesWith(params, attributes);
  const shape = shapeOf(attributes.object.served, attributes.object.surface);
  if (variables === undefined || shape === undefined) return unknownOutcome;
  const holds = conditionsHold(policy, variables, run);
  if (holds === 'unknown') return unknownOutcome;
  const idle = { state: 'done', object: attributes.object, isInvoked: false } as const;
  if (holds === false) return { ...idle, error: undefined };
  if (holds !== true) return { ...idle, error: policy.failsClosed ? holds.error : undefined };
  let { object } = attributes;
  let error: string | undefined;
  for (const mutation of policy.mutations) {
    const known = variablesWith(params, { ...attributes, object });
    const change = known && madeBy(mutation, policy, known, object, shape, run);
    if (change === undefined || change === 'unknown') return unknownOutcome;
    const problem = 'error' in change ? change.error : conversionProblem(attributes);
    if ('error' in change || problem !== undefined) {
      error ??= problem;
      continue;
    }
    const { resource, served, surface } = object;
    const next = change.root === resource.root ? object : mutatedObject(object, change.root);
    if (next === undefined) {
      const problem = served.custom === undefined ? decodeProblem(change.root, served, surface) : undefined;
      return problem === undefined ? unknownOutcome : { state: 'undecodable', error: problem };
    }
    if (renames(resource.root, change.root)) return unknownOutcome;
    object = next;
  }
  return { state: 'done', object, isInvoked: true, error: policy.failsClosed ? error : undefined };
}

/**
 * The server converts a patched built-in object straight to the version of the request, which has no such conversion.
 * Source: k8s.io/apiserver pkg/admission/plugin/policy/mutating/dispatcher.go, dispatchOne.
 */
function conversionProblem({ request, matched, object: { served } }: Attributes): string | undefined {
  if (served.custom !== undefined || (request.group === matched.group && request.version === matched.version))
    return undefined;
  const { kind } = served;
  return `converting (${matched.version}.${kind}) to (${request.version}.${kind}): unknown conversion`;
}

function variablesWith(
  params: CelValue | undefined,
  attributes: Attributes,
): ReadonlyMap<string, CelValue> | undefined {
  const variables = variablesOf(attributes);
  return params === undefined || variables === undefined ? variables : new Map([...variables, ['params', params]]);
}

type Made = { readonly root: MapNode } | { readonly error: string } | 'unknown';

function madeBy(
  { program, text, patchType }: Mutation,
  policy: MutatingPolicy,
  variables: ReadonlyMap<string, CelValue>,
  object: AdmittedObject,
  shape: MergeShape,
  run: PolicyRun,
): Made {
  const phase = new Phase(run.budget, policy.costRules, variables, policy.variables, costBudget);
  const value = phase.run(program);
  if (value.type === 'outOfBudget') return { error: outOfBudget };
  if (value.type === 'error') return { error: errorOf(text, value.message) };
  if (!isKnown(value)) return 'unknown';
  const { resource } = object;
  if (patchType === 'ApplyConfiguration') return applied(value, object, shape);
  if (value.type !== 'list') return 'unknown';
  const view = (root: MapNode) => {
    const read = mutatedObject(object, root);
    return read && objectOf(read);
  };
  return patchedByJson(resource.root, value.items, view, resource.kindSpan);
}

/** Source: k8s.io/apiserver pkg/admission/plugin/policy/mutating/patch/smd.go. */
function applied(value: CelValue, { resource, served }: AdmittedObject, shape: MergeShape): Made {
  if (value.type !== 'map' || value.struct !== 'Object') return 'unknown';
  const misnamed = misnamedObjects(value);
  if (misnamed.length > 0) return { error: `type mismatch: ${misnamed.join('\n')}` };
  const patch = nodeOf(value, resource.kindSpan);
  if (patch?.kind !== 'map') return 'unknown';
  const problem = patchProblem(patch, shape);
  if (problem === 'unknown' || problem?.isWhole === false) return 'unknown';
  const failed = (words: string): Made => ({ error: `error applying patch: ${words}` });
  if (problem !== undefined) return failed(`failed to convert patch object to typed object: ${problem.error}`);
  const atomic = atomicPaths(patch, shape);
  if (atomic.length > 0) {
    return failed(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`);
  }
  // An object of another version may have fields that the schema lacks.
  const ownProblem = served.custom === undefined ? undefined : patchProblem(resource.root, shape);
  if (ownProblem === 'unknown' || ownProblem?.isWhole === false) return 'unknown';
  if (ownProblem !== undefined) return failed(`failed to convert original object to typed object: ${ownProblem.error}`);
  const root = mergedMap(resource.root, patch, shape);
  return root === undefined ? 'unknown' : { root };
}

/** Whether the name or namespace of an object differs: the effect on the request is then unknown. */
function renames(before: MapNode, after: MapNode): boolean {
  return namesOf(before) !== namesOf(after);
}

function namesOf(root: MapNode): string {
  const metadata = mapFor(root, 'metadata');
  return JSON.stringify([
    ...['apiVersion', 'kind'].map((key) => stringFor(root, key)),
    ...['name', 'generateName', 'namespace'].map((key) => metadata && stringFor(metadata, key)),
  ]);
}
