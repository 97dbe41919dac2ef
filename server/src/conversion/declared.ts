import type { ApiSurface, DeclaredConversions } from '../catalog/surface.ts';
import { formatGroupVersionKind, type GroupVersionKind } from '../targets/groupVersion.ts';
import type { Family, FamilyVersion } from './family.ts';

/** A version in its family. */
export interface FamilyMember {
  readonly family: Family;
  readonly version: FamilyVersion;
}

/** Families by their versions; of two families with one version the first counts. */
export class FamilyIndex implements DeclaredConversions {
  readonly families: readonly Family[];
  readonly #members = new Map<string, FamilyMember>();

  constructor(families: readonly Family[]) {
    this.families = families;
    for (const family of families) {
      for (const version of family.versions) {
        const key = formatGroupVersionKind({ ...version, kind: family.kind });
        if (!this.#members.has(key)) this.#members.set(key, { family, version });
      }
    }
  }

  /** The family of a kind's version; undefined if there is none. */
  member(gvk: GroupVersionKind): FamilyMember | undefined {
    return this.#members.get(formatGroupVersionKind(gvk));
  }
}

/** A target with the workspace's conversion rules for custom resources; they have precedence over the built-in ones. */
export function withConversions(surface: ApiSurface, families: readonly Family[]): ApiSurface {
  return families.length === 0 ? surface : { ...surface, conversions: new FamilyIndex(families) };
}

/** The families that a target's workspace declares. */
export function declaredFamilies({ conversions }: ApiSurface): FamilyIndex | undefined {
  return conversions instanceof FamilyIndex ? conversions : undefined;
}
