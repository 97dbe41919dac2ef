import type { ApiSurface, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { Minor } from '../targets/version.ts';
import { isMinor, minor } from '../targets/version.ts';
import { kindOfResource, knowsStorage } from './changes.ts';
import { type MigrationApi, migrationApi } from './migrationApi.ts';
import { canRead } from './rollbackStatus.ts';

/** Objects that a plan leaves stored in versions other than the last server's storage version. */
export interface Migration {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** As served by the server of the migration: in the requested version. */
  readonly served: ServedResource;
  /** The stored versions by then, oldest first. */
  readonly from: readonly string[];
  /** The version that they are written in. */
  readonly to: string;
  /** The step after which they can be written so, from 0 on; -1 where the first server of the plan does so. */
  readonly step: number;
  /**
   * Whether no server before `neededBefore` writes the version that is read from then on: the objects must be
   * recreated.
   */
  readonly tooLate: boolean;
  /** The step whose binary cannot read one of the old versions; undefined where each can. */
  readonly neededBefore: number | undefined;
  /** The first binary beyond the plan's that has no types for one of the old versions; undefined if none is known. */
  readonly unreadableFrom: Minor | undefined;
  /** Whether the first server of the plan cannot read migrated objects. */
  readonly preventsRollback: boolean;
  /** The API that does it at the server after `step`. */
  readonly api: MigrationApi;
}

/** A server of a plan, as migrations need it. */
interface Station {
  readonly after: ApiSurface;
}

/**
 * The storage migrations of a plan. A changed storage version affects only new writes; stored objects stay as they are
 * until rewritten. Empty if the storage rule of a binary in the plan is unknown.
 */
export function migrationsOf(from: ApiSurface, steps: readonly Station[]): readonly Migration[] {
  const surfaces = [from, ...steps.map(({ after }) => after)];
  const last = surfaces.at(-1) ?? from;
  if (!surfaces.every(knowsStorage)) return [];
  return [...last.storageVersions]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .flatMap(([resource, to]) => migrationOf(resource, to, surfaces) ?? []);
}

function migrationOf(resource: string, to: string, surfaces: readonly ApiSurface[]): Migration | undefined {
  const stored = surfaces.map((surface) => surface.storageVersions.get(resource));
  const old = [...new Set(stored.filter((version) => version !== undefined && version !== to))].flatMap((item) =>
    item === undefined ? [] : [item],
  );
  if (old.length === 0) return undefined;
  const since = stored.findLastIndex((version) => version !== to) + 1;
  const [first, ...passed] = surfaces;
  const at = surfaces[since];
  const served = at === undefined ? undefined : kindOfResource(at, resource);
  if (first === undefined || at === undefined || served === undefined) return undefined;
  const reads = (surface: ApiSurface, version: string) =>
    canRead(surface, { group: served.group, version, kind: served.kind });
  const unread = passed.findIndex((surface) => old.some((version) => !reads(surface, version)));
  const runs = migrationStation(surfaces, since, unread < 0 ? passed.length : unread);
  return {
    resource,
    served: kindOfResource(surfaces[runs] ?? at, resource) ?? served,
    from: old.map((version) => formatGroupVersion({ group: served.group, version })),
    to: formatGroupVersion({ group: served.group, version: to }),
    step: runs - 1,
    tooLate: unread >= 0 && since > unread,
    neededBefore: unread < 0 ? undefined : unread,
    unreadableFrom: unreadableFrom(surfaces.at(-1) ?? first, served.group, old),
    preventsRollback: !reads(first, to),
    api: migrationApi(surfaces[runs] ?? at),
  };
}

/** The first server from `since` on that has the API of migrations, as long as the old versions can be read. */
function migrationStation(surfaces: readonly ApiSurface[], since: number, end: number): number {
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
