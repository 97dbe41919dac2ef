import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import { type ListNode, type MapEntry, type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import { elementOfKeys, elementOfValue } from './patchErrors.ts';
import type { ListMerge, MergeShape } from './shape.ts';

/**
 * The merge of an applied object into another, without removals; undefined if only the server knows the result. Values
 * of one side alone keep their nodes. `patch` must have no problems ({@link patchProblem}). Source:
 * sigs.k8s.io/structured-merge-diff typed/merge.go.
 */
export function mergedMap(live: MapNode, patch: MapNode, shape: MergeShape): MapNode | undefined {
  const entries: MapEntry[] = [...live.entries];
  for (const entry of patch.entries) {
    const field = shape.kind === 'map' ? shape.field(entry.key) : shape;
    const before = valueFor(live, entry.key);
    const value = field && mergedNode(before, entry.value, field);
    if (value === undefined) return undefined;
    const index = entries.findLastIndex(({ key }) => key === entry.key);
    const existing = entries[index];
    if (existing === undefined) entries.push({ ...entry, value });
    else if (value !== existing.value) entries[index] = { key: existing.key, keySpan: existing.keySpan, value };
  }
  const same = entries.length === live.entries.length && entries.every((entry, index) => entry === live.entries[index]);
  return same ? live : { ...live, entries };
}

function mergedNode(live: Node | undefined, patch: Node, shape: MergeShape): Node | undefined {
  if (live === undefined) return patch;
  if (shape.kind === 'open' && shape.isAtomic) return replaced(live, patch);
  if (live.kind === 'map' && patch.kind === 'map') {
    return shape.kind === 'map' && shape.isAtomic ? replaced(live, patch) : mergedMap(live, patch, shape);
  }
  if (live.kind === 'list' && patch.kind === 'list') {
    return shape.kind === 'list' && shape.merge !== 'atomic' ? mergedList(live, patch, shape) : replaced(live, patch);
  }
  if (live.kind !== 'scalar' || patch.kind !== 'scalar') return undefined;
  return live.value === patch.value ? live : { ...patch, start: live.start, end: live.end };
}

/** Atomic values are replaced as a whole. */
function replaced(live: Node, patch: Node): Node {
  return jsonText(jsonOf(live, live)) === jsonText(jsonOf(patch, patch)) ? live : patch;
}

/** An item of a list that is merged item by item. */
export interface MergedItem {
  /** Its identity. */
  readonly name: string;
  readonly node: Node;
}

/** Items of both sides keep the order of `patch`, as on the server. */
function mergedList(
  live: ListNode,
  patch: ListNode,
  shape: Extract<MergeShape, { kind: 'list' }>,
): ListNode | undefined {
  const [left, right] = [itemsOf(live, shape.merge), itemsOf(patch, shape.merge)];
  if (left === undefined || right === undefined) return undefined;
  // The server treats duplicate items as absent.
  if (new Set(left.map(({ name }) => name)).size < left.length) return undefined;
  const [existing, added] = [byName(left), byName(right)];
  const shared = right.filter(({ name }) => existing.has(name)).map(({ name }) => name);
  const items: (Node | undefined)[] = [];
  const merged = new Set<string>();
  const take = ({ name, node }: MergedItem): void => {
    merged.add(name);
    items.push(mergedNode(existing.get(name), node, shape.item()));
  };
  let next = shared.shift();
  for (let leftIndex = 0, rightIndex = 0; leftIndex < left.length || rightIndex < right.length; ) {
    const [fromLeft, fromRight] = [left[leftIndex], right[rightIndex]];
    if (fromLeft !== undefined && fromRight !== undefined) {
      if (fromLeft.name === fromRight.name) {
        take(fromRight);
        leftIndex++;
        rightIndex++;
        next = shared.shift();
        continue;
      }
      if (added.has(fromLeft.name) && next !== undefined && next !== fromLeft.name) {
        leftIndex++;
        continue;
      }
    }
    if (fromLeft !== undefined) {
      if (!added.has(fromLeft.name)) {
        items.push(fromLeft.node);
        leftIndex++;
        continue;
      }
      if (merged.has(fromLeft.name)) leftIndex++;
    }
    if (fromRight === undefined) continue;
    take(fromRight);
    rightIndex++;
    if (next === fromRight.name) next = shared.shift();
  }
  const known = items.flatMap((item) => item ?? []);
  if (known.length < items.length) return undefined;
  const same = known.length === live.items.length && known.every((item, index) => item === live.items[index]);
  return same ? live : { ...live, items: known };
}

function byName(items: readonly MergedItem[]): ReadonlyMap<string, Node> {
  return new Map(items.map(({ name, node }) => [name, node]));
}

/** The items of a list with their identities; undefined for atomic lists, and if one has no identity. */
export function itemsOf({ items }: ListNode, merge: ListMerge): readonly MergedItem[] | undefined {
  if (merge === 'atomic') return undefined;
  const named = items.flatMap((node): readonly MergedItem[] => {
    const element = merge === 'set' ? elementOfValue(node) : elementOfKeys(node, merge);
    return element === undefined ? [] : [{ name: element.name, node }];
  });
  return named.length === items.length ? named : undefined;
}
