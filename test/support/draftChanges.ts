import {
  copyDraft,
  type Draft,
  DraftMap,
  listDraft,
  mapDraft,
  scalarDraft,
} from '../../server/src/manifest/reconcile/draft.ts';

/** A whole number from 0 to below `limit`. */
export type PickNumber = (limit: number) => number;

/**
 * Changes a draft at random as conversions do: renames, moves, nests, sets, copies, adds and removes fields and items.
 * Returns the changes, for the message of a test.
 */
export function changeAtRandom(root: DraftMap, pick: PickNumber): string {
  const { maps, lists } = collections(root);
  const map = maps[pick(maps.length)] ?? root;
  const keys = [...map.fields()].map(({ key }) => key);
  const key = keys[pick(keys.length)];
  const fresh = `k${pick(1000)}`;
  switch (key === undefined ? 5 : pick(12)) {
    case 0:
      map.rename(key ?? '', fresh);
      return `rename ${key} to ${fresh}`;
    case 1:
      map.take(key ?? '');
      return `take ${key}`;
    case 2:
    case 3:
      return moveElsewhere(
        map,
        key ?? '',
        maps[pick(maps.length)] ?? root,
        pick(2) === 0 ? (key ?? '') : fresh,
        pick(2) === 0 ? undefined : keys[pick(keys.length)],
      );
    case 4:
      map.set(key ?? '', newValue(pick, 0));
      return `set ${key}`;
    case 5:
      map.set(fresh, newValue(pick, 0), pick(2) === 0 ? {} : { after: key });
      return `add ${fresh}`;
    case 6:
    case 7:
      return nest(
        map,
        keys.filter(() => pick(3) === 0),
        fresh,
      );
    case 8: {
      const inner = map.map(key ?? '');
      const names = inner === undefined ? [] : [...inner.fields()].map((field) => field.key);
      const name = names[pick(names.length)];
      if (inner === undefined || name === undefined) return 'nothing';
      return moveElsewhere(inner, name, map, pick(2) === 0 ? name : fresh, undefined);
    }
    case 9: {
      const value = map.get(key ?? '');
      if (value !== undefined) map.set(fresh, copyDraft(value), { after: key });
      return `copy ${key} to ${fresh}`;
    }
    default: {
      const list = lists[pick(lists.length)];
      if (list === undefined) return 'nothing';
      const at = pick(list.length + 1);
      const removed = pick(3);
      const added = Array.from({ length: pick(3) }, () => newValue(pick, 1));
      list.splice(at, removed, ...added);
      return `items at ${at}: -${removed} +${added.length}`;
    }
  }
}

function moveElsewhere(from: DraftMap, key: string, to: DraftMap, name: string, after: string | undefined): string {
  const value = from.get(key);
  if (value === undefined || contains(value, to)) return 'nothing';
  const field = from.take(key);
  if (field !== undefined) to.put(name, field, after);
  return `move ${key} to ${name} after ${after}`;
}

function nest(map: DraftMap, keys: readonly string[], name: string): string {
  const inner = new DraftMap();
  for (const key of keys) {
    const field = map.take(key);
    if (field !== undefined) inner.put(`n${key}`, field);
  }
  map.set(name, inner);
  return `nest ${keys.join(', ')} in ${name}`;
}

function newValue(pick: PickNumber, depth: number): Draft {
  const strings = [
    'x',
    'apps/v1',
    'yes',
    '1.20',
    '',
    'a: b',
    '- x',
    "it's",
    '"q"',
    'one\ntwo\n',
    'one\n  two',
    ' x',
    '#c',
    'é',
    '*a',
    '{',
  ];
  switch (pick(depth > 2 ? 3 : 6)) {
    case 0:
    case 1:
      return scalarDraft(strings[pick(strings.length)] ?? '');
    case 2:
      return scalarDraft([5, true, null, -1, 1.5, 9007199254740993n][pick(6)] ?? 0);
    case 3:
      return listDraft(Array.from({ length: pick(3) }, () => newValue(pick, depth + 1)));
    default:
      return mapDraft(
        Object.fromEntries(Array.from({ length: pick(4) }, (_, i) => [`f${i}`, newValue(pick, depth + 1)])),
      );
  }
}

function contains(draft: Draft, map: DraftMap): boolean {
  if (draft === map) return true;
  if (draft.kind === 'list') return draft.items.some((item) => contains(item, map));
  return draft.kind === 'map' && [...draft.fields()].some(({ value }) => contains(value, map));
}

function collections(root: Draft): { readonly maps: DraftMap[]; readonly lists: Draft[][] } {
  const maps: DraftMap[] = [];
  const lists: Draft[][] = [];
  const visit = (draft: Draft): void => {
    if (draft.kind === 'scalar') return;
    if (draft.kind === 'list') {
      lists.push(draft.items);
      draft.items.forEach(visit);
    } else {
      maps.push(draft);
      for (const { value } of draft.fields()) visit(value);
    }
  };
  visit(root);
  return { maps, lists };
}
