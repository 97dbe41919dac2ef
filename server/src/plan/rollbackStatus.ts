import { groupResource } from '../catalog/catalog.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatGroupVersion, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor } from '../targets/version.ts';
import { kindOfResource, knowsStorage } from './changes.ts';
import { unreadableFields } from './fields.ts';

/** Whether the first server of a plan can take over again after a step, and what is lost by that. */
export interface RollbackStatus {
  readonly open: boolean;
  /** What closes it, each in a sentence. */
  readonly closedBy: readonly string[];
  /** Fields that may have been stored by then and that the first binary does not know: it drops them when it reads. */
  readonly lostFields: readonly string[];
  /** `Kind.group` of what may have been stored by then and that the first server does not serve: it stays unread. */
  readonly lostKinds: readonly string[];
}

/** Objects that are stored in a version that a binary cannot read. */
export interface Unreadable {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  readonly version: string;
}

/**
 * Whether the way back to `first` is open once the servers `passed` have run, the last one included. What has been
 * stored once stays stored: the way closes with the first version that the older binary cannot read, and KEP-4330
 * promises it down to the min compatibility version alone.
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

/** What a server stores in versions that the binary of another has no types for. */
export function unreadableFor(stored: ApiSurface, reader: ApiSurface): readonly Unreadable[] {
  if (stored.versions.binary === reader.versions.binary || !knowsStorage(stored)) return [];
  return [...stored.storageVersions].flatMap(([resource, version]): readonly Unreadable[] => {
    const kind = kindOfResource(stored, resource);
    // Where the reader does not serve the resource at all, nothing asks for what is stored.
    if (kind === undefined || kindOfResource(reader, resource) === undefined) return [];
    const { group } = kind;
    if (canRead(reader, { group, version, kind: kind.kind })) return [];
    return [{ resource, version: formatGroupVersion({ group, version }) }];
  });
}

/** Whether a server reads what is stored as a version: a binary reads what its schema has, and kinds of old whose types it keeps without serving them. */
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

function unique(list: readonly Unreadable[]): readonly Unreadable[] {
  return [...new Map(list.map((unreadable) => [`${unreadable.resource} ${unreadable.version}`, unreadable])).values()];
}
