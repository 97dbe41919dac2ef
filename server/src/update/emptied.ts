import type { Resource } from '../manifest/manifest.ts';
import { entryFor, type Node, stringFor } from '../manifest/node.ts';
import { type StaysPredicate, vanishesWhenEmptied } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';

/**
 * A resource as an apply to a stored object means it: objects that it left empty, and that vanish by that, are null. The
 * schemas of custom resources refuse null where it is neither allowed nor replaced by a default.
 */
export function withoutEmptied(resource: Resource, old: OldObject): Resource {
  const root = withoutEmptiedIn(resource.root, old.resource.root, [], vanishesWhenEmptied(old));
  return root === resource.root || root.kind !== 'map' ? resource : { ...resource, root };
}

/** Gives the same node where nothing vanishes. */
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

/** The item of the same name: lists that are merged item by item mostly go by names. -1 where there is none. */
function indexLike(item: Node, items: readonly Node[]): number {
  const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
  if (name === undefined) return -1;
  return items.findIndex((node) => node.kind === 'map' && stringFor(node, 'name') === name);
}
