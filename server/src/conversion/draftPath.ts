import { type Draft, DraftMap } from '../manifest/reconcile/draft.ts';

/** A step of a place in a value: a key or an index. */
export type PlaceStep = string | number;

/** A part of a step's path: a field or key, every item of a list, or every value of a map. */
export type PathPart = { readonly key: string } | 'items' | 'values';

/** A field, written or not, of an object that is there. */
export interface Slot {
  readonly owner: DraftMap;
  readonly key: string;
  readonly place: readonly PlaceStep[];
}

/** A value that a path leads to. */
export interface Reached {
  readonly value: Draft;
  readonly place: readonly PlaceStep[];
}

/** Reads `a.b[].c`, `a{}.b` and `a[key.with.dots]`. */
export function parsePath(path: string): readonly PathPart[] {
  let parts = parsed.get(path);
  if (parts === undefined) {
    parts = [...path.matchAll(/\.?([^.[\]{}]+)|\[([^\]]*)\]|(\{\})/g)].map(([, field, key, values]) => {
      if (field !== undefined) return { key: field };
      if (values !== undefined) return 'values';
      return key === undefined || key === '' ? 'items' : { key };
    });
    parsed.set(path, parts);
  }
  return parts;
}

const parsed = new Map<string, readonly PathPart[]>();

/** Every value that a path leads to. The empty path leads to the resource itself. */
export function reach(root: DraftMap, path: string): readonly Reached[] {
  return follow(root, parsePath(path));
}

function follow(root: DraftMap, parts: readonly PathPart[]): readonly Reached[] {
  let found: readonly Reached[] = [{ value: root, place: [] }];
  for (const part of parts) {
    if (found.length === 0) break;
    found = found.flatMap((at) => next(at, part));
  }
  return found;
}

/** An object that a path leads to. */
export interface ReachedObject {
  readonly object: DraftMap;
  readonly place: readonly PlaceStep[];
}

/** Every object that a path leads to. */
export function objects(root: DraftMap, path: string): readonly ReachedObject[] {
  return reach(root, path).flatMap(({ value, place }) => (value instanceof DraftMap ? [{ object: value, place }] : []));
}

/**
 * The slots that a path's last field has: one for each object that is there and, if asked, that `wants` says yes to. With
 * `make` and `imply`, objects behind the path's last list or map of values are made where they are absent; `imply` marks
 * them as nobody's text.
 */
export function slots(
  root: DraftMap,
  path: string,
  make: 'existing' | 'make' | 'imply',
  wants: (place: readonly PlaceStep[]) => boolean = () => true,
): readonly Slot[] {
  return openSlots(root, path, wants, make).flatMap(({ owner, key, place }) =>
    owner === undefined ? [] : [{ owner, key, place }],
  );
}

/** A slot whose object need not be there. */
export interface OpenSlot {
  readonly owner: DraftMap | undefined;
  readonly key: string;
  readonly place: readonly PlaceStep[];
}

/** The slots that a path's last field has or would have: one for each item of the lists on the way. */
export function openSlots(
  root: DraftMap,
  path: string,
  wants: (place: readonly PlaceStep[]) => boolean,
  make: 'existing' | 'make' | 'imply' = 'existing',
): readonly OpenSlot[] {
  const { spread, keys } = slotPath(path);
  const key = keys.at(-1);
  if (key === undefined) return [];
  const starts = spread.length === 0 ? [{ value: root, place: [] }] : follow(root, spread);
  const wanted = starts.flatMap(({ value, place }) => {
    const at = [...place, ...keys];
    return wants(at) ? [{ value, at }] : [];
  });
  return wanted.map(({ value, at }) => ({ owner: ownerBelow(value, keys, make), key, place: at }));
}

/** A path as slots see it: what leads to their objects' lists and maps of values, and the keys behind those. */
interface SlotPath {
  readonly spread: readonly PathPart[];
  readonly keys: readonly string[];
}

function slotPath(path: string): SlotPath {
  let known = slotPaths.get(path);
  if (known === undefined) {
    const parts = parsePath(path);
    const fanOut = parts.findLastIndex((part) => part === 'items' || part === 'values') + 1;
    const keys = parts.slice(fanOut).flatMap((part) => (typeof part === 'string' ? [] : [part.key]));
    known = { spread: parts.slice(0, fanOut), keys };
    slotPaths.set(path, known);
  }
  return known;
}

const slotPaths = new Map<string, SlotPath>();

function ownerBelow(start: Draft, keys: readonly string[], make: 'existing' | 'make' | 'imply'): DraftMap | undefined {
  let owner: DraftMap | undefined = start.kind === 'map' ? start : undefined;
  for (let i = 0; i < keys.length - 1 && owner !== undefined; i++) {
    const key = keys[i] ?? '';
    owner = make === 'existing' ? owner.map(key) : owner.mapOrNew(key, { implied: make === 'imply' });
  }
  return owner;
}

/**
 * The value that `path` leads to from the object that `place` lies in: lists that both go through are taken at the same
 * item.
 */
export function valueNear(root: DraftMap, path: string, place: readonly PlaceStep[]): Draft | undefined {
  let at: Draft | undefined = root;
  let same = true;
  for (const [i, part] of parsePath(path).entries()) {
    const own = place[i];
    if (part === 'items') {
      at = at?.kind === 'list' && same && typeof own === 'number' ? at.items[own] : undefined;
    } else if (part === 'values') {
      at = at instanceof DraftMap && same && typeof own === 'string' ? at.get(own) : undefined;
    } else {
      at = at instanceof DraftMap ? at.get(part.key) : undefined;
      same &&= own === part.key;
    }
  }
  return at;
}

/** A place as Kubernetes writes field paths. */
export function formatPlace(place: readonly PlaceStep[]): string {
  return place
    .map((step, i) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/[./]/.test(step)) return `[${step}]`;
      return i === 0 ? step : `.${step}`;
    })
    .join('');
}

function next({ value, place }: Reached, part: PathPart): readonly Reached[] {
  if (part === 'items') {
    if (value.kind !== 'list') return [];
    return value.items.flatMap((item, i) =>
      item.kind === 'scalar' && item.value === null ? [] : [{ value: item, place: [...place, i] }],
    );
  }
  if (!(value instanceof DraftMap)) return [];
  if (part === 'values') {
    return [...value.fields()].flatMap(({ key }) => {
      const one = value.get(key);
      return one === undefined ? [] : [{ value: one, place: [...place, key] }];
    });
  }
  const field = value.get(part.key);
  return field === undefined ? [] : [{ value: field, place: [...place, part.key] }];
}
