import type { KindFacts } from '../../catalog/catalog.ts';
import type { ApiSurface, ServedResource } from '../../catalog/surface.ts';
import { formatMinor } from '../../targets/version.ts';
import { getOrInsertComputed } from '../../text/getOrInsertComputed.ts';

/** The served APIs of a surface, by the names that references use. */
export class ServedNames {
  readonly #surface: ApiSurface;
  readonly #groups = new Map<string, ServedResource[]>();
  /** Resources that some release served, by group. */
  readonly #known = new Map<string, KindFacts[]>();
  /** The names of the resources that are served, by their group. */
  readonly #resources = new Map<string, Set<string>>();
  static readonly #bySurface = new WeakMap<ApiSurface, ServedNames>();

  /** The names of a surface, collected once. */
  static of(surface: ApiSurface): ServedNames {
    return getOrInsertComputed(ServedNames.#bySurface, surface, () => new ServedNames(surface));
  }

  private constructor(surface: ApiSurface) {
    this.#surface = surface;
    for (const resource of surface.resources) {
      const group = this.#groups.get(resource.group);
      if (group === undefined) this.#groups.set(resource.group, [resource]);
      else group.push(resource);
      const names = this.#resources.get(resource.group);
      if (names === undefined) this.#resources.set(resource.group, new Set([resource.resource]));
      else names.add(resource.resource);
    }
    for (const kind of surface.catalog.kinds) {
      if (kind.served.length === 0) continue;
      const group = this.#known.get(kind.group);
      if (group === undefined) this.#known.set(kind.group, [kind]);
      else group.push(kind);
    }
  }

  /** Whether the group is built-in, so that the surface is complete for it. */
  isOwn(group: string): boolean {
    return this.#surface.catalog.isBuiltInGroup(group);
  }

  /** The served resources of a group. */
  inGroup(group: string): readonly ServedResource[] {
    return this.#groups.get(group) ?? [];
  }

  /** Whether a resource is served in any version, such as `deployments` in `apps`. */
  serves(group: string, resource: string): boolean {
    return this.#resources.get(group)?.has(resource) === true;
  }

  /** The versions of a kind that are served. */
  kind(group: string, name: string): readonly ServedResource[] {
    return this.inGroup(group).filter(({ kind }) => kind === name);
  }

  /** The versions of a resource that some release of Kubernetes served. Empty for names that only authorizers use. */
  known(group: string, name: string): readonly KindFacts[] {
    return this.knownInGroup(group).filter(({ resource }) => resource === name);
  }

  /** The versions of all kinds of a group in any release. */
  knownInGroup(group: string): readonly KindFacts[] {
    return this.#known.get(group) ?? [];
  }

  /** The groups that serve the same objects now, for kinds that the surface no longer serves. */
  movedTo(kinds: readonly KindFacts[]): ReadonlySet<string> {
    return new Set(
      kinds.flatMap((kind) => {
        const availability = this.#surface.availability(kind);
        if (availability.state === 'served' || !('alternatives' in availability)) return [];
        return availability.alternatives.filter((other) => other.kind === kind.kind).map(({ group }) => group);
      }),
    );
  }

  /** Why none of the kinds is served here, in a clause: `it was last served by Kubernetes 1.21`. */
  whyNot(kinds: readonly KindFacts[]): string {
    const states = kinds.map((kind) => this.#surface.availability(kind));
    const removed = states.flatMap((state) => (state.state === 'removed' ? [state.lastServed] : []));
    const newest = removed.sort((a, b) => b - a)[0];
    if (states.some(({ state }) => state === 'not-enabled')) return 'it is not enabled there';
    const coming = states.flatMap((state) => (state.state === 'not-yet-served' ? [state.introduced] : []));
    const first = coming.sort((a, b) => a - b)[0];
    if (first !== undefined) return `it is introduced in Kubernetes ${formatMinor(first)}`;
    return newest === undefined
      ? 'no release of Kubernetes served it'
      : `it was last served by Kubernetes ${formatMinor(newest)}`;
  }
}
