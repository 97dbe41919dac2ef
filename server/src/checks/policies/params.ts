import { type AdmissionObject, type AdmissionObjects, labelsOf } from '../../admission/admissionObjects.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { type CelMap, type CelValue, string } from '../../cel/values.ts';
import { decodeObject } from '../../crd/decodeObject.ts';
import { installedVersion } from '../../crd/installed.ts';
import { objectMeta } from '../../crd/resourceType.ts';
import { decode } from '../../decode/decode.ts';
import { parseGroupVersion } from '../../targets/groupVersion.ts';
import { asValue, matchesLabels, type Request } from '../admissionMatch.ts';
import { droppedFields } from '../fieldGates.ts';
import { mayBeMutated } from '../mutatingPolicies.ts';
import type { Value } from '../value.ts';
import { admittedCustom, admittedObject } from './admitted.ts';
import { nothingMore } from './created.ts';
import type { Binding, Policy } from './policy.ts';

/** The inputs for one run of a policy by a binding. */
export interface Run {
  /** The value of `params`; undefined if the policy declares none. */
  readonly params: CelValue | undefined;
  /** The object that the parameters come from; undefined without parameters. */
  readonly from: AdmissionObject | undefined;
}

/** The runs of a policy by a binding, or the error of the server in determining them. */
export type Runs = KnownRuns | { readonly error: string };

interface KnownRuns {
  readonly runs: readonly Run[];
  /** Whether the cluster has no other parameters for the binding. */
  readonly areAll: boolean;
}

/** The maximum number of parameters: omitting some can only lose findings. */
const mostRuns = 50;

const nothing: Runs = { runs: [], areAll: false };

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
): Runs {
  const { paramKind } = policy;
  const { paramRef } = binding;
  if (!paramKind.present) return { runs: [{ params: undefined, from: undefined }], areAll: true };
  if (!paramRef.present)
    return { runs: [{ params: { type: 'null_type', value: null }, from: undefined }], areAll: true };
  const groupVersion = parseGroupVersion(paramKind.at('apiVersion').text);
  if (groupVersion === undefined) return nothing;
  const availability = surface.availability({ ...groupVersion, kind: paramKind.at('kind').text });
  if (availability.state !== 'served') return nothing;
  const writtenNamespace = paramRef.at('namespace').text;
  const { namespaced } = availability.resource;
  if (!namespaced && writtenNamespace !== '') return { error: texts.clusterScoped };
  const isNamespace = request.group === '' && request.resource === 'namespaces';
  if (namespaced && writtenNamespace === '' && !request.namespaced && !isNamespace) return { error: texts.noNamespace };
  const namespace = writtenNamespace === '' ? request.namespace : writtenNamespace;
  if (namespaced && namespace === undefined) return nothing;
  const found = referredTo(paramRef, availability.resource, namespaced ? namespace : undefined, objects)
    .filter(({ file }) => file === policy.object.file || file === binding.object.file)
    .filter(
      (param) => !mayBeMutated(requestFor(param, availability.resource), objects, { surface }) && param.isCertain(),
    )
    .slice(0, mostRuns);
  const runs = found.flatMap((from) => {
    const params = paramValue(from, availability.resource, surface);
    return params === undefined ? [] : [{ params, from }];
  });
  return { runs, areAll: runs.length === 1 && paramRef.at('name').text !== '' };
}

const texts = {
  clusterScoped: 'paramRef.namespace must not be provided for a cluster-scoped `paramKind`',
  noNamespace: 'cannot use namespaced paramRef in policy binding that matches cluster-scoped resources',
};

/** The request that creates a parameter: policies may change it as well. */
function requestFor(param: AdmissionObject, { group, version, resource, namespaced }: ServedResource): Request {
  const { name, namespace } = param;
  const labels = labelsOf(param) ?? new Map();
  const [namespaceLabels, equivalents] = [() => undefined, () => []];
  return { group, version, resource, namespaced, name, namespace, labels, namespaceLabels, equivalents };
}

/** The objects that a reference names or selects, if exactly one place has each, in the version of the policy. */
function referredTo(
  paramRef: Value,
  { group, version, kind }: ServedResource,
  namespace: string | undefined,
  objects: AdmissionObjects,
): readonly AdmissionObject[] {
  const all = objects
    .ofKind(`${group}/${kind}`)
    .filter((param) => namespace === undefined || param.namespace === namespace);
  const name = paramRef.at('name').text;
  const selector = paramRef.at('selector');
  return all.filter((param) => {
    if (param.version !== version || all.filter((other) => other.name === param.name).length > 1) return false;
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

function admittedValue({ root, kind }: AdmissionObject, served: ServedResource, surface: ApiSurface) {
  const installed = installedVersion(served);
  if (installed === undefined) {
    const type = surface.rootType(served);
    if (type === undefined || decode(root, type, nothingMore).errors.length > 0) return undefined;
    return admittedObject(root, type, served, surface, droppedFields(surface, kind));
  }
  const metadata = surface.catalog.type(surface.versions.binary, objectMeta);
  if (metadata === undefined) return undefined;
  const { decoded, object } = decodeObject(root, installed, metadata, nothingMore);
  return object === undefined || decoded.errors.length > 0 ? undefined : admittedCustom(object);
}
