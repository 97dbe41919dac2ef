import { type AdmissionObject, type AdmissionObjects, labelsOf } from '../../admission/admissionObjects.ts';
import type { ApiSurface, Availability, ServedResource } from '../../catalog/surface.ts';
import { type CelMap, type CelValue, string } from '../../cel/values.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { asValue, matchesLabels, type Request, typeOf } from '../admissionMatch.ts';
import { mayBeMutated } from '../possibleMutations.ts';
import type { Value } from '../value.ts';
import { readObject } from './admittedObjects.ts';
import { completedObject } from './completion.ts';
import { convertedObject } from './convertedObject.ts';
import type { Binding, Policy } from './policy.ts';
import { objectOf } from './request.ts';

/** The inputs for one run of a policy by a binding. */
export interface BindingRun {
  /** The value of `params`; undefined if the policy declares none. */
  readonly params: CelValue | undefined;
  /** The object that the parameters come from; undefined without parameters. */
  readonly from: AdmissionObject | undefined;
}

/** The runs of a policy by a binding, or the error of the server in determining them. */
export type BindingRuns = KnownRuns | { readonly error: string };

interface KnownRuns {
  readonly runs: readonly BindingRun[];
  /** Whether the cluster has no other parameters for the binding. */
  readonly areAll: boolean;
}

/** How a target serves the kind of a policy's parameters; undefined without a valid one. */
export function paramAvailability({ paramKind }: Policy, surface: ApiSurface): Availability | undefined {
  const groupVersion = parseGroupVersion(paramKind.at('apiVersion').text);
  return groupVersion && surface.availability({ ...groupVersion, kind: paramKind.at('kind').text });
}

/**
 * The server's error where a target certainly does not serve the kind of a policy's parameters; undefined if it does or
 * a definition outside the workspace may be there. Source: k8s.io/apiserver
 * pkg/admission/plugin/policy/generic/policy_source.go, ensureParamsForPolicyLocked.
 */
export function paramKindProblem(policy: Policy, surface: ApiSurface): string | undefined {
  const { paramKind } = policy;
  const groupVersion = paramKind.present ? parseGroupVersion(paramKind.at('apiVersion').text) : undefined;
  if (groupVersion === undefined || !surface.catalog.isBuiltInGroup(groupVersion.group)) return undefined;
  const { group, version } = groupVersion;
  const kind = paramKind.at('kind').text;
  if (surface.availability({ group, version, kind }).state === 'served') return undefined;
  return `failed to find resource referenced by paramKind: '${group}/${version}, Kind=${kind}'`;
}

/** The maximum number of parameters: omitting some can only lose findings. */
const maxRuns = 50;

const nothing: BindingRuns = { runs: [], areAll: false };

/**
 * The certain parameters of a binding for a request: objects in the file of the policy or its binding, which a cluster
 * then has too. Whether others exist, and so the effect of `parameterNotFoundAction`, is unknown. Source:
 * k8s.io/apiserver v0.37.1 pkg/admission/plugin/policy/generic/policy_dispatcher.go, CollectParams.
 */
export function runsOf(
  policy: Policy,
  binding: Binding,
  request: Request,
  objects: AdmissionObjects,
  surface: ApiSurface,
): BindingRuns {
  const { paramKind } = policy;
  const { paramRef } = binding;
  if (!paramKind.present) return { runs: [{ params: undefined, from: undefined }], areAll: true };
  if (!paramRef.present)
    return { runs: [{ params: { type: 'null_type', value: null }, from: undefined }], areAll: true };
  const availability = paramAvailability(policy, surface);
  if (availability?.state !== 'served') return nothing;
  const writtenNamespace = paramRef.at('namespace').text;
  const { namespaced } = availability.resource;
  if (!namespaced && writtenNamespace !== '') return { error: texts.clusterScoped };
  const isNamespace = request.group === '' && request.resource === 'namespaces';
  if (namespaced && writtenNamespace === '' && !request.namespaced && !isNamespace) return { error: texts.noNamespace };
  const namespace = writtenNamespace === '' ? request.namespace : writtenNamespace;
  if (namespaced && namespace === undefined) return nothing;
  const candidates = referredTo(paramRef, availability.resource, namespaced ? namespace : undefined, objects);
  const found = candidates
    .filter(
      (param) =>
        !mayBeMutated(requestFor(param, availability.resource, surface), objects, { surface }) && param.isCertain(),
    )
    .slice(0, maxRuns);
  const runs = found.flatMap((from) => {
    const params = paramValue(from, availability.resource, surface);
    return params === undefined ? [] : [{ params, from }];
  });
  return { runs, areAll: runs.length > 0 && runs.length === candidates.length };
}

const texts = {
  clusterScoped: 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
  noNamespace: 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
};

/** The request that creates a parameter: policies may change it as well. */
function requestFor(param: AdmissionObject, served: ServedResource, surface: ApiSurface): Request {
  const { name, namespace } = param;
  const labels = labelsOf(param) ?? new Map();
  const created = { operation: 'CREATE', storedLabels: undefined, namespaceLabels: () => undefined } as const;
  return { ...typeOf(served, surface), name, namespace, labels, ...created };
}

/** The objects that a reference names or selects, if exactly one place has each. */
function referredTo(
  paramRef: Value,
  { group, kind }: ServedResource,
  namespace: string | undefined,
  objects: AdmissionObjects,
): readonly AdmissionObject[] {
  const all = objects
    .ofKind(`${group}/${kind}`)
    .filter((param) => namespace === undefined || param.namespace === namespace);
  const name = paramRef.at('name').text;
  const selector = paramRef.at('selector');
  return all.filter((param) => {
    if (all.filter((other) => other.name === param.name).length > 1) return false;
    if (name !== '') return param.name === name && !selector.present;
    const labels = asValue(param).at('metadata').at('labels').strings;
    return selector.present && matchesLabels(selector, (key) => new Map(labels).get(key) ?? null) === 'yes';
  });
}

/** A stored object as expressions see it: later changes by others are unknown. */
function paramValue(param: AdmissionObject, served: ServedResource, surface: ApiSurface): CelMap | undefined {
  const value = admittedValue(param, served, surface);
  if (value === undefined) return undefined;
  const entries = new Map(value.entries);
  for (const key of ['smetadata', 'sstatus', 'sapiVersion', 'skind']) entries.delete(key);
  const names = Object.entries({ name: param.name, namespace: param.namespace }).flatMap(
    ([key, text]): readonly (readonly [string, readonly [CelValue, CelValue]])[] =>
      text === undefined ? [] : [[`s${key}`, [string(key), string(text)]]],
  );
  const metadata: CelMap = { type: 'map', entries: new Map(names), partial: true, mayHave: () => true };
  entries.set('smetadata', [string('metadata'), metadata]);
  const mayHave = (key: string) => othersWrite.has(key) || value.mayHave?.(key) === true;
  return { type: 'map', entries, partial: true, mayHave };
}

const othersWrite: ReadonlySet<string> = new Set(['sstatus', 'sapiVersion', 'skind']);

function admittedValue({ resource }: AdmissionObject, served: ServedResource, surface: ApiSurface): CelMap | undefined {
  const groupVersion = parseGroupVersion(resource.apiVersion);
  const availability = groupVersion && surface.availability({ ...groupVersion, kind: served.kind });
  const read = availability?.state === 'served' ? readObject(resource, availability.resource, surface) : undefined;
  const converted = read && convertedObject(read, served);
  const stored = converted && completedObject(converted, 'change');
  return stored && objectOf(stored);
}
