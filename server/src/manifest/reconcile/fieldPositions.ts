import type { MapEntry, MapNode } from '../node.ts';
import type { Draft, DraftField } from './draft.ts';
import type { FieldMatch } from './match.ts';
import type { Child, Source } from './source.ts';

/** The positions of new fields of a map, by the indices of its entries. */
export interface FieldPositions {
  /** In place of a removed entry. */
  readonly instead: ReadonlyMap<number, readonly DraftField[]>;
  /** After an entry, kept or removed; -1 for the front. */
  readonly after: ReadonlyMap<number, readonly DraftField[]>;
}

/**
 * The positions of the new fields of a map: after the requested field; in place of the first field that a part of them
 * was; otherwise together after the leaves at the start of the map, before its first field, or at its end.
 */
export function placeFields(source: Source, map: MapNode, match: FieldMatch): FieldPositions {
  const { entries, stays, added, removed } = match;
  const usual = usualPosition(source, map, match);
  const instead = new Map<number, DraftField[]>();
  const after = new Map<number, DraftField[]>();
  const asks = added.some(({ after }) => after !== undefined);
  const indexOfKey = new Map<string, number>();
  if (asks) for (const [index, field] of stays.entries()) if (field !== undefined) indexOfKey.set(field.key, index);
  const freshOfKey = new Map(asks ? added.map((field) => [field.key, field]) : []);
  const children = removed.length > 0 ? source.children(map) : [];
  const placed = new Map<DraftField, { readonly list: Map<number, DraftField[]>; readonly index: number }>();
  const positionOf = (field: DraftField, depth: number) => {
    const known = placed.get(field);
    if (known !== undefined) return known;
    const wanted = field.after === undefined ? undefined : indexOfKey.get(field.after);
    const follows = field.after === undefined || depth > 20 ? undefined : freshOfKey.get(field.after);
    let found = { list: after, index: wanted ?? usual };
    if (wanted === undefined && follows !== undefined && follows !== field) found = positionOf(follows, depth + 1);
    else if (wanted === undefined) {
      const former = formerPosition(field, entries, children, match);
      if (former !== undefined) found = { list: instead, index: former };
    }
    placed.set(field, found);
    const fields = found.list.get(found.index);
    if (fields === undefined) found.list.set(found.index, [field]);
    else fields.push(field);
    return found;
  };
  for (const field of added) positionOf(field, 0);
  return { instead, after };
}

/** The first removed entry that a new field, or something inside it, was or replaces. */
function formerPosition(
  field: DraftField,
  entries: readonly MapEntry[],
  children: readonly Child[],
  { removed }: FieldMatch,
): number | undefined {
  if (removed.length === 0) return undefined;
  const indices = [...starts(field)].map((start) => {
    const index = children.findLastIndex((child) => child.start <= start);
    const child = children[index];
    const entry = entries[index];
    return child !== undefined && entry !== undefined && start < child.end && removed.includes(index)
      ? index
      : Infinity;
  });
  const same = entries.findIndex((entry, index) => entry.key === field.key && removed.includes(index));
  const first = indices.reduce((a, b) => Math.min(a, b), Infinity);
  if (Number.isFinite(first)) return first;
  return same < 0 ? undefined : same;
}

/** The original positions of the parts of a new field. */
function* starts({ entry, value }: DraftField): Iterable<number> {
  if (entry !== undefined) yield entry.keySpan.start;
  else yield* valueStarts(value);
}

function* valueStarts(value: Draft): Iterable<number> {
  if (value.origin !== undefined) yield value.origin.start;
  else if (value.kind === 'list') for (const item of value.items) yield* valueStarts(item);
  else if (value.kind === 'map') for (const field of value.fields()) yield* starts(field);
}

/** The entry after which a new field without a requested or former position goes; -1 for the front. */
export function usualPosition(source: Source, map: MapNode, { entries, stays }: FieldMatch): number {
  let leading = -1;
  let first: number | undefined;
  let last = -1;
  let isLeading = true;
  for (let index = 0; index < stays.length; index++) {
    const field = stays[index];
    if (field === undefined) continue;
    first ??= index;
    last = index;
    isLeading &&= field.value.kind === 'scalar';
    if (isLeading) leading = index;
  }
  if (first === undefined) return entries.length === 0 ? -1 : 0;
  if (leading >= 0) return leading;
  const entry = entries[first];
  return map.flow || (entry !== undefined && first === 0 && source.followsItsParent(entry.keySpan.start)) ? -1 : last;
}
