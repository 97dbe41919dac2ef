import { groupResource } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { kindOfResource, knowsStorage } from './changes.ts';
import { unreadableFields } from './fields.ts';

/** Whether a rollback to the first server of a plan is possible after a step, and what it loses. */
export interface RollbackStatus {
  readonly open: boolean;
  /** The reasons that prevent it, a sentence each. */
  readonly closedBy: readonly string[];
  /**
   * Fields that later servers may have stored and the first binary does not know: it drops them when it reads objects.
   */
  readonly lostFields: readonly string[];
  /**
   * Kinds (`Kind.group`) that later servers store and the first server does not serve: clients cannot read their
   * objects.
   */
  readonly lostKinds: readonly string[];
}

/** Objects in a storage version that a binary cannot read. */
export interface UnreadableObjects {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  readonly version: string;
}

/**
 * Whether a rollback to `first` is possible after the servers `passed` have run. Objects in a version that the first
 * binary cannot read prevent it. KEP-4330 promises it only down to the min compatibility version.
 */
export function rollbackStatus(first: ApiSurface, passed: readonly ApiSurface[]): RollbackStatus {
  const now = passed.at(-1) ?? first;
  const closedBy: string[] = [];
  const minCompatibility = Math.max(...passed.map(({ versions }) => versions.minCompatibility));
  if (minCompatibility > first.versions.binary) {
    closedBy.push(
      `The min compatibility version is ${formatMinor(now.versions.minCompatibility)}: stored objects may no longer be readable by ${formatMinor(first.versions.binary)}.`,
    );
  }
  const unreadable = passed.flatMap((surface) => unreadableFor(surface, first));
  for (const { resource, version } of unique(unreadable)) {
    closedBy.push(
      `${resource} are stored as ${version}, which ${formatMinor(first.versions.binary)} cannot read: with such an object it may never become ready.`,
    );
  }
  return {
    open: closedBy.length === 0,
    closedBy,
    lostFields: [...new Set(passed.flatMap((surface) => unreadableFields(surface, first)))].sort(),
    lostKinds: [...new Set(passed.flatMap((surface) => newKinds(surface, first)))].sort(),
  };
}

/** The resources that one server stores in versions that another server's binary cannot read. */
export function unreadableFor(stored: ApiSurface, reader: ApiSurface): readonly UnreadableObjects[] {
  if (stored.versions.binary === reader.versions.binary || !knowsStorage(stored)) return [];
  return [...stored.storageVersions].flatMap(([resource, version]): readonly UnreadableObjects[] => {
    const kind = kindOfResource(stored, resource);
    // A resource that the reader does not serve is never read.
    if (kind === undefined || kindOfResource(reader, resource) === undefined) return [];
    const { group } = kind;
    if (canRead(reader, { group, version, kind: kind.kind })) return [];
    return [{ resource, version: formatGroupVersion({ group, version }) }];
  });
}

/**
 * Whether a server can read objects stored in a version. A binary reads the types in its schema, and types that it
 * keeps registered after it stopped serving them.
 */
export function canRead({ catalog, versions: { binary }, rootType }: ApiSurface, gvk: GroupVersionKind): boolean {
  if (rootType(gvk) !== undefined) return true;
  const registered = catalog.binary(binary).registeredVersions.get(gvk.group)?.includes(gvk.version) === true;
  return registered && catalog.kind(gvk)?.served.some(({ first }) => first <= binary) === true;
}

function newKinds(stored: ApiSurface, reader: ApiSurface): readonly string[] {
  if (stored.versions.binary === reader.versions.binary) return [];
  const served = new Set(reader.resources.map((resource) => groupResource(resource.group, resource.resource)));
  return stored.resources
    .filter(
      (resource) =>
        resource.storageVersion !== undefined && !served.has(groupResource(resource.group, resource.resource)),
    )
    .map(({ group, kind }) => (group === '' ? kind : `${kind}.${group}`));
}

function unique(list: readonly UnreadableObjects[]): readonly UnreadableObjects[] {
  return [...new Map(list.map((unreadable) => [`${unreadable.resource} ${unreadable.version}`, unreadable])).values()];
}
