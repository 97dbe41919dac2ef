import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap, valueAt } from '../../conversion/value.ts';
import { finalizersOf, metadataOf, withMetadata } from '../writes/finished.ts';
import type { DeleteOptions } from './deleteOptions.ts';

/** What a delete leaves. */
export interface Deletion {
  /** The object in the answer. */
  readonly object: ValueMap;
  /** Whether it stays, until its finalizers are removed or its grace period ends. */
  readonly stays: boolean;
  /** Whether the answer is the object even where a Status is usual. */
  readonly isAnswered: boolean;
}

const orphan = 'orphan';
const foreground = 'foregroundDeletion';

/**
 * Deletes an object, or marks it as being deleted. Source: k8s.io/apiserver pkg/registry/generic/registry/store.go,
 * Store.Delete; pkg/registry/rest/delete.go, BeforeDelete.
 *
 * @param time as in metadata.
 */
export function deletionOf(object: ValueMap, served: ServedResource, options: DeleteOptions, now: Date): Deletion {
  const own = ofKind.get(groupResource(served.group, served.resource))?.(object, now);
  if (own !== undefined) return own;
  const marked = metadataOf(object)['deletionTimestamp'] !== undefined;
  const grace = served.group === '' && served.resource === 'pods' ? graceOfPod(object, options) : undefined;
  if (marked && grace !== undefined && isPending(object)) return { object, stays: true, isAnswered: true };
  const before = finalizersOf(object);
  const finalizers = collected(before, served, options);
  const kept = withFinalizers(object, finalizers);
  if (grace !== undefined && !marked) {
    const stays = grace > 0 || finalizers.length > 0;
    return { object: asDeleting(kept, grace, now), stays, isAnswered: true };
  }
  if (finalizers.length > 0) return { object: marked ? kept : asDeleting(kept, 0, now), stays: true, isAnswered: true };
  return { object: sameValue(before, finalizers) ? object : kept, stays: false, isAnswered: false };
}

/** The metadata of an object that is being deleted. */
function asDeleting(object: ValueMap, seconds: number, now: Date): ValueMap {
  const { generation } = metadataOf(object);
  return withMetadata(object, {
    deletionTimestamp: timeAfter(now, seconds),
    deletionGracePeriodSeconds: seconds,
    ...(typeof generation === 'number' ? { generation: generation + 1 } : {}),
  });
}

function timeAfter(now: Date, seconds: number): string {
  return `${new Date(now.getTime() + seconds * 1000).toISOString().slice(0, 19)}Z`;
}

/** Whether a pod is in its grace period. */
function isPending(object: ValueMap): boolean {
  const { deletionGracePeriodSeconds: seconds } = metadataOf(object);
  return typeof seconds === 'number' && seconds > 0;
}

/** Source: pkg/registry/core/pod/strategy.go, CheckGracefulDelete. */
function graceOfPod(object: ValueMap, { gracePeriod }: DeleteOptions): number {
  const own = valueAt(object, ['spec', 'terminationGracePeriodSeconds']);
  const period = gracePeriod ?? (typeof own === 'number' ? own : 0);
  const isScheduled = (valueAt(object, ['spec', 'nodeName']) ?? '') !== '';
  const phase = valueAt(object, ['status', 'phase']);
  if (!isScheduled || phase === 'Failed' || phase === 'Succeeded') return 0;
  return period < 0 ? 1 : period;
}

/** The finalizers of an object, with those of the garbage collector that a delete asks for. */
function collected(before: readonly Value[], served: ServedResource, options: DeleteOptions): readonly Value[] {
  const others = before.filter((finalizer) => finalizer !== orphan && finalizer !== foreground);
  if (withoutDependents.has(groupResource(served.group, served.resource))) return others;
  const { orphans, propagation } = options;
  if (orphans !== undefined) return orphans ? [...others, orphan] : others;
  if (propagation !== undefined) {
    const added = propagation === 'Orphan' ? [orphan] : propagation === 'Foreground' ? [foreground] : [];
    return [...others, ...added];
  }
  const named = before.filter((finalizer) => !others.includes(finalizer));
  if (named.length > 0) return [...others, ...named];
  const { resource, version, group } = served;
  return orphansDependents.has(`${resource}.${version}.${group}`) ? [...others, orphan] : others;
}

const withoutDependents: ReadonlySet<string> = new Set(table.withoutDependents);
const orphansDependents: ReadonlySet<string> = new Set(table.orphansDependents);

function withFinalizers(object: ValueMap, finalizers: readonly Value[]): ValueMap {
  const { finalizers: _, ...others } = metadataOf(object);
  return { ...object, metadata: finalizers.length === 0 ? others : { ...others, finalizers } };
}

type KindDeletion = (object: ValueMap, now: Date) => Deletion | undefined;

/** Kinds whose deletes a controller ends. */
const ofKind: ReadonlyMap<string, KindDeletion> = new Map<string, KindDeletion>([
  ['namespaces', ofNamespace],
  ['customresourcedefinitions.apiextensions.k8s.io', ofDefinition],
]);

/** Source: pkg/registry/core/namespace/storage/storage.go, Delete. */
function ofNamespace(object: ValueMap, now: Date): Deletion | undefined {
  const status = object['status'];
  const left = valueAt(object, ['spec', 'finalizers']);
  if (metadataOf(object)['deletionTimestamp'] !== undefined)
    return isValueList(left) && left.length > 0 ? { object, stays: true, isAnswered: true } : undefined;
  const terminating: ValueMap = {
    ...object,
    status: { ...(isValueMap(status) ? status : {}), phase: 'Terminating' },
  };
  return { object: withMetadata(terminating, { deletionTimestamp: timeAfter(now, 0) }), stays: true, isAnswered: true };
}

/** A controller of the server itself then removes the objects and the definition. */
function ofDefinition(object: ValueMap, now: Date): Deletion {
  const cleanup = 'customresourcecleanup.apiextensions.k8s.io';
  const finalizers = finalizersOf(object);
  const marked = withFinalizers(object, finalizers.includes(cleanup) ? finalizers : [...finalizers, cleanup]);
  const conditions = valueAt(object, ['status', 'conditions']);
  const terminating: ValueMap = {
    type: 'Terminating',
    status: 'True',
    lastTransitionTime: timeAfter(now, 0),
    reason: 'InstanceDeletionPending',
    message: 'CustomResourceDefinition marked for deletion; CustomResource deletion will begin soon',
  };
  const status: ValueMap = {
    ...(isValueMap(object['status']) ? object['status'] : {}),
    conditions: [...(isValueList(conditions) ? conditions : []), terminating],
  };
  const deleting = withMetadata({ ...marked, status }, { deletionTimestamp: timeAfter(now, 0) });
  return { object: deleting, stays: finalizers.some((each) => each !== cleanup), isAnswered: true };
}
