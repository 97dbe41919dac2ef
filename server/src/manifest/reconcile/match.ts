import { entryFor, type ListNode, type MapEntry, type MapNode, type Node } from '../node.ts';
import type { Draft, DraftField, DraftList, DraftMap } from './draft.ts';
import { counts, ownEntries } from './source.ts';

/** What becomes of the fields of a map that is written again. */
export interface FieldMatch {
  /** The entries that are written in the map itself; the numbers below are theirs. */
  readonly own: readonly MapEntry[];
  /** The field that each of them stays as, under any key. */
  readonly stays: readonly (DraftField | undefined)[];
  /** How many of them stay. */
  readonly kept: number;
  /** Those that stay with another key or value. */
  readonly changed: readonly number[];
  /** Fields that the map does not have, or has elsewhere. */
  readonly fresh: readonly DraftField[];
  /** The entries that go. */
  readonly gone: readonly number[];
}

/** What becomes of the items of a list that is written again. */
export interface ItemMatch {
  /** For each item of the text what stands in its place; undefined where it goes. */
  readonly stays: readonly (Draft | undefined)[];
  /** New items, by the index of the text's item that they follow; -1 for the front. */
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

/** `isUsed`: whether an entry stands anywhere in the draft, so that it is not taken for another field of its name. */
export function matchFields(draft: DraftMap, map: MapNode, isUsed: (entry: MapEntry) => boolean): FieldMatch {
  const own = ownEntries(map);
  const stays = new Array<DraftField | undefined>(own.length).fill(undefined);
  const changed: number[] = [];
  const fresh: DraftField[] = [];
  let kept = 0;
  let indices: ReadonlyMap<MapEntry, number> | undefined;
  let next = 0;
  for (const field of draft.fields()) {
    const entry = field.entry ?? unusedEntry(map, field.key, isUsed);
    let index: number | undefined;
    // Most fields stand where they stood, one behind the other.
    if (entry !== undefined && own[next] === entry) index = next;
    else if (entry !== undefined) {
      indices ??= new Map(own.map((mapEntry, i) => [mapEntry, i]));
      index = indices.get(entry);
    }
    if (entry !== undefined && index !== undefined && stays[index] === undefined) {
      stays[index] = field;
      kept++;
      next = index + 1;
      if (field.key !== entry.key || !isAsRead(field.value, entry.value)) changed.push(index);
    } else if (entry?.merged !== true || !map.entries.includes(entry)) {
      fresh.push(field);
    }
  }
  return { own, stays, kept, changed, fresh, gone: kept === own.length ? none : goneOf(map, own, stays) };
}

const none: readonly number[] = [];

/** Whether a value is what was read there, and nobody has changed anything in it. */
export function isAsRead(value: Draft, node: Node): boolean {
  return value.origin === node && (value.kind === 'scalar' || value.untouched);
}

/** The entry of a name that a field without an entry stands for. */
function unusedEntry(map: MapNode, key: string, isUsed: (entry: MapEntry) => boolean): MapEntry | undefined {
  const entry = entryFor(map, key);
  return entry === undefined || entry.merged === true || isUsed(entry) ? undefined : entry;
}

function goneOf(map: MapNode, own: readonly MapEntry[], stays: FieldMatch['stays']): readonly number[] {
  const gone: number[] = [];
  for (const [index, entry] of own.entries()) {
    if (stays[index] === undefined && counts(map, entry)) gone.push(index);
  }
  return gone;
}

/** Items are known by what they were read from; between those, what goes and what comes are paired in order. */
export function matchItems(draft: DraftList, list: ListNode): ItemMatch {
  const stays: (Draft | undefined)[] = list.items.map(() => undefined);
  const fresh = new Map<number, readonly Draft[]>();
  let indices: ReadonlyMap<Node, readonly number[]> | undefined;
  let at = 0;
  let waiting: Draft[] = [];
  const fillGap = (end: number) => {
    for (; at < end && waiting.length > 0; at++) stays[at] = waiting.shift();
    if (waiting.length > 0) fresh.set(at - 1, waiting);
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
