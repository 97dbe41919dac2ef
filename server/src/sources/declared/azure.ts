import facts from '../../../data/authored/cluster-resources.json' with { type: 'json' };
import type { DescribedCluster } from '../description.ts';
import { type ClusterResource, type DeclaredResource, declaredCluster, resourceOfType } from './clusterResource.ts';

const resources: readonly ClusterResource[] = facts.azure.resources;
const modules: readonly ClusterResource[] = facts.azure.modules;

/** A resource or a module of Azure as Bicep or a template declares it. */
export interface AzureResource extends Omit<DeclaredResource, 'resource' | 'format'> {
  readonly language: 'Bicep' | 'ARM template';
  /** With its API version after `@` if the language has one. */
  readonly type: string;
}

/** The cluster that a resource of Azure is; none for most types. */
export function azureCluster({ language, type, ...declared }: AzureResource): readonly DescribedCluster[] {
  const [name = ''] = type.split('@', 1);
  const resource = resourceOfType(resources, name);
  return resource === undefined ? [] : [declaredCluster({ resource, format: `${language} ${name}`, ...declared })];
}

/** The cluster that a public module makes; `type` is its path with its version. */
export function azureModuleCluster({ language, type, ...declared }: AzureResource): readonly DescribedCluster[] {
  const path = type.replace(/:[^:/]*$/, '');
  const resource = modules.find(({ types }) =>
    types.some((candidate) => path === candidate || path.endsWith(`/${candidate}`)),
  );
  return resource === undefined
    ? []
    : [declaredCluster({ resource, format: `${language} module ${path}`, ...declared })];
}

/** Whether a text can hold a cluster of Azure at all. */
export function mayDeclareAzure(text: string): boolean {
  return hint.test(text);
}

const hint = new RegExp(
  [...resources, ...modules].flatMap(({ types }) => types.map((item) => item.replaceAll('.', '\\.'))).join('|'),
);
