import { type Alias, isAlias, isMap, isNode, isPair, isSeq } from 'yaml';

/**
 * The alias at which go-yaml refuses a document for "excessive aliasing" (`decode.go` of go.yaml.in/yaml/v2), so that a
 * few lines cannot expand to billions of values. Undefined for all other documents, in bounded time.
 */
export function excessiveAlias(root: unknown): Alias | undefined {
  const walk = new Walk();
  walk.anchors(root);
  return walk.aliases === 0 ? undefined : walk.unmarshal(root);
}

/** The allowed share of values from aliases, by the number of values. */
function allowedRatio(count: number): number {
  if (count <= 400_000) return 0.99;
  if (count >= 4_000_000) return 0.1;
  return 0.99 - 0.89 * ((count - 400_000) / 3_600_000);
}

class Walk {
  aliases = 0;
  readonly #targets = new Map<Alias, unknown>();
  readonly #named = new Map<string, unknown>();
  #count = 0;
  #aliasCount = 0;
  #aliasDepth = 0;

  /** Records the target of each alias: the nearest preceding anchor of its name. */
  anchors(node: unknown): void {
    if (isPair(node)) {
      this.anchors(node.key);
      this.anchors(node.value);
    } else if (isAlias(node)) {
      this.aliases++;
      this.#targets.set(node, this.#named.get(node.source));
    } else if (isNode(node)) {
      if (node.anchor !== undefined) this.#named.set(node.anchor, node);
      if (isMap(node) || isSeq(node)) for (const item of node.items) this.anchors(item);
    }
  }

  /** Counts like the decoder; returns the alias at which it stops. */
  unmarshal(node: unknown, inside?: Alias): Alias | undefined {
    this.#count++;
    if (this.#aliasDepth > 0) this.#aliasCount++;
    if (
      inside !== undefined &&
      this.#aliasCount > 100 &&
      this.#count > 1000 &&
      this.#aliasCount / this.#count > allowedRatio(this.#count)
    ) {
      return inside;
    }
    if (isAlias(node)) return this.#alias(node);
    if (!isMap(node) && !isSeq(node)) return undefined;
    for (const item of node.items) {
      const found = isPair(item)
        ? (this.unmarshal(item.key, inside) ?? this.unmarshal(item.value, inside))
        : this.unmarshal(item, inside);
      if (found !== undefined) return found;
    }
    return undefined;
  }

  #alias(alias: Alias): Alias | undefined {
    const target = this.#targets.get(alias);
    if (target === undefined || this.#aliasDepth > 1000) return undefined;
    this.#aliasDepth++;
    const found = this.unmarshal(target, alias);
    this.#aliasDepth--;
    return found;
  }
}
