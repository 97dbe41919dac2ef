import type { ApiSurface } from '../catalog/surface.ts';
import type { CustomDefinition } from '../crd/definition.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { type MigrationApi, migrationApi, updatesStoredVersions } from './migrationApi.ts';
import type { MigratedResource } from './migrationManifest.ts';

/** The stored versions of a workspace's CustomResourceDefinition, and the steps before a version can be removed. */
export interface DefinitionStorage {
  /** `foos.example.com`. */
  readonly name: string;
  readonly origin: string;
  /** The resource in its storage version. */
  readonly resource: MigratedResource;
  /** `status.storedVersions`; undefined if the manifest has none, as usual: the server maintains it. */
  readonly storedVersions: readonly string[] | undefined;
  /** Versions other than the storage version that objects are or may be stored in. */
  readonly stale: readonly string[];
  /** Versions of the definition that are not served: their entries in managedFields can be removed. */
  readonly unserved: readonly string[];
  readonly api: MigrationApi;
  /** Whether the migration controller updates `status.storedVersions`. */
  readonly updatesStoredVersions: boolean;
}

/**
 * The stored versions of the workspace's definitions, sorted by name. Definitions with nothing to migrate or clean up
 * are omitted. Of several definitions of one name the first counts.
 */
export function definitionStorage(
  definitions: readonly CustomDefinition[],
  surface: ApiSurface,
): readonly DefinitionStorage[] {
  const byName = new Map<string, DefinitionStorage>();
  for (const definition of definitions) {
    const storage = storageOf(definition, surface);
    if (storage !== undefined && !byName.has(storage.name)) byName.set(storage.name, storage);
  }
  return [...byName.values()].sort((a, b) => (a.name < b.name ? -1 : 1));
}

function storageOf(definition: CustomDefinition, surface: ApiSurface): DefinitionStorage | undefined {
  const { group, plural, namespaced, versions, origin } = definition;
  const storage = versions.find((version) => version.storage);
  // Invalid names, which could be shell syntax, must not get into a command.
  const names = [group, plural, ...versions.map(({ name }) => name), ...definition.storedVersions];
  if (storage === undefined || !names.every((name) => /^[a-z0-9][a-z0-9.-]*$/.test(name))) return undefined;
  const storedVersions = definition.storedVersions.length === 0 ? undefined : definition.storedVersions;
  const candidates = storedVersions ?? versions.map(({ name }) => name);
  const stale = candidates.filter((name) => name !== storage.name);
  const unserved = versions.filter(({ served }) => !served).map(({ name }) => name);
  if (stale.length === 0 && unserved.length === 0) return undefined;
  return {
    name: `${plural}.${group}`,
    origin: origin.label,
    resource: { group, version: storage.name, resource: plural, namespaced },
    storedVersions,
    stale,
    unserved,
    api: migrationApi(surface),
    updatesStoredVersions: updatesStoredVersions(surface),
  };
}

/** The command that reduces `status.storedVersions` to the storage version, once everything is stored in it. */
export function storedVersionsCommand({ name, resource: { version } }: DefinitionStorage): string {
  const status = JSON.stringify({ status: { storedVersions: [version] } });
  return `kubectl patch customresourcedefinition ${name} --subresource=status --type=merge -p '${status}'`;
}

/**
 * The command that removes entries of unserved versions from the managedFields of every object. An object without
 * remaining entries gets one that owns only its name: without any, the next server-side apply would share all fields
 * with an owner called `before-first-apply`.
 */
export function managedFieldsCommand({ resource, unserved }: DefinitionStorage): string {
  const { group, version, resource: plural, namespaced } = resource;
  const stale = unserved.map((name) => `.apiVersion != "${formatGroupVersion({ group, version: name })}"`);
  const seed = {
    manager: 'managed-fields-clean-up',
    operation: 'Apply',
    apiVersion: formatGroupVersion({ group, version }),
    fieldsType: 'FieldsV1',
    fieldsV1: { 'f:metadata': { 'f:name': {} } },
  };
  const filter = `(.items[].metadata | select(.managedFields)).managedFields |= (map(select(${stale.join(' and ')})) | if . == [] then [${JSON.stringify(seed)}] else . end)`;
  const scope = namespaced ? ' --all-namespaces' : '';
  return `kubectl get ${plural}.${version}.${group}${scope} -o json --show-managed-fields | jq '${filter}' | kubectl replace -f -`;
}
