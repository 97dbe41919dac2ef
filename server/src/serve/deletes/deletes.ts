import type { ServedResource } from '../../catalog/surface.ts';
import { isValueMap, type ValueMap } from '../../conversion/value.ts';
import type { ObjectKey } from '../objects/store.ts';
import { notFound, preconditionFailed } from '../reads/missing.ts';
import { listOf } from '../reads/reads.ts';
import type { ServedTarget } from '../servedTarget.ts';
import type { Answer } from '../transport/answer.ts';
import { metadataOf, returnsDeleted } from '../writes/finished.ts';
import { current } from '../writes/writes.ts';
import type { DeleteOptions } from './deleteOptions.ts';
import { type Deletion, deletionOf } from './deletion.ts';

/** Deletes an object. Throws a Refusal. */
export function deleted(key: ObjectKey, options: DeleteOptions, target: ServedTarget, now: Date): Answer {
  const object = current(key, target);
  if (object === undefined) throw notFound(key).withWarnings(warningsOf(key.served, options));
  checkPreconditions(object, key, options);
  const deletion = deletionOf(object, key.served, options, now);
  if (!options.isDryRun) store(key, deletion, target);
  // Source: k8s.io/apiserver pkg/endpoints/handlers/delete.go.
  const status = deletion.stays && options.orphans === false ? 202 : 200;
  const isObject = deletion.isAnswered || returnsDeleted(key.served);
  const left = deletion.stays && !options.isDryRun ? [waits(key)] : [];
  return {
    status,
    body: isObject ? withVersion(deletion.object, key, target, options) : success(object, key),
    warnings: [...warningsOf(key.served, options), ...left],
  };
}

/** Deletes the objects that a query selects. Throws a Refusal. */
export function deletedAll(
  served: ServedResource,
  namespace: string | undefined,
  query: URLSearchParams,
  options: DeleteOptions,
  target: ServedTarget,
  now: Date,
): Answer {
  const list = listOf(served, namespace, query, target);
  const items = Array.isArray(list['items']) ? list['items'].filter(isValueMap) : [];
  if (!options.isDryRun) {
    for (const item of items) {
      const { name, namespace: own } = metadataOf(item);
      const key = { served, namespace: typeof own === 'string' ? own : undefined, name: String(name) };
      store(key, deletionOf(item, served, options, now), target);
    }
  }
  return { status: 200, body: list, warnings: warningsOf(served, options) };
}

function store(key: ObjectKey, { object, stays }: Deletion, target: ServedTarget): void {
  target.put(key, (resourceVersion) =>
    stays ? { ...object, metadata: { ...metadataOf(object), resourceVersion } } : undefined,
  );
}

/** An object that stays has the version of its change. */
function withVersion(object: ValueMap, key: ObjectKey, target: ServedTarget, { isDryRun }: DeleteOptions): ValueMap {
  return (isDryRun ? undefined : target.store.get(key)) ?? object;
}

function success(object: ValueMap, { served, name }: ObjectKey): ValueMap {
  const { uid } = metadataOf(object);
  const details: ValueMap = {
    name,
    ...(served.group === '' ? {} : { group: served.group }),
    kind: served.resource,
    ...(uid === undefined ? {} : { uid }),
  };
  return { kind: 'Status', apiVersion: 'v1', metadata: {}, status: 'Success', details };
}

/** Source: k8s.io/apiserver pkg/storage/interfaces.go, Preconditions.Check. */
function checkPreconditions(object: ValueMap, key: ObjectKey, { uid, resourceVersion }: DeleteOptions): void {
  const { uid: ownUid, resourceVersion: ownVersion } = metadataOf(object);
  if (uid !== undefined && uid !== ownUid) throw preconditionFailed(key, 'UID', uid, String(ownUid ?? ''));
  if (resourceVersion !== undefined && resourceVersion !== ownVersion)
    throw preconditionFailed(key, 'ResourceVersion', resourceVersion, String(ownVersion ?? ''));
}

/** Nothing that removes finalizers runs here. */
function waits({ served, name }: ObjectKey): string {
  return `kubecompat: ${served.resource} ${name} is being deleted, and stays: no controller ends this here`;
}

/** Source: k8s.io/kubernetes pkg/registry/batch/job/storage/storage.go, deleteOptionWarnings. */
function warningsOf({ group, version, resource }: ServedResource, { propagation, orphans }: DeleteOptions) {
  const isByDefault = propagation === undefined && orphans === undefined;
  if (group !== 'batch' || version !== 'v1' || resource !== 'jobs' || !isByDefault) return [];
  return [
    'child pods are preserved by default when jobs are deleted; set propagationPolicy=Background to remove them or set propagationPolicy=Orphan to suppress this warning',
  ];
}
