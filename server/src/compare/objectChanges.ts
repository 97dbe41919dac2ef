import { areRelatives } from '../conversion/families.ts';
import type { Finding } from '../finding.ts';
import type { JudgedResource } from '../judge/analysis.ts';
import type { Resource } from '../manifest/manifest.ts';
import { type GroupVersionKind, parseGroupVersion } from '../targets/groupVersion.ts';
import { groupKind } from '../update/rules.ts';
import { changedFields } from './changedFields.ts';

/** The change of an object between two sets of manifests. */
export interface ObjectChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** The old object; undefined if it is added. */
  readonly old: Resource | undefined;
  /** The new object; undefined if it is removed. */
  readonly now: Resource | undefined;
  /** Paths of changed values, except the apiVersion; empty for added and removed objects. */
  readonly fields: readonly string[];
  /** By target; empty for removed objects. */
  readonly verdicts: readonly ChangedVerdict[];
}

/** The differences between the findings of one target on the old and the new object. */
export interface ChangedVerdict {
  readonly target: string;
  /** The findings on an update to the new object that the old one does not have. */
  readonly appeared: readonly Finding[];
  /** The findings on the old object that a create of the new one does not have. */
  readonly gone: readonly Finding[];
}

/** Where an object is: the file, or the folder of the build that made it; '' if that does not matter. */
export interface Placed<T> {
  readonly place: string;
  readonly object: T;
}

/** A resource of the newer manifests, judged as a create and as an update of the older object. */
export interface NewerResource {
  readonly created: JudgedResource;
  readonly updated: JudgedResource;
}

/** The differences between two sets of manifests. */
export interface ObjectChanges {
  readonly changes: readonly ObjectChange[];
  /** The number of unchanged objects. */
  readonly same: number;
}

/**
 * The changes from older to newer manifests, in the order of the newer ones, then the removed objects. Advice is
 * omitted. Objects are matched by group, kind, namespace and name: in the same place, or else with the only one that is
 * left in any place.
 *
 * @param older judged as creates.
 */
export function objectChanges(
  older: readonly Placed<JudgedResource>[],
  newer: readonly Placed<NewerResource>[],
): ObjectChanges {
  const before = byKey(older, (judged) => judged.resource);
  const after = byKey(newer, ({ created }) => created.resource);
  const left = new Map([...before].filter(([key]) => !after.has(key)));
  const pairs = [...after].map(([key, { identity, object }]) =>
    changed(before.get(key)?.object ?? takeOnly(identity, left) ?? takeMoved(object, left), object),
  );
  const removed = [...left.values()].map(({ object }) => removal(object));
  const changes = pairs.filter((change) => change !== undefined);
  return { changes: [...changes, ...removed], same: pairs.length - changes.length };
}

/** Takes the object that was in another place. Of several, none is certain. */
function takeOnly(identity: string, left: Map<string, Identified<JudgedResource>>): JudgedResource | undefined {
  const [found, ...others] = [...left].filter(([, object]) => object.identity === identity);
  if (found === undefined || others.length > 0) return undefined;
  left.delete(found[0]);
  return found[1].object;
}

/** Takes the object that an object of another group was before: the API group of its kind changed. */
function takeMoved(
  { created }: NewerResource,
  left: Map<string, Identified<JudgedResource>>,
): JudgedResource | undefined {
  const now = created.resource;
  for (const [key, { object: judged }] of left) {
    const { resource } = judged;
    const isSame = resource.kind === now.kind && resource.name === now.name && resource.namespace === now.namespace;
    if (!isSame || resource.name === undefined || !areRelatives(kindOf(resource), kindOf(now))) continue;
    left.delete(key);
    return judged;
  }
  return undefined;
}

function kindOf({ apiVersion, kind }: Resource): GroupVersionKind {
  return { ...(parseGroupVersion(apiVersion) ?? { group: '', version: '' }), kind };
}

function changed(old: JudgedResource | undefined, { created, updated }: NewerResource): ObjectChange | undefined {
  const now = updated.resource;
  const verdicts = updated.verdicts.map(({ surface, findings }, index): ChangedVerdict => {
    const before = old?.verdicts[index]?.findings ?? [];
    return {
      target: surface.name,
      appeared: without(findings, before),
      gone: without(before, created.verdicts[index]?.findings ?? []),
    };
  });
  if (old === undefined) return { change: 'added', old: undefined, now, fields: [], verdicts };
  const fields = changedFields(old.resource.root, now.root).filter((path) => path !== 'apiVersion');
  const isSame =
    fields.length === 0 &&
    old.resource.apiVersion === now.apiVersion &&
    verdicts.every(({ appeared, gone }) => appeared.length + gone.length === 0);
  return isSame ? undefined : { change: 'changed', old: old.resource, now, fields, verdicts };
}

function removal({ resource }: JudgedResource): ObjectChange {
  return { change: 'removed', old: resource, now: undefined, fields: [], verdicts: [] };
}

/** The findings that `others` lacks, by code and path: positions differ between the texts. */
function without(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(others.map(keyOf));
  return findings.filter((finding) => finding.consequence !== 'advice' && !known.has(keyOf(finding)));
}

function keyOf({ code, consequence, path }: Finding): string {
  return JSON.stringify([code, consequence, path]);
}

interface Identified<T> {
  readonly identity: string;
  readonly object: T;
}

/** Objects by place and identity; the last duplicate wins. Objects without a name are identified by their order. */
function byKey<T>(all: readonly Placed<T>[], resourceOf: (item: T) => Resource): ReadonlyMap<string, Identified<T>> {
  const objects = new Map<string, Identified<T>>();
  let unnamed = 0;
  for (const { place, object } of all) {
    const resource = resourceOf(object);
    if (resource.part !== undefined) continue;
    const name = resource.name ?? ['', unnamed++];
    const identity = JSON.stringify([groupKind(resource), resource.namespace ?? '', name]);
    objects.set(JSON.stringify([place, identity]), { identity, object });
  }
  return objects;
}
