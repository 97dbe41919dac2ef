import type { Resource } from '../manifest/manifest.ts';
import { entryFor, type Node, stringFor } from '../manifest/node.ts';
import { type StaysPredicate, vanishesWhenEmptied } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';

/**
 * A resource as an apply to a stored object sees it: objects that the apply leaves empty and therefore removes are
 * null. Schemas of custom resources refuse null if it is neither nullable nor defaulted.
 */
export function withoutEmptied(resource: Resource, old: OldObject): Resource {
  const root = withoutEmptiedIn(resource.root, old.resource.root, [], vanishesWhenEmptied(old));
  return root === resource.root || root.kind !== 'map' ? resource : { ...resource, root };
}

/** Returns the same node if nothing is removed. */
function withoutEmptiedIn(
  node: Node,
  stored: Node | undefined,
  steps: readonly (string | number)[],
  vanishes: StaysPredicate,
): Node {
  if (stored === undefined || node.kind !== stored.kind || node.kind === 'scalar') return node;
  if (node.kind === 'list') {
    if (stored.kind !== 'list') return node;
    const items = node.items.map((item) => {
      const index = indexLike(item, stored.items);
      return index < 0 ? item : withoutEmptiedIn(item, stored.items[index], [...steps, index], vanishes);
    });
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  if (stored.kind !== 'map' || node.certain !== undefined) return node;
  if (node.entries.length === 0 && steps.length > 0 && vanishes(steps)) {
    return { kind: 'scalar', value: null, style: 'plain', isEmptied: true, start: node.start, end: node.end };
  }
  const entries = node.entries.map((entry) => {
    const { key, value } = entry;
    const now = withoutEmptiedIn(value, entryFor(stored, key)?.value, [...steps, key], vanishes);
    return now === value ? entry : { ...entry, value: now };
  });
  return entries.every((entry, index) => entry === node.entries[index]) ? node : { ...node, entries };
}

/** The index of the item with the same name (most mergeable lists are keyed by name), or -1. */
function indexLike(item: Node, items: readonly Node[]): number {
  const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
  if (name === undefined) return -1;
  return items.findIndex((node) => node.kind === 'map' && stringFor(node, 'name') === name);
}
