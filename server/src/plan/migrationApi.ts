import facts from '../../data/authored/storage-migration.json' with { type: 'json' };
import { structOf } from '../catalog/structOf.ts';
import type { ApiSurface, EnableInstructions, ServedResource } from '../catalog/surface.ts';
import type { ApiType } from '../catalog/types.ts';
import { compareVersions } from '../targets/groupVersion.ts';
import { factMinor } from '../targets/version.ts';

/** Whether a server has an API that rewrites objects in its storage version. */
export type MigrationApi =
  | { readonly state: 'served'; readonly resource: ServedResource; readonly namesVersion: boolean }
  /** The binary has the API, and these settings enable it. */
  | { readonly state: 'off'; readonly version: string; readonly enable: EnableInstructions }
  | { readonly state: 'absent' };

/**
 * The API for storage migrations at a server, in its highest version; `namesVersion` if a migration has an API version.
 */
export function migrationApi(surface: ApiSurface): MigrationApi {
  const { group, kind } = facts.api;
  const disabled = facts.api.gates.filter((name) => surface.gates.get(name)?.enabled === false);
  const [resource] = surface.resources
    .filter((servedResource) => servedResource.group === group && servedResource.kind === kind)
    .sort((a, b) => compareVersions(a.version, b.version));
  if (resource !== undefined && disabled.length === 0) {
    return { state: 'served', resource, namesVersion: namesVersion(surface.rootType(resource)) };
  }
  const gates = disabled.map((name) => ({ name, settable: surface.gates.get(name)?.locked === false }));
  for (const { version } of surface.catalog.kindsOf(group, kind)) {
    const answer = surface.availability({ group, version, kind });
    if (answer.state === 'served') return { state: 'off', version, enable: { runtimeConfig: undefined, gates } };
    if (answer.state === 'not-enabled') {
      return { state: 'off', version, enable: { ...answer.enable, gates: union(answer.enable.gates, gates) } };
    }
  }
  return { state: 'absent' };
}

/** Whether the migration controller updates a definition's stored versions. */
export function updatesStoredVersions({ versions }: ApiSurface): boolean {
  return versions.binary >= factMinor(facts.updatesStoredVersions.since);
}

function union(a: EnableInstructions['gates'], b: EnableInstructions['gates']): EnableInstructions['gates'] {
  return [...new Map([...a, ...b].map((item) => [item.name, item])).values()];
}

function namesVersion(root: ApiType | undefined): boolean {
  const spec = structOf(root?.fields.get('spec')?.type);
  return structOf(spec?.fields.get('resource')?.type)?.fields.has('version') === true;
}
