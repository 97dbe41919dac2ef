import { groupResource } from '../catalog/catalog.ts';
import type { ApiSurface, GateState, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersionKind } from '../targets/groupVersion.ts';

/** Differences in served resources between two servers. */
export interface ServedChanges {
  /** Sorted by group, version and kind. */
  readonly stops: readonly ServedResource[];
  readonly starts: readonly ServedResource[];
}

/** A resource that is stored in another version. */
export interface StorageChange {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** Undefined if it is not stored at all. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A feature gate in another state; undefined if the server does not know it. */
export interface GateChange {
  readonly name: string;
  readonly from: GateState | undefined;
  readonly to: GateState | undefined;
}

/** The resources that stop and start being served from one server to another. */
export function servedChanges(from: ApiSurface, to: ApiSurface): ServedChanges {
  const before = new Map(from.resources.map((resource) => [servedKey(resource), resource]));
  const after = new Map(to.resources.map((resource) => [servedKey(resource), resource]));
  return {
    stops: [...before].filter(([key]) => !after.has(key)).map(([, servedResource]) => servedResource),
    starts: [...after].filter(([key]) => !before.has(key)).map(([, servedResource]) => servedResource),
  };
}

/** Kinds that stop being served in every version and group: their objects become unreadable. Sorted by kind. */
export function orphanedKinds({ stops }: ServedChanges, after: ApiSurface): readonly string[] {
  const orphaned = stops.filter((stop) => {
    const answer = after.availability(stop);
    return answer.state !== 'served' && 'alternatives' in answer && answer.alternatives.length === 0;
  });
  return [...new Set(orphaned.map(({ group, resource }) => groupResource(group, resource)))].sort();
}

function servedKey(resource: ServedResource): string {
  return `${formatGroupVersionKind(resource)} ${resource.resource}`;
}

/** The resources whose storage version changes, by name. Empty if the rule of one of the binaries is unknown. */
export function storageChanges(from: ApiSurface, to: ApiSurface): readonly StorageChange[] {
  if (!knowsStorage(from) || !knowsStorage(to)) return [];
  const names = new Set([...from.storageVersions.keys(), ...to.storageVersions.keys()]);
  return [...names]
    .sort()
    .map((resource) => ({ resource, from: from.storageVersions.get(resource), to: to.storageVersions.get(resource) }))
    .filter((change) => change.from !== change.to);
}

/** Whether the storage version rule of a binary is known, including exceptions. */
export function knowsStorage({ catalog, versions }: ApiSurface): boolean {
  const { storageRule, storageOverrides } = catalog.binary(versions.binary);
  return storageRule !== undefined && storageOverrides.size > 0;
}

/** The gates whose stage or state is another one, in the order of their names. */
export function gateChanges(from: ApiSurface, to: ApiSurface): readonly GateChange[] {
  const names = new Set([...from.gates.keys(), ...to.gates.keys()]);
  return [...names]
    .sort()
    .map((name) => ({ name, from: from.gates.get(name), to: to.gates.get(name) }))
    .filter((change) => change.from?.stage !== change.to?.stage || change.from?.enabled !== change.to?.enabled);
}

/**
 * Whether a gate turns on or off between two servers. A gate that a binary adds for existing behaviour is on from
 * before the emulation version, and is not a change.
 */
export function togglesGate({ from, to }: GateChange, before: ApiSurface): boolean {
  if (from === undefined) return to?.enabled === true && to.since > before.versions.emulation;
  // The feature of a removed gate stays as it was locked.
  return to !== undefined && from.enabled !== to.enabled;
}

/** The kind of a server's `resource.group`. */
export function kindOfResource(surface: ApiSurface, key: string): ServedResource | undefined {
  return surface.resources.find((resource) => groupResource(resource.group, resource.resource) === key);
}
