import { compareVersions } from '../../targets/groupVersion.ts';
import type { Minor } from '../../targets/version.ts';
import { type BinaryFacts, type Catalog, factAt, inSpans, type KindFacts, kindKey } from '../catalog.ts';

/** The types of a binary, served or not: the scheme of `k8s.io/apimachinery`. */
export class Registry {
  readonly #binary: Minor;
  readonly #facts: BinaryFacts;
  readonly #groups = new Map<string, readonly string[]>();

  constructor(catalog: Catalog, binary: Minor, facts: BinaryFacts) {
    this.#binary = binary;
    this.#facts = facts;
    const found = new Map<string, Set<string>>();
    for (const kind of catalog.kinds) {
      if (!this.has(kind)) continue;
      const versions = found.get(kind.group);
      if (versions === undefined) found.set(kind.group, new Set([kind.version]));
      else versions.add(kind.version);
    }
    for (const [group, versions] of found) this.#groups.set(group, this.#inOrder(group, versions));
    for (const [group, versions] of facts.registeredVersions) this.#groups.set(group, versions);
  }

  /** Whether the binary has the type of a kind. */
  has(kind: KindFacts): boolean {
    return (
      inSpans(kind.served, this.#binary) ||
      this.#facts.stillInstalled?.has(kindKey(kind)) === true ||
      factAt(kind.lifecycle, this.#binary) !== undefined
    );
  }

  /** All groups. */
  get groups(): readonly string[] {
    return [...this.#groups.keys()];
  }

  /** The versions of a group, most preferred first; empty for an unknown group. */
  versions(group: string): readonly string[] {
    return this.#groups.get(group) ?? [];
  }

  #inOrder(group: string, versions: ReadonlySet<string>): readonly string[] {
    const preferred = (this.#facts.groupPriority.get(group) ?? []).filter((version) => versions.has(version));
    const others = [...versions].filter((version) => !preferred.includes(version)).sort(compareVersions);
    return [...preferred, ...others];
  }
}
