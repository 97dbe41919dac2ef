import type { CelValue } from '../../cel/values.ts';
import { indexIn, pointerSegments } from '../../manifest/jsonPointer.ts';
import { entryFor, type MapNode, type Node, valueFor } from '../../manifest/node.ts';

/** A part of an object. */
export interface ObjectPart {
  /** Undefined if only the server writes it. */
  readonly node: Node | undefined;
  /** Its value after the server has completed the object; undefined if a part of it is unknown. */
  readonly value: CelValue | undefined;
  /** Whether a patch wrote it, so that it contains nothing else. */
  readonly isExact: boolean;
}

/** A field or item, possibly absent, of an existing part. */
export interface Owner {
  /** The path of the part. */
  readonly steps: readonly string[];
  readonly parent: ObjectPart;
  readonly key: string;
}

/** An object that a JSON patch changes step by step. */
export class Document {
  #root: MapNode;
  readonly #view: (root: MapNode) => CelValue | undefined;
  #seen: { readonly root: MapNode; readonly value: CelValue | undefined } | undefined;
  /** The nodes that patches wrote. */
  readonly #exact = new WeakSet<Node>();
  /** The nodes in which patches changed something: they exist even if they are now empty. */
  readonly #touched = new WeakSet<Node>();

  /** @param view returns an object as expressions see it, completed by the server. */
  constructor(root: MapNode, view: (root: MapNode) => CelValue | undefined) {
    this.#root = root;
    this.#view = view;
  }

  get root(): MapNode {
    return this.#root;
  }

  /**
   * The parent and key of a JSON pointer; undefined if the parent does not exist. Source:
   * gopkg.in/evanphx/json-patch.v4 patch.go, findObject.
   */
  ownerOf(pointer: string): Owner | 'unknown' | undefined {
    const all = pointerSegments(pointer);
    const key = all.at(-1);
    if (key === undefined) return undefined;
    const steps = all.slice(0, -1);
    let parent = this.#whole();
    for (const step of steps) {
      const found = this.at(parent, step);
      if (found === 'unknown' || found === undefined) return found;
      parent = found;
    }
    const leaf = parent.node?.kind === 'scalar' || (parent.node === undefined && !isCollection(parent.value));
    return leaf ? undefined : { steps, parent, key };
  }

  #whole(): ObjectPart {
    if (this.#seen?.root !== this.#root) this.#seen = { root: this.#root, value: this.#view(this.#root) };
    return { node: this.#root, value: this.#seen.value, isExact: false };
  }

  /** The field or item of a part; undefined if it certainly does not exist. */
  at({ node, value, isExact }: ObjectPart, key: string): ObjectPart | 'unknown' | undefined {
    if (node?.kind === 'list') {
      const index = indexIn(key, node.items.length);
      const item = index === undefined ? undefined : node.items[index];
      if (index === undefined || item === undefined) return isExact || value !== undefined ? undefined : 'unknown';
      const known = value?.type === 'list' ? value.items[index] : undefined;
      return { node: item, value: known, isExact: isExact || this.#exact.has(item) };
    }
    const existing = node?.kind === 'map' ? valueFor(node, key) : undefined;
    if (existing !== undefined && (isExact || this.#exact.has(existing)))
      return { node: existing, value: undefined, isExact: true };
    if (isExact) return undefined;
    if (existing !== undefined && this.#touched.has(existing)) {
      const rest = value?.type === 'map' ? value.entries.get(`s${key}`)?.[1] : undefined;
      return { node: existing, value: rest, isExact };
    }
    if (value === undefined)
      return existing === undefined || isZero(existing) ? 'unknown' : { node: existing, value, isExact };
    if (value.type !== 'map') return undefined;
    const known = value.entries.get(`s${key}`)?.[1];
    if (known !== undefined || (existing !== undefined && !isZero(existing)))
      return { node: existing, value: known, isExact };
    return value.mayHave?.(`s${key}`) === true ? 'unknown' : undefined;
  }

  /** Sets a field or item. */
  write({ steps, key }: Owner, value: Node): void {
    this.#exact.add(value);
    this.#change(steps, (node) => this.#written(node, key, value));
  }

  /** Inserts an item into a list. */
  insert({ steps }: Owner, index: number, item: Node): void {
    this.#exact.add(item);
    this.#change(steps, (node) =>
      node.kind === 'list'
        ? { ...node, items: [...node.items.slice(0, index), item, ...node.items.slice(index)] }
        : node,
    );
  }

  /** Removes a field or item. */
  remove({ steps, key }: Owner): void {
    this.#change(steps, (node) => {
      if (node.kind === 'list') return { ...node, items: node.items.filter((_, index) => String(index) !== key) };
      return node.kind === 'map' ? { ...node, entries: node.entries.filter((entry) => entry.key !== key) } : node;
    });
  }

  #written(node: Node, key: string, value: Node): Node {
    const { start, end } = node;
    if (node.kind === 'list') {
      return { ...node, items: node.items.map((item, index) => (String(index) === key ? value : item)) };
    }
    if (node.kind !== 'map') return node;
    const existingEntry = entryFor(node, key);
    const entry = { key, keySpan: existingEntry?.keySpan ?? { start, end }, value };
    if (existingEntry === undefined) return { ...node, entries: [...node.entries, entry] };
    return { ...node, entries: node.entries.map((existing) => (existing === existingEntry ? entry : existing)) };
  }

  #change(steps: readonly string[], change: (owner: Node) => Node): void {
    const changed = this.#changedAt(this.#root, steps, change);
    if (changed.kind === 'map') this.#root = changed;
  }

  /** Parents that only the server writes are added to the manifest as well. */
  #changedAt(node: Node, [step, ...rest]: readonly string[], change: (owner: Node) => Node): Node {
    const changed = step === undefined ? change(node) : this.#changedBelow(node, step, rest, change);
    if (this.#exact.has(node)) this.#exact.add(changed);
    this.#touched.add(changed);
    return changed;
  }

  #changedBelow(node: Node, step: string, rest: readonly string[], change: (owner: Node) => Node): Node {
    if (node.kind === 'list') {
      const at = indexIn(step, node.items.length);
      return {
        ...node,
        items: node.items.map((item, index) => (index === at ? this.#changedAt(item, rest, change) : item)),
      };
    }
    if (node.kind !== 'map') return node;
    const { start, end } = node;
    const below = valueFor(node, step) ?? { kind: 'map', entries: [], flow: false, start, end };
    return this.#written(node, step, this.#changedAt(below, rest, change));
  }
}

function isCollection(value: CelValue | undefined): boolean {
  return value?.type === 'map';
}

/** Whether Go may omit the value from the object that the patch is applied to. */
function isZero(node: Node): boolean {
  if (node.kind === 'list') return node.items.length === 0;
  if (node.kind === 'map') return node.entries.length === 0;
  return node.value === '' || node.value === false || node.value === 0;
}
