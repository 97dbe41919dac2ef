import { type CelValue, isValue } from '../../cel/values.ts';
import { type MapNode, mapFor, stringFor } from '../../manifest/node.ts';
import type { Request } from '../admissionMatch.ts';
import { readCreated } from './created.ts';
import { conditionsHold, errorOf, policyRun, type Run, withOwnVariables } from './evaluation.ts';
import { patchedByJson } from './jsonPatch.ts';
import { mergedMap } from './merge.ts';
import type { MutatingPolicy, Mutation } from './mutatingPolicies.ts';
import { atomicPaths, patchProblem } from './patchErrors.ts';
import { type Created, objectOf, variablesOf } from './request.ts';
import type { Shape } from './shape.ts';
import { misnamedObjects, nodeOf } from './written.ts';

/** The result of running a policy on an object. */
export type Outcome =
  | {
      readonly state: 'done';
      readonly created: Created;
      /** Whether its conditions hold. */
      readonly isInvoked: boolean;
      /** Why mutations were skipped, in the server's words; undefined for policies that fail open. */
      readonly error: string | undefined;
    }
  | { readonly state: 'unknown' };

const unknownOutcome: Outcome = { state: 'unknown' };

/**
 * Runs a policy on an object with these parameters. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/mutating/dispatcher.go.
 */
export function mutate(
  policy: MutatingPolicy,
  params: CelValue | undefined,
  before: Created,
  request: Request,
  shape: Shape,
): Outcome {
  const run = policyRun();
  const variables = variablesWith(params, before, request);
  if (variables === undefined) return unknownOutcome;
  const holds = conditionsHold(policy, variables, run);
  if (holds === 'unknown') return unknownOutcome;
  const idle = { state: 'done', created: before, isInvoked: false } as const;
  if (holds === false) return { ...idle, error: undefined };
  if (holds !== true) return { ...idle, error: policy.failsClosed ? holds.error : undefined };
  let created = before;
  let error: string | undefined;
  for (const mutation of policy.mutations) {
    const known = variablesWith(params, created, request);
    const made = known && madeBy(mutation, policy, known, created, shape, run);
    if (made === undefined || made === 'unknown') return unknownOutcome;
    if ('error' in made) {
      error ??= made.error;
      continue;
    }
    const { resource, served, surface } = created;
    const next = made.root === resource.root ? created : readCreated({ ...resource, root: made.root }, served, surface);
    if (next === undefined || renames(resource.root, made.root)) return unknownOutcome;
    created = next;
  }
  return { state: 'done', created, isInvoked: true, error: policy.failsClosed ? error : undefined };
}

function variablesWith(
  params: CelValue | undefined,
  created: Created,
  request: Request,
): ReadonlyMap<string, CelValue> | undefined {
  const variables = variablesOf(request, created);
  return params === undefined || variables === undefined ? variables : new Map([...variables, ['params', params]]);
}

type Made = { readonly root: MapNode } | { readonly error: string } | 'unknown';

function madeBy(
  { expr, text, patchType }: Mutation,
  policy: MutatingPolicy,
  variables: ReadonlyMap<string, CelValue>,
  created: Created,
  shape: Shape,
  run: Run,
): Made {
  const value = run(expr, withOwnVariables(policy, variables, run));
  if (value.type === 'error') return { error: errorOf(text, value.message) };
  if (!isValue(value)) return 'unknown';
  const { resource } = created;
  if (patchType === 'ApplyConfiguration') return applied(value, created, shape);
  if (value.type !== 'list') return 'unknown';
  const view = (root: MapNode) => {
    const read = readCreated({ ...resource, root }, created.served, created.surface);
    return read && objectOf(read);
  };
  return patchedByJson(resource.root, value.items, view, resource.kindSpan);
}

/** Source: k8s.io/apiserver pkg/admission/plugin/policy/mutating/patch/smd.go. */
function applied(value: CelValue, { resource }: Created, shape: Shape): Made {
  if (value.type !== 'map' || value.struct !== 'Object') return 'unknown';
  const misnamed = misnamedObjects(value);
  if (misnamed.length > 0) return { error: `type mismatch: ${misnamed.join('\n')}` };
  const patch = nodeOf(value, resource.kindSpan);
  if (patch?.kind !== 'map') return 'unknown';
  const problem = patchProblem(patch, shape);
  if (problem === 'unknown') return 'unknown';
  const failed = (words: string): Made => ({ error: `error applying patch: ${words}` });
  if (problem !== undefined) return failed(`failed to convert patch object to typed object: ${problem.error}`);
  const atomic = atomicPaths(patch, shape);
  if (atomic.length > 0) {
    return failed(`invalid ApplyConfiguration: may not mutate atomic arrays, maps or structs: ${atomic.join(', ')}`);
  }
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
