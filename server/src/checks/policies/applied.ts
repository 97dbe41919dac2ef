import { type ListNode, type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import type { PathSteps } from '../../text/fieldPath.ts';
import type { StoredObject } from '../check.ts';
import { itemsOf, mergedMap } from './merge.ts';
import type { MergeShape } from './shape.ts';

/**
 * The result of applying a manifest to a stored object; the root of the stored object if nothing changes, undefined if
 * only the server knows it.
 */
export function appliedRoot(written: MapNode, stored: StoredObject, shape: MergeShape): MapNode | undefined {
  const kept = keptMap(stored.resource.root, written, [], shape, stored);
  return kept && mergedMap(kept, written, shape);
}

/** What an apply leaves of a stored object; the same node if it removes nothing. */
function keptMap(
  live: MapNode,
  written: MapNode | undefined,
  steps: PathSteps,
  shape: MergeShape,
  stored: StoredObject,
): MapNode | undefined {
  const entries = live.entries.flatMap((entry) => {
    const field = shape.kind === 'map' ? shape.field(entry.key) : shape;
    const value =
      field && keptNode(entry.value, written && valueFor(written, entry.key), [...steps, entry.key], field, stored);
    return value === undefined ? [] : [value === entry.value ? entry : { ...entry, value }];
  });
  const same = entries.length === live.entries.length && entries.every((entry, index) => entry === live.entries[index]);
  if (same) return live;
  return entries.length === 0 && steps.length > 0 ? undefined : { ...live, entries };
}

function keptNode(
  live: Node,
  written: Node | undefined,
  steps: PathSteps,
  shape: MergeShape,
  stored: StoredObject,
): Node | undefined {
  if (written === undefined) {
    if (stored.stays(steps)) return live;
    // The manager of a server-side apply loses its fields; those of others stay.
    return stored.serverSideApply === 'yes' && live.kind === 'map'
      ? keptMap(live, undefined, steps, shape, stored)
      : undefined;
  }
  if (live.kind === 'map' && written.kind === 'map') return keptMap(live, written, steps, shape, stored) ?? live;
  if (live.kind === 'list' && written.kind === 'list') return keptList(live, written, steps, shape, stored);
  return live;
}

function keptList(
  live: ListNode,
  written: ListNode,
  steps: PathSteps,
  shape: MergeShape,
  stored: StoredObject,
): ListNode {
  if (shape.kind !== 'list') return live;
  const [left, right] = [itemsOf(live, shape.merge), itemsOf(written, shape.merge)];
  if (left === undefined || right === undefined) return live;
  const byName = new Map(right.map(({ name, node }) => [name, node]));
  const items = left.flatMap(({ name, node }, index) => {
    return keptNode(node, byName.get(name), [...steps, index], shape.item(), stored) ?? [];
  });
  const same = items.length === live.items.length && items.every((item, index) => item === live.items[index]);
  return same ? live : { ...live, items };
}

/** An object without these keys of the map at a path. */
export function withoutKeys(root: MapNode, [step, ...rest]: readonly string[], keys: readonly string[]): MapNode {
  if (step === undefined) return { ...root, entries: root.entries.filter(({ key }) => !keys.includes(key)) };
  return {
    ...root,
    entries: root.entries.map((entry) =>
      entry.key === step && entry.value.kind === 'map'
        ? { ...entry, value: withoutKeys(entry.value, rest, keys) }
        : entry,
    ),
  };
}
