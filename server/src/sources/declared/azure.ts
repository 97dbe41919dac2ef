import facts from '../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { DescribedCluster } from '../description.ts';
import { type ClusterResource, type DeclaredResource, declaredCluster, resourceOfType } from './clusterResource.ts';

const resources: readonly ClusterResource[] = facts.azure.resources;
const modules: readonly ClusterResource[] = facts.azure.modules;

/** A resource or module of Azure that Bicep or an ARM template declares. */
export interface AzureResource extends Omit<DeclaredResource, 'resource' | 'format'> {
  readonly language: 'Bicep' | 'ARM template';
  /** The type, in Bicep with the API version after `@`. */
  readonly type: string;
}

/** The cluster that a resource of Azure declares; empty for most types. */
export function azureCluster({ language, type, ...declared }: AzureResource): readonly DescribedCluster[] {
  const [name = ''] = type.split('@', 1);
  const resource = resourceOfType(resources, name);
  return resource === undefined ? [] : [declaredCluster({ resource, format: `${language} ${name}`, ...declared })];
}

/** The cluster that a public module creates; `type` is its path with its version. */
export function azureModuleCluster({ language, type, ...declared }: AzureResource): readonly DescribedCluster[] {
  const path = type.replace(/:[^:/]*$/, '');
  const resource = modules.find(({ types }) =>
    types.some((candidate) => path === candidate || path.endsWith(`/${candidate}`)),
  );
  return resource === undefined
    ? []
    : [declaredCluster({ resource, format: `${language} module ${path}`, ...declared })];
}

/** Whether a text may declare a cluster of Azure, by a search for words. */
export function mayDeclareAzure(text: string): boolean {
  return hint.test(text);
}

const hint = new RegExp(
  [...resources, ...modules].flatMap(({ types }) => types.map((item) => item.replaceAll('.', '\\.'))).join('|'),
);
