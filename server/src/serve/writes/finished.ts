import { randomUUID } from 'node:crypto';
import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap } from '../../conversion/value.ts';

const withGeneration: ReadonlySet<string> = new Set(table.generation);
const conditional: ReadonlySet<string> = new Set(table.needsResourceVersion);
const byUpdate: ReadonlySet<string> = new Set(table.createdByUpdate);
const ofLabels: ReadonlySet<string> = new Set(table.generationOfLabels);
const early: ReadonlySet<string> = new Set(table.earlyGeneration);
const returned: ReadonlySet<string> = new Set(table.returnsDeleted);

/** The metadata of an object; empty if it has none. */
export function metadataOf({ metadata }: ValueMap): ValueMap {
  return isValueMap(metadata) ? metadata : {};
}

/**
 * An object with the metadata that a server makes up for a new one. Source: k8s.io/apiserver pkg/registry/rest/meta.go
 * and create.go.
 */
export function created(object: ValueMap, served: ServedResource, time: string): ValueMap {
  const { generateName, name } = metadataOf(object);
  const generated =
    name === undefined && typeof generateName === 'string' ? { name: `${generateName}${randomSuffix()}` } : {};
  return withMetadata(object, {
    ...generated,
    uid: randomUUID(),
    creationTimestamp: time,
    ...(hasGeneration(served) ? { generation: 1 } : {}),
  });
}

/**
 * An object with the metadata of the one that it replaces, and a new generation if its meaning changed. Source:
 * k8s.io/apiserver pkg/registry/rest/update.go, and the strategies of k8s.io/kubernetes pkg/registry.
 *
 * @param managed the object before the server drops what is off.
 */
export function replacing(old: ValueMap, object: ValueMap, managed: () => ValueMap, served: ServedResource): ValueMap {
  const before = metadataOf(old);
  const kept = keptMetadata.flatMap((name): readonly (readonly [string, Value])[] => {
    const value = before[name];
    return value === undefined ? [] : [[name, value]];
  });
  const next = withMetadata(object, Object.fromEntries(kept));
  const { generation } = before;
  if (!hasGeneration(served) || typeof generation !== 'number') return next;
  const name = groupResource(served.group, served.resource);
  const isRelabelled = ofLabels.has(name) && !sameValue(before['labels'], metadataOf(object)['labels']);
  return isSameMeaning(old, early.has(name) ? managed() : object) && !isRelabelled
    ? next
    : withMetadata(next, { generation: generation + 1 });
}

const keptMetadata = ['uid', 'creationTimestamp', 'generation', 'resourceVersion'].concat([
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
]);

/** Whether everything besides the metadata and the status is equal. */
export function isSameMeaning(old: ValueMap, object: ValueMap): boolean {
  const meaning = ({ metadata: _, status: __, apiVersion: ___, ...others }: ValueMap): ValueMap => others;
  return sameValue(meaning(old), meaning(object));
}

/** The finalizers in the metadata of an object. */
export function finalizersOf(object: ValueMap): readonly Value[] {
  const { finalizers } = metadataOf(object);
  return isValueList(finalizers) ? finalizers : [];
}

/** Adds to the metadata of an object. */
export function withMetadata(object: ValueMap, added: ValueMap): ValueMap {
  return { ...object, metadata: { ...metadataOf(object), ...added } };
}

/** Whether a replacement must name the version that it replaces. */
export function needsVersion({ custom, group, resource }: ServedResource): boolean {
  return custom !== undefined || conditional.has(groupResource(group, resource));
}

/** Whether a replacement creates an object that is not there (`AllowCreateOnUpdate`). */
export function isCreatedByUpdate({ group, resource }: ServedResource): boolean {
  return byUpdate.has(groupResource(group, resource));
}

/** Whether a delete answers with the object instead of a Status. */
export function returnsDeleted({ group, resource }: ServedResource): boolean {
  return returned.has(groupResource(group, resource));
}

function hasGeneration({ custom, group, resource }: ServedResource): boolean {
  return custom !== undefined || withGeneration.has(groupResource(group, resource));
}

/** Source: k8s.io/apiserver pkg/storage/names/generate.go, k8s.io/apimachinery pkg/util/rand. */
function randomSuffix(): string {
  const letters = 'bcdfghjklmnpqrstvwxz2456789';
  return Array.from({ length: 5 }, () => letters[Math.floor(Math.random() * letters.length)]).join('');
}

/** A time as in metadata: RFC 3339 without fractions. */
export function serverTime(now: Date): string {
  return `${now.toISOString().slice(0, 19)}Z`;
}
