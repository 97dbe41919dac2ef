import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { Minor } from '../targets/version.ts';
import { isMinor, minor } from '../targets/version.ts';
import { kindOfResource, knowsStorage } from './changes.ts';
import { type MigrationApi, migrationApi } from './migrationApi.ts';
import { canRead } from './rollbackStatus.ts';

/** A resource whose objects a plan leaves stored in versions other than the last server's storage version. */
export interface Migration {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** As the server after `step` serves it. */
  readonly served: ServedResource;
  /** The other stored versions, in the order of the plan. */
  readonly from: readonly string[];
  /** The last server's storage version. */
  readonly to: string;
  /** The step, from 0, after which to migrate; -1 if the first server of the plan can. */
  readonly step: number;
  /** Whether no server before `neededBefore` writes the new version: the objects must be recreated. */
  readonly tooLate: boolean;
  /** The first step whose server cannot read one of the old versions; undefined if all can. */
  readonly neededBefore: number | undefined;
  /** The first binary after the plan that lacks the types of an old version; undefined if none is known. */
  readonly unreadableFrom: Minor | undefined;
  /** Whether the first server of the plan cannot read migrated objects. */
  readonly preventsRollback: boolean;
  /** The API for migrations at the server after `step`. */
  readonly api: MigrationApi;
}

/** The part of a step that concerns migrations. */
interface MigrationStep {
  readonly after: ApiSurface;
}

/**
 * The storage migrations of a plan, by resource. A changed storage version affects only new writes: stored objects do
 * not change. Empty if the storage rule of a binary in the plan is unknown.
 */
export function migrationsOf(from: ApiSurface, steps: readonly MigrationStep[]): readonly Migration[] {
  const surfaces = [from, ...steps.map(({ after }) => after)];
  const last = surfaces.at(-1) ?? from;
  if (!surfaces.every(knowsStorage)) return [];
  return [...last.storageVersions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([resource, to]) => migrationOf(resource, to, surfaces) ?? []);
}

function migrationOf(resource: string, to: string, surfaces: readonly ApiSurface[]): Migration | undefined {
  const stored = surfaces.map((surface) => surface.storageVersions.get(resource));
  const old = [...new Set(stored)].flatMap((version) => (version === undefined || version === to ? [] : [version]));
  if (old.length === 0) return undefined;
  const since = stored.findLastIndex((version) => version !== to) + 1;
  const [first, ...passed] = surfaces;
  const writer = surfaces[since];
  const served = writer === undefined ? undefined : kindOfResource(writer, resource);
  if (first === undefined || writer === undefined || served === undefined) return undefined;
  const reads = (surface: ApiSurface, version: string) =>
    canRead(surface, { group: served.group, version, kind: served.kind });
  const unread = passed.findIndex((surface) => old.some((version) => !reads(surface, version)));
  const migratedAt = migratingServer(surfaces, since, unread < 0 ? passed.length : unread);
  return {
    resource,
    served: kindOfResource(surfaces[migratedAt] ?? writer, resource) ?? served,
    from: old.map((version) => formatGroupVersion({ group: served.group, version })),
    to: formatGroupVersion({ group: served.group, version: to }),
    step: migratedAt - 1,
    tooLate: unread >= 0 && since > unread,
    neededBefore: unread < 0 ? undefined : unread,
    unreadableFrom: unreadableFrom(surfaces.at(-1) ?? first, served.group, old),
    preventsRollback: !reads(first, to),
    api: migrationApi(surfaces[migratedAt] ?? writer),
  };
}

/** The first server from `since` to `end` that serves the API for migrations; `since` if none does. */
function migratingServer(surfaces: readonly ApiSurface[], since: number, end: number): number {
  const served = surfaces.findIndex(
    (surface, index) => index >= since && index <= end && migrationApi(surface).state === 'served',
  );
  return served < 0 ? since : served;
}

function unreadableFrom({ catalog, versions }: ApiSurface, group: string, old: readonly string[]): Minor | undefined {
  for (let next = versions.binary + 1; next <= catalog.newest && isMinor(next); next++) {
    const registered = catalog.binary(minor(next)).registeredVersions.get(group);
    if (registered !== undefined && old.some((version) => !registered.includes(version))) return minor(next);
  }
  return undefined;
}
