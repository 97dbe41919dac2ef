import { groupResource } from '../catalog/catalog.ts';
import type { ApiSurface, GateState, ServedResource } from '../catalog/surface.ts';
import { formatGroupVersionKind } from '../targets/groupVersion.ts';

/** Differences in served resources between two servers. */
export interface ServedChanges {
  /** Sorted by group, version and kind. */
  readonly stops: readonly ServedResource[];
  readonly starts: readonly ServedResource[];
}

/** A resource whose storage version changes. */
export interface StorageChange {
  /** `endpointslices.discovery.k8s.io`. */
  readonly resource: string;
  /** Undefined if the server does not store the resource. */
  readonly from: string | undefined;
  readonly to: string | undefined;
}

/** A feature gate whose state changes; undefined if the server does not know it. */
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

/**
 * The resources (`resource.group`, sorted) that stop being served in every version and group: no client can read them.
 */
export function orphanedResources({ stops }: ServedChanges, after: ApiSurface): readonly string[] {
  const orphaned = stops.filter((stop) => {
    const answer = after.availability(stop);
    return answer.state !== 'served' && 'alternatives' in answer && answer.alternatives.length === 0;
  });
  return [...new Set(orphaned.map(({ group, resource }) => groupResource(group, resource)))].sort();
}

function servedKey(resource: ServedResource): string {
  return `${formatGroupVersionKind(resource)} ${resource.resource}`;
}

/** The resources whose storage version changes, by name. Empty if the storage rule of a binary is unknown. */
export function storageChanges(from: ApiSurface, to: ApiSurface): readonly StorageChange[] {
  if (!knowsStorage(from) || !knowsStorage(to)) return [];
  const names = new Set([...from.storageVersions.keys(), ...to.storageVersions.keys()]);
  return [...names]
    .sort()
    .map((resource) => ({ resource, from: from.storageVersions.get(resource), to: to.storageVersions.get(resource) }))
    .filter((change) => change.from !== change.to);
}

/** Whether the rule for storage versions of a surface's binary, with its exceptions, is known. */
export function knowsStorage({ catalog, versions }: ApiSurface): boolean {
  const { storageRule, storageOverrides } = catalog.binary(versions.binary);
  return storageRule !== undefined && storageOverrides.size > 0;
}

/** The gates whose stage or state changes, by name. */
export function gateChanges(from: ApiSurface, to: ApiSurface): readonly GateChange[] {
  const names = new Set([...from.gates.keys(), ...to.gates.keys()]);
  return [...names]
    .sort()
    .map((name) => ({ name, from: from.gates.get(name), to: to.gates.get(name) }))
    .filter((change) => change.from?.stage !== change.to?.stage || change.from?.enabled !== change.to?.enabled);
}

/**
 * Whether a gate turns on or off between two servers. A new gate for existing behaviour, enabled since before the
 * emulation version, does not count.
 */
export function togglesGate({ from, to }: GateChange, before: ApiSurface): boolean {
  if (from === undefined) return to?.enabled === true && to.since > before.versions.emulation;
  // Kubernetes removes a gate only after its value is locked.
  return to !== undefined && from.enabled !== to.enabled;
}

/** The served resource of a server by its name: `endpointslices.discovery.k8s.io`. */
export function kindOfResource(surface: ApiSurface, key: string): ServedResource | undefined {
  return surface.resources.find((resource) => groupResource(resource.group, resource.resource) === key);
}
