import type { GroupVersionKind } from '../../targets/groupVersion.ts';
import type { Catalog } from '../catalog.ts';

/** A group and kind without a version. */
interface GroupKind {
  readonly group: string;
  readonly kind: string;
}

/**
 * Related kinds, from the replacements named in the lifecycles of all minors: a kind that moved to another group is
 * found from both sides, a kind replaced by another only from the old side.
 */
export class Relatives {
  readonly #neighbours = new Map<string, Map<string, GroupKind>>();
  static readonly #known = new WeakMap<Catalog, Relatives>();

  /** The relatives of a catalogue, computed once. */
  static of(catalog: Catalog): Relatives {
    const known = Relatives.#known.get(catalog) ?? new Relatives(catalog);
    Relatives.#known.set(catalog, known);
    return known;
  }

  private constructor(catalog: Catalog) {
    for (const kind of catalog.kinds) {
      for (const [, lifecycle] of kind.lifecycle) {
        const replacement = lifecycle?.replacement;
        if (replacement === undefined) continue;
        this.#add(kind, replacement);
        if (replacement.kind === kind.kind) this.#add(replacement, kind);
      }
    }
  }

  /** The group and kind itself first, then the others from near to far. */
  nearestFirst({ group, kind }: GroupVersionKind): readonly GroupKind[] {
    const found = new Map<string, GroupKind>([[keyOf({ group, kind }), { group, kind }]]);
    // A Map iterates over entries added during iteration: this is the breadth-first queue.
    for (const key of found.keys()) {
      for (const [next, relative] of this.#neighbours.get(key) ?? []) if (!found.has(next)) found.set(next, relative);
    }
    return [...found.values()];
  }

  #add(from: GroupKind, to: GroupKind): void {
    if (keyOf(from) === keyOf(to)) return;
    const neighbours = this.#neighbours.get(keyOf(from)) ?? new Map<string, GroupKind>();
    this.#neighbours.set(keyOf(from), neighbours.set(keyOf(to), { group: to.group, kind: to.kind }));
  }
}

function keyOf({ group, kind }: GroupKind): string {
  return `${group}/${kind}`;
}
