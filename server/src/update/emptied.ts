import type { Resource } from '../manifest/manifest.ts';
import { entryFor, isNull, type Node, stringFor } from '../manifest/node.ts';
import type { PathSteps } from '../text/fieldPath.ts';
import { isFromServer } from './fromServer.ts';
import { isOwnedByParts, type StaysPredicate, serverSideApply, vanishesWhenEmptied } from './leftOut.ts';
import type { OldObject } from './oldObjects.ts';

/**
 * A resource after an apply to a stored object: objects that the apply empties are null. Schemas of custom resources
 * refuse null for a field that is neither nullable nor defaulted.
 *
 * @param withLists whether to remove lists that the apply empties: if its items have owners, such a list is absent
 *   (confirmed with 1.37.2). Built-in types do not distinguish it from an empty list.
 */
export function withoutEmptied(resource: Resource, old: OldObject, withLists = false): Resource {
  const vanishes = vanishesWhenEmptied(old);
  const areListsKnown = withLists && isFromServer(old.resource.root);
  const isMerged = (steps: PathSteps) =>
    areListsKnown && serverSideApply(old) === 'yes' && isOwnedByParts(old.resource.root, steps);
  const root = withoutEmptiedIn(resource.root, old.resource.root, [], { vanishes, areListsKnown, isMerged });
  return root === resource.root || root.kind !== 'map' ? resource : { ...resource, root };
}

interface EmptyingRules {
  readonly vanishes: StaysPredicate;
  /** Whether `managedFields` show the owners of list items. */
  readonly areListsKnown: boolean;
  /** Whether a server-side apply merges an object or a list instead of replacing it. */
  readonly isMerged: StaysPredicate;
}

/** Returns the same node if nothing is removed. */
function withoutEmptiedIn(
  node: Node,
  stored: Node | undefined,
  steps: readonly (string | number)[],
  rules: EmptyingRules,
): Node {
  if (stored === undefined || node.kind !== stored.kind || node.kind === 'scalar') return node;
  if (node.kind === 'list') {
    if (stored.kind !== 'list') return node;
    const items = node.items.map((item) => {
      const index = indexLike(item, stored.items);
      return index < 0 ? item : withoutEmptiedIn(item, stored.items[index], [...steps, index], rules);
    });
    return items.every((item, index) => item === node.items[index]) ? node : { ...node, items };
  }
  if (stored.kind !== 'map' || node.certain !== undefined) return node;
  if (node.entries.length === 0 && steps.length > 0 && rules.vanishes(steps)) {
    return { kind: 'scalar', value: null, style: 'plain', isEmptied: true, start: node.start, end: node.end };
  }
  const kept = node.entries.filter(({ key, value }) => {
    const at = [...steps, key];
    return !isGone(value, at, rules) && !isMergedNull(value, entryFor(stored, key)?.value, at, rules);
  });
  const entries = kept.map((entry) => {
    const { key, value } = entry;
    const now = withoutEmptiedIn(value, entryFor(stored, key)?.value, [...steps, key], rules);
    return now === value ? entry : { ...entry, value: now };
  });
  const isSame = entries.length === node.entries.length && entries.every((entry, i) => entry === node.entries[i]);
  return isSame ? node : { ...node, entries };
}

/**
 * Whether an apply removes a value without a trace: a list that it empties, and an object of nothing but such lists.
 * Neither is in its set of fields (`toFieldSetWalker`, `sigs.k8s.io/structured-merge-diff` typed/tofieldset.go).
 */
function isGone(value: Node, steps: readonly (string | number)[], rules: EmptyingRules): boolean {
  if (!rules.areListsKnown || !rules.vanishes(steps)) return false;
  if (value.kind === 'list') return value.items.length === 0;
  if (value.kind !== 'map' || value.certain !== undefined || value.entries.length === 0) return false;
  return value.entries.every((entry) => isGone(entry.value, [...steps, entry.key], rules));
}

/**
 * Whether null is merged with a stored object or list of which something stays: as good as omitted (`mergingWalker`,
 * `sigs.k8s.io/structured-merge-diff` typed/merge.go).
 */
function isMergedNull(value: Node, stored: Node | undefined, steps: PathSteps, rules: EmptyingRules): boolean {
  if (!isNull(value) || stored === undefined || stored.kind === 'scalar') return false;
  return rules.isMerged(steps) && !rules.vanishes(steps);
}

/** The index of the item with the same name, the key of most mergeable lists; -1 if there is none. */
function indexLike(item: Node, items: readonly Node[]): number {
  const name = item.kind === 'map' ? stringFor(item, 'name') : undefined;
  if (name === undefined) return -1;
  return items.findIndex((node) => node.kind === 'map' && stringFor(node, 'name') === name);
}
