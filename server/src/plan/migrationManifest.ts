import { groupResource } from '../catalog/catalog.ts';
import type { ServedResource } from '../catalog/surface.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import type { MigrationApi } from './migrationApi.ts';

/** The subject of a migration: a resource in one of its served versions. */
export type MigratedResource = Pick<ServedResource, 'group' | 'version' | 'resource' | 'namespaced'>;

/**
 * The manifest that makes a server rewrite every object of a resource; undefined if the server does not serve the API.
 *
 * @param comment one line, without `#`.
 */
export function migrationManifest(resource: MigratedResource, api: MigrationApi, comment: string): string | undefined {
  if (api.state !== 'served') return undefined;
  const lines = [
    `# ${comment}`,
    `apiVersion: ${formatGroupVersion(api.resource)}`,
    `kind: ${api.resource.kind}`,
    'metadata:',
    `  name: ${scalar(groupResource(resource.group, resource.resource))}`,
    'spec:',
    '  resource:',
    ...(resource.group === '' ? [] : [`    group: ${scalar(resource.group)}`]),
    ...(api.namesVersion ? [`    version: ${resource.version}`] : []),
    `    resource: ${scalar(resource.resource)}`,
  ];
  return `${lines.join('\n')}\n`;
}

/** The command that rewrites every object of a resource, for servers without the API. */
export function rewriteCommand({ group, version, resource, namespaced }: MigratedResource): string {
  const full = group === '' ? resource : `${resource}.${version}.${group}`;
  return `kubectl get ${full}${namespaced ? ' --all-namespaces' : ''} -o json | kubectl replace -f -`;
}

/**
 * A name as a YAML scalar, quoted if it may be read as another type: `false`, the longest such word, has five letters.
 */
function scalar(name: string): string {
  return /^[a-z][a-z0-9.-]{5,}$/.test(name) ? name : JSON.stringify(name);
}
