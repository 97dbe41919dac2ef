import table from '../../../data/authored/served-resources.json' with { type: 'json' };
import { groupResource, groupVersionKey } from '../../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { installedVersion } from '../../crd/installed.ts';
import { compareVersions, type GroupVersion, type GroupVersionKind } from '../../targets/groupVersion.ts';
import { factMinor } from '../../targets/version.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';
import { grouped } from '../../text/grouped.ts';

/** A subresource of a served resource. */
export interface Subresource {
  readonly name: string;
  readonly verbs: readonly string[];
  /** Its kind, if it is not that of its resource. */
  readonly kind: GroupVersionKind | undefined;
}

/** A group with its served versions, most preferred first. */
export interface ServedGroup {
  readonly group: string;
  readonly versions: readonly string[];
}

const scale: GroupVersionKind = { group: 'autoscaling', version: 'v1', kind: 'Scale' };
const statusVerbs = ['get', 'patch', 'update'];

/** The resources of a target as its paths name them. */
export class ServedApi {
  readonly surface: ApiSurface;
  readonly #resources: ReadonlyMap<string, readonly ServedResource[]>;
  readonly #groups = new Map<string, string[]>();

  constructor(surface: ApiSurface) {
    this.surface = surface;
    const named = surface.named ?? surface;
    const served = [...surface.resources, ...(named.customResources?.() ?? [])];
    this.#resources = grouped(served.map((resource) => [groupVersionKey(resource), resource]));
    for (const { group, version } of served) {
      const versions = getOrInsertComputed(this.#groups, group, () => []);
      if (!versions.includes(version)) versions.push(version);
    }
    const { groupPriority, registeredVersions } = surface.catalog.binary(surface.versions.binary);
    for (const [group, versions] of this.#groups) {
      const order = groupPriority.get(group) ?? registeredVersions.get(group) ?? [];
      const rank = (version: string) => (order.includes(version) ? order.indexOf(version) : order.length);
      versions.sort((a, b) => rank(a) - rank(b) || compareVersions(a, b));
    }
  }

  /** Every group, the core group included. */
  get groups(): readonly ServedGroup[] {
    return [...this.#groups].map(([group, versions]) => ({ group, versions }));
  }

  /** The versions of a group, most preferred first; empty if it is not served. */
  versions(group: string): readonly string[] {
    return this.#groups.get(group) ?? [];
  }

  /** The resources of a group version, sorted by name; empty if it is not served. */
  resources(version: GroupVersion): readonly ServedResource[] {
    const found = this.#resources.get(groupVersionKey(version)) ?? [];
    return [...found].sort((a, b) => (a.resource < b.resource ? -1 : 1));
  }

  /** The resource that a path names. */
  find(version: GroupVersion, resource: string): ServedResource | undefined {
    return this.#resources.get(groupVersionKey(version))?.find((served) => served.resource === resource);
  }

  /** The categories of a resource, such as `all`. */
  categories(served: ServedResource): readonly string[] {
    const custom = installedVersion(served);
    if (custom !== undefined) return custom.definition.categories;
    const name = groupResource(served.group, served.resource);
    return Object.entries(table.categories).flatMap(([category, of]) => (of.includes(name) ? [category] : []));
  }

  /** The subresources of a resource, by name. */
  subresources(served: ServedResource): readonly Subresource[] {
    const custom = installedVersion(served);
    if (custom !== undefined) {
      const { hasStatus, version } = custom;
      return [
        ...(version.scale === undefined ? [] : [{ name: 'scale', verbs: statusVerbs, kind: scale }]),
        ...(hasStatus ? [{ name: 'status', verbs: statusVerbs, kind: undefined }] : []),
      ];
    }
    const name = groupResource(served.group, served.resource);
    const { binary } = this.surface.versions;
    return facts
      .filter(({ of, since }) => of.includes(name) && (since === undefined || factMinor(since) <= binary))
      .map(({ name: subresource, verbs, kind }) => ({ name: subresource, verbs, kind: kind && fullKind(kind) }))
      .sort((a, b) => (a.name < b.name ? -1 : 1));
  }
}

interface SubresourceFact {
  readonly name: string;
  readonly verbs: readonly string[];
  readonly kind?: { readonly group?: string; readonly version?: string; readonly kind: string };
  readonly since?: string;
  readonly of: readonly string[];
}

const facts: readonly SubresourceFact[] = table.subresources;

/** Options types have no group version of their own in discovery. */
function fullKind({ group = '', version = '', kind }: NonNullable<SubresourceFact['kind']>): GroupVersionKind {
  return { group, version, kind };
}
