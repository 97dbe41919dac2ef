import { groupResource } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { kindOfResource, knowsStorage } from './changes.ts';
import { unreadableFields } from './fields.ts';

/** Whether a rollback to the first server of a plan is possible after a step, and what it loses. */
export interface RollbackStatus {
  readonly open: boolean;
  /** What prevents it, a sentence each. */
  readonly closedBy: readonly string[];
  /** Fields that may have been stored by then and that the first binary does not know: it drops them when it reads. */
  readonly lostFields: readonly string[];
  /** `Kind.group` of objects that may be stored by then and that the first server does not serve: they stay unread. */
  readonly lostKinds: readonly string[];
}

/** Objects that are stored in a version that a binary cannot read. */
export interface UnreadableObjects {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  readonly version: string;
}

/**
 * Whether a rollback to `first` is possible once the servers `passed` have run, including the last. Stored data stays
 * stored: the first version that the older binary cannot read prevents it, and KEP-4330 promises it only down to the
 * min compatibility version.
 */
export function rollbackStatus(first: ApiSurface, passed: readonly ApiSurface[]): RollbackStatus {
  const now = passed.at(-1) ?? first;
  const closedBy: string[] = [];
  const oldest = Math.max(...passed.map(({ versions }) => versions.minCompatibility));
  if (oldest > first.versions.binary) {
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

/** The resources that a server stores in versions without types in another server's binary. */
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
 * Whether a server can read objects stored in a version: a binary reads the types in its schema, and old kinds whose
 * types it keeps without serving them.
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
