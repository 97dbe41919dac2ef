import type { Draft, DraftField, DraftList, DraftMap } from './draft.ts';
import type { ListNode, MapEntry, MapNode, Node } from './node.ts';
import { counts, ownEntries } from './reconcileSource.ts';

/** What becomes of the fields of a map that is written anew. */
export interface FieldMatch {
  /** Entries that stay in their map, under any key. */
  readonly kept: ReadonlyMap<MapEntry, DraftField>;
  /** Fields that the map does not have, or has elsewhere. */
  readonly fresh: readonly DraftField[];
  /** Entries that go. */
  readonly gone: ReadonlySet<MapEntry>;
}

/** What becomes of the items of a list that is written anew. */
export interface ItemMatch {
  /** For each item of the text what stands in its place; undefined where it goes. */
  readonly stays: readonly (Draft | undefined)[];
  /** New items, by the index of the text's item that they stand behind; -1 for the front. */
  readonly fresh: ReadonlyMap<number, readonly Draft[]>;
}

/** The node that a draft changes: what it was read from, or what it is put together from. */
export function baseOf(draft: Draft, node: Node): boolean {
  if (draft.origin !== undefined || node.kind === 'scalar') return draft.origin === node;
  if (draft.kind === 'map' && node.kind === 'map') {
    const entries = new Set(node.entries);
    for (const { entry } of draft.fields()) if (entry !== undefined && entries.has(entry)) return true;
  }
  if (draft.kind === 'list' && node.kind === 'list') {
    const items = new Set(node.items);
    return draft.items.some(({ origin }) => origin !== undefined && items.has(origin));
  }
  return false;
}

/** `used`: the entries that stand anywhere in the draft, so that none is taken for another field of its name. */
export function matchFields(draft: DraftMap, map: MapNode, used: ReadonlySet<MapEntry>): FieldMatch {
  const own = new Set(ownEntries(map));
  const merged = new Set(map.entries.filter((entry) => entry.merged));
  const unused = new Map<string, MapEntry>();
  for (const entry of own) if (!used.has(entry) && counts(map, entry)) unused.set(entry.key, entry);
  const kept = new Map<MapEntry, DraftField>();
  const fresh: DraftField[] = [];
  for (const field of draft.fields()) {
    const entry = field.entry ?? unused.get(field.key);
    if (entry !== undefined && own.has(entry) && !kept.has(entry)) kept.set(entry, field);
    else if (entry === undefined || !merged.has(entry)) fresh.push(field);
  }
  const gone = new Set([...own].filter((entry) => !kept.has(entry) && counts(map, entry)));
  return { kept, fresh, gone };
}

/** Items are known by what they were read from; between those, what goes and what comes are paired in order. */
export function matchItems(draft: DraftList, list: ListNode): ItemMatch {
  const stays: (Draft | undefined)[] = list.items.map(() => undefined);
  const fresh = new Map<number, readonly Draft[]>();
  const indices = indicesOf(list.items);
  let at = 0;
  let waiting: Draft[] = [];
  const settle = (end: number) => {
    for (; at < end && waiting.length > 0; at++) stays[at] = waiting.shift();
    if (waiting.length > 0) fresh.set(at - 1, waiting);
    waiting = [];
    at = end;
  };
  for (const item of draft.items) {
    const { origin } = item;
    const inOrder = origin !== undefined && list.items[at] === origin;
    const found = inOrder ? at : origin && indices.get(origin)?.find((index) => index >= at);
    if (found === undefined) {
      waiting.push(item);
      continue;
    }
    settle(found);
    stays[found] = item;
    at = found + 1;
  }
  settle(list.items.length);
  return { stays, fresh };
}

/** An anchored item may stand in a list more than once. */
function indicesOf(items: readonly Node[]): ReadonlyMap<Node, readonly number[]> {
  const indices = new Map<Node, number[]>();
  items.forEach((item, index) => {
    const known = indices.get(item);
    if (known === undefined) indices.set(item, [index]);
    else known.push(index);
  });
  return indices;
}
