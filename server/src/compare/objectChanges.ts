import type { Finding } from '../finding.ts';
import type { JudgedResource } from '../judge/analysis.ts';
import type { Resource } from '../manifest/manifest.ts';
import { groupKind } from '../update/rules.ts';
import { changedFields } from './changedFields.ts';

/** What became of an object from one set of manifests to another. */
export interface ObjectChange {
  readonly change: 'added' | 'removed' | 'changed';
  /** As it was; undefined where it is added. */
  readonly old: Resource | undefined;
  /** As it is; undefined where it is removed. */
  readonly now: Resource | undefined;
  /** Paths of the values that differ, without the apiVersion; empty for what is added or removed. */
  readonly fields: readonly string[];
  /** By target: what its server says of the newer object alone, as a change of the older one, and of the older one alone. */
  readonly verdicts: readonly ChangedVerdict[];
}

/** What one target says of one of two writings of an object alone. */
export interface ChangedVerdict {
  readonly target: string;
  readonly appeared: readonly Finding[];
  readonly gone: readonly Finding[];
}

/** A resource of the newer manifests, judged as a create and as a change of the object of the older ones. */
export interface NewerResource {
  readonly created: JudgedResource;
  readonly updated: JudgedResource;
}

/** How two sets of manifests differ; objects are the same by group, kind, namespace and name. */
export interface ObjectChanges {
  readonly changes: readonly ObjectChange[];
  /** How many objects are the same, and mean the same. */
  readonly same: number;
}

/**
 * What changes from older manifests to newer ones. A finding that both have is no change, and advice is none of a server.
 *
 * @param older judged as creates.
 */
export function objectChanges(older: readonly JudgedResource[], newer: readonly NewerResource[]): ObjectChanges {
  const before = byKey(older, (judged) => judged.resource);
  const after = byKey(newer, ({ created }) => created.resource);
  const pairs = [...after].map(([key, one]) => changed(before.get(key), one));
  const removed = [...before].filter(([key]) => !after.has(key)).map(([, one]) => removal(one));
  const changes = pairs.filter((one) => one !== undefined);
  return { changes: [...changes, ...removed], same: pairs.length - changes.length };
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

/** What some findings have beyond others; places in texts differ, so that they are the same by what and where in the object. */
function without(findings: readonly Finding[], others: readonly Finding[]): readonly Finding[] {
  const known = new Set(others.map(keyOf));
  return findings.filter((finding) => finding.consequence !== 'advice' && !known.has(keyOf(finding)));
}

function keyOf({ code, consequence, path }: Finding): string {
  return JSON.stringify([code, consequence, path]);
}

/** Objects by what they are; of several that are the same, the last counts. What the server names is told by its place. */
function byKey<T>(all: readonly T[], resourceOf: (one: T) => Resource): ReadonlyMap<string, T> {
  const found = new Map<string, T>();
  let unnamed = 0;
  for (const one of all) {
    const resource = resourceOf(one);
    if (resource.part !== undefined) continue;
    const name = resource.name ?? ['', unnamed++];
    found.set(JSON.stringify([groupKind(resource), resource.namespace ?? '', name]), one);
  }
  return found;
}
