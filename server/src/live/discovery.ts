import { isObject, listAt, objectAt, textAt, textsAt } from './json.ts';
import type { LiveResource } from './snapshot.ts';

/** The parsed answer of `/api` or `/apis`. */
export type DiscoveryAnswer =
  /** Aggregated discovery (`apidiscovery.k8s.io`): everything at once. */
  | { readonly kind: 'resources'; readonly resources: readonly LiveResource[]; readonly staleGroups: readonly string[] }
  /** Servers without it only return group versions, `apps/v1` or `v1`; each has a separate list. */
  | { readonly kind: 'groups'; readonly groupVersions: readonly string[] };

/** The Accept header for aggregated discovery; servers without it answer with the old lists. */
export const discoveryAccept = [
  'application/json;g=apidiscovery.k8s.io;v=v2;as=APIGroupDiscoveryList',
  'application/json;g=apidiscovery.k8s.io;v=v2beta1;as=APIGroupDiscoveryList',
  'application/json',
].join(',');

/** Parses the answer of `/api` or `/apis`; undefined for anything else. */
export function readDiscovery(answer: unknown): DiscoveryAnswer | undefined {
  switch (textAt(answer, 'kind')) {
    case 'APIGroupDiscoveryList':
      return aggregated(listAt(answer, 'items'));
    case 'APIVersions':
      return { kind: 'groups', groupVersions: textsAt(answer, 'versions') };
    case 'APIGroupList': {
      const versions = listAt(answer, 'groups').flatMap((group) => listAt(group, 'versions'));
      return { kind: 'groups', groupVersions: versions.flatMap((version) => textAt(version, 'groupVersion') ?? []) };
    }
    default:
      return undefined;
  }
}

/** Parses an `APIResourceList`: the resources of one group version. Undefined for anything else. */
export function readResourceList(answer: unknown, group: string, version: string): readonly LiveResource[] | undefined {
  if (!isObject(answer) || !Array.isArray(answer['resources'])) return undefined;
  return listAt(answer, 'resources').flatMap((item): LiveResource[] => {
    const [resource, kind] = [textAt(item, 'name'), textAt(item, 'kind')];
    // Subresources are listed as pods/status.
    if (resource === undefined || kind === undefined || resource.includes('/')) return [];
    const namespaced = isObject(item) && item['namespaced'] === true;
    return [{ group, version, kind, resource, namespaced, verbs: textsAt(item, 'verbs') }];
  });
}

function aggregated(groups: readonly unknown[]): DiscoveryAnswer {
  const resources: LiveResource[] = [];
  const staleGroups = new Set<string>();
  for (const item of groups) {
    const group = textAt(objectAt(item, 'metadata'), 'name') ?? '';
    for (const listed of listAt(item, 'versions')) {
      const version = textAt(listed, 'version');
      if (version === undefined) continue;
      if (textAt(listed, 'freshness') === 'Stale') staleGroups.add(group);
      resources.push(
        ...listAt(listed, 'resources').flatMap((resource) => aggregatedResource(resource, group, version)),
      );
    }
  }
  return { kind: 'resources', resources, staleGroups: [...staleGroups] };
}

function aggregatedResource(entry: unknown, group: string, version: string): LiveResource[] {
  const [resource, kind] = [textAt(entry, 'resource'), textAt(objectAt(entry, 'responseKind'), 'kind')];
  // Without a kind there are only subresources.
  if (resource === undefined || kind === undefined || kind === '') return [];
  const namespaced = textAt(entry, 'scope') === 'Namespaced';
  return [{ group, version, kind, resource, namespaced, verbs: textsAt(entry, 'verbs') }];
}
