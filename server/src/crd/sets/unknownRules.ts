import { isNull, type Node } from '../../manifest/node.ts';
import type { CrdSetPack, TraitsRow } from './pack.ts';
import { isKnown, traitAt } from './traitsAt.ts';

/**
 * The expressions and combined schemas of a release's definitions, of which a pack only has the positions. The server
 * evaluates them if an object has a value there (`x-kubernetes-validations`, `anyOf` and others constrain the value of
 * their schema).
 */
export class UnknownRules {
  readonly #pack: CrdSetPack;
  readonly #release: number;

  constructor(pack: CrdSetPack, release: number) {
    this.#pack = pack;
    this.#release = release;
  }

  /** Whether any of those at or below a pack node apply to a value or its children. */
  concern(node: number, value: Node): boolean {
    if (!hasRules(this.#pack, node) || isNull(value)) return false;
    if (traitAt(rowOf(this.#pack, node), 'rules', this.#release) === true) return true;
    if (value.kind === 'scalar') return false;
    const below = this.#below(node);
    if (value.kind === 'list') {
      const items = below.get('[]');
      return items !== undefined && value.items.some((item) => this.concern(items, item));
    }
    return value.entries.some(({ key, value: inner }) => {
      const field = below.get(key) ?? below.get('{}');
      return field !== undefined && this.concern(field, inner);
    });
  }

  /** The nodes below one that the release has, by their names. */
  #below(node: number): ReadonlyMap<string, number> {
    const [, ...below] = this.#pack.nodes[node] ?? [];
    const named = new Map<string, number>();
    for (let i = 0; i < below.length; i += 2) {
      const inner = below[i + 1] ?? -1;
      if (isKnown(rowOf(this.#pack, inner), this.#release)) named.set(this.#pack.names[below[i] ?? -1] ?? '', inner);
    }
    return named;
  }
}

const known = new WeakMap<CrdSetPack, Map<number, boolean>>();

/** Whether a node, or one below it, has rules in any release: most have none and are skipped. */
function hasRules(pack: CrdSetPack, node: number): boolean {
  const ofPack = known.get(pack) ?? new Map<number, boolean>();
  known.set(pack, ofPack);
  let has = ofPack.get(node);
  if (has === undefined) {
    const [, ...below] = pack.nodes[node] ?? [];
    has =
      rowOf(pack, node)['rules'] !== undefined ||
      below.some((candidate, i) => i % 2 === 1 && hasRules(pack, candidate));
    ofPack.set(node, has);
  }
  return has;
}

function rowOf(pack: CrdSetPack, node: number): TraitsRow {
  return pack.traits[pack.nodes[node]?.[0] ?? -1] ?? {};
}
