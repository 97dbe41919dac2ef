import { entryFor, type ListNode, type MapEntry, type MapNode, type Node } from '../node.ts';
import type { Draft, DraftField, DraftList, DraftMap } from './draft.ts';
import { counts, ownEntries } from './source.ts';

/** The fate of the fields of a rewritten map. */
export interface FieldMatch {
  /** The entries that are written in the map itself; the numbers below are theirs. */
  readonly entries: readonly MapEntry[];
  /** The field that each entry remains as, under any key. */
  readonly stays: readonly (DraftField | undefined)[];
  /** The number of remaining entries. */
  readonly kept: number;
  /** The entries that remain with another key or value. */
  readonly changed: readonly number[];
  /** Fields that the map does not have, or has elsewhere. */
  readonly added: readonly DraftField[];
  /** The entries that go. */
  readonly removed: readonly number[];
}

/** The fate of the items of a rewritten list. */
export interface ItemMatch {
  /** For each item of the text, its replacement; undefined if it is removed. */
  readonly stays: readonly (Draft | undefined)[];
  /** New items, by the index of the text's item that they follow; -1 for the front. */
  readonly added: ReadonlyMap<number, readonly Draft[]>;
}

/** The node that a draft changes: its origin, or the node it was composed from. */
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

/** `isUsed`: whether an entry occurs anywhere in the draft, so that it does not match another field of its name. */
export function matchFields(draft: DraftMap, map: MapNode, isUsed: (entry: MapEntry) => boolean): FieldMatch {
  const entries = ownEntries(map);
  const stays = new Array<DraftField | undefined>(entries.length).fill(undefined);
  const changed: number[] = [];
  const added: DraftField[] = [];
  let kept = 0;
  let indices: ReadonlyMap<MapEntry, number> | undefined;
  let next = 0;
  for (const field of draft.fields()) {
    const entry = field.entry ?? unusedEntry(map, field.key, isUsed);
    let index: number | undefined;
    // Most fields keep their order.
    if (entry !== undefined && entries[next] === entry) index = next;
    else if (entry !== undefined) {
      indices ??= new Map(entries.map((mapEntry, i) => [mapEntry, i]));
      index = indices.get(entry);
    }
    if (entry !== undefined && index !== undefined && stays[index] === undefined) {
      stays[index] = field;
      kept++;
      next = index + 1;
      if (field.key !== entry.key || !isAsRead(field.value, entry.value)) changed.push(index);
    } else if (entry?.merged !== true || !map.entries.includes(entry)) {
      added.push(field);
    }
  }
  return {
    entries,
    stays,
    kept,
    changed,
    added,
    removed: kept === entries.length ? none : removedFrom(map, entries, stays),
  };
}

const none: readonly number[] = [];

/** Whether a value is unchanged since it was read there. */
export function isAsRead(value: Draft, node: Node): boolean {
  return value.origin === node && (value.kind === 'scalar' || value.untouched);
}

/** The unused entry with the name of a new field. */
function unusedEntry(map: MapNode, key: string, isUsed: (entry: MapEntry) => boolean): MapEntry | undefined {
  const entry = entryFor(map, key);
  return entry === undefined || entry.merged === true || isUsed(entry) ? undefined : entry;
}

function removedFrom(map: MapNode, entries: readonly MapEntry[], stays: FieldMatch['stays']): readonly number[] {
  const removed: number[] = [];
  for (const [index, entry] of entries.entries()) {
    if (stays[index] === undefined && counts(map, entry)) removed.push(index);
  }
  return removed;
}

/** Items are matched by origin; between the matches, removed and new items are paired in order. */
export function matchItems(draft: DraftList, list: ListNode): ItemMatch {
  const stays: (Draft | undefined)[] = list.items.map(() => undefined);
  const added = new Map<number, readonly Draft[]>();
  let indices: ReadonlyMap<Node, readonly number[]> | undefined;
  let at = 0;
  let waiting: Draft[] = [];
  const fillGap = (end: number) => {
    for (; at < end && waiting.length > 0; at++) stays[at] = waiting.shift();
    if (waiting.length > 0) added.set(at - 1, waiting);
    waiting = [];
    at = end;
  };
  for (const item of draft.items) {
    const { origin } = item;
    const inOrder = origin !== undefined && list.items[at] === origin;
    if (!inOrder && origin !== undefined) indices ??= indicesOf(list.items);
    const found = inOrder ? at : origin && indices?.get(origin)?.find((index) => index >= at);
    if (found === undefined) {
      waiting.push(item);
      continue;
    }
    fillGap(found);
    stays[found] = item;
    at = found + 1;
  }
  fillGap(list.items.length);
  return { stays, added };
}

/** An anchored item may occur more than once in a list. */
function indicesOf(items: readonly Node[]): ReadonlyMap<Node, readonly number[]> {
  const indices = new Map<Node, number[]>();
  items.forEach((item, index) => {
    const known = indices.get(item);
    if (known === undefined) indices.set(item, [index]);
    else known.push(index);
  });
  return indices;
}
