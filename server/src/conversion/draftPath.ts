import { type Draft, type DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/** A step of a place in a value: a key or an index. */
export type PathStep = string | number;

/** A part of a step's path: a field or key, every item of a list, or every value of a map. */
export type PathPart = { readonly key: string } | 'items' | 'values';

/** The position of a walk: the same list is reused, so callers must copy it. */
export type DraftPath = readonly PathStep[];

/** A field, present or not, of a present object. */
export interface FieldSlot {
  readonly owner: DraftMap;
  readonly key: string;
  readonly path: readonly PathStep[];
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
export function eachValue(root: DraftMap, path: string, visit: (value: Draft, path: DraftPath) => void): void {
  const parts = parsePath(path);
  follow(root, parts, 0, [], visit);
}

function follow(
  at: Draft,
  parts: readonly PathPart[],
  done: number,
  steps: PathStep[],
  visit: (value: Draft, path: DraftPath) => void,
): void {
  const part = parts[done];
  const below = (step: PathStep, value: Draft | undefined) => {
    if (value === undefined || isNullDraft(value)) return;
    steps.push(step);
    follow(value, parts, done + 1, steps, visit);
    steps.pop();
  };
  if (part === undefined) visit(at, steps);
  else if (part === 'items') {
    if (at.kind === 'list') for (let i = 0; i < at.items.length; i++) below(i, at.items[i]);
  } else if (at.kind === 'map') {
    if (part === 'values') for (const { key, value } of at.fields()) below(key, value);
    else below(part.key, at.get(part.key));
  }
}

/** Every object that a path leads to. */
export function eachObject(root: DraftMap, path: string, visit: (object: DraftMap, path: DraftPath) => void): void {
  eachValue(root, path, (value, path) => {
    if (value.kind === 'map') visit(value, path);
  });
}

/**
 * The slots of a path's last field: one per present object, filtered by `wants`. With `make` and `imply`, missing
 * objects after the path's last list or map are created; `imply` marks them as implicit.
 */
export function eachSlot(
  root: DraftMap,
  path: string,
  mode: CreateMode,
  visit: (owner: DraftMap, key: string, path: DraftPath) => void,
  isWanted?: (path: DraftPath) => boolean,
): void {
  const take = (owner: DraftMap | undefined, key: string, path: DraftPath) => {
    if (owner !== undefined) visit(owner, key, path);
  };
  eachOpenSlot(root, path, mode, take, isWanted);
}

/** How to treat missing objects on the way to a slot. */
export type CreateMode = 'existing' | 'make' | 'imply';

/** The possible slots of a path's last field: one per item of the enclosing lists. */
export function eachOpenSlot(
  root: DraftMap,
  path: string,
  mode: CreateMode,
  visit: (owner: DraftMap | undefined, key: string, path: DraftPath) => void,
  isWanted?: (path: DraftPath) => boolean,
): void {
  const { spread, keys } = slotPath(path);
  const key = keys.at(-1);
  if (key === undefined) return;
  const take = (start: Draft, path: DraftPath) => {
    const at = path.length === 0 ? keys : path.concat(keys);
    if (isWanted === undefined || isWanted(at)) visit(ownerBelow(start, keys, mode), key, at);
  };
  if (spread.length === 0) take(root, []);
  else follow(root, spread, 0, [], take);
}

/** The same as a list. */
export function slots(root: DraftMap, path: string, mode: CreateMode): readonly FieldSlot[] {
  const found: FieldSlot[] = [];
  eachSlot(root, path, mode, (owner, key, draftPath) => found.push({ owner, key, path: draftPath }));
  return found;
}

/** A path as slots need it: the lists and maps on the way to its objects, and the keys after those. */
interface SlotPath {
  readonly spread: readonly PathPart[];
  readonly keys: readonly string[];
}

function slotPath(path: string): SlotPath {
  return getOrInsertComputed(slotPaths, path, () => {
    const parts = parsePath(path);
    const fanOut = parts.findLastIndex((part) => part === 'items' || part === 'values') + 1;
    const keys = parts.slice(fanOut).flatMap((part) => (typeof part === 'string' ? [] : [part.key]));
    return { spread: parts.slice(0, fanOut), keys };
  });
}

const slotPaths = new Map<string, SlotPath>();

function ownerBelow(start: Draft, keys: readonly string[], mode: CreateMode): DraftMap | undefined {
  let owner: DraftMap | undefined = start.kind === 'map' ? start : undefined;
  for (let i = 0; i < keys.length - 1 && owner !== undefined; i++) {
    const key = keys[i] ?? '';
    owner = mode === 'existing' ? owner.map(key) : owner.mapOrNew(key, { implied: mode === 'imply' });
  }
  return owner;
}

/**
 * The value that `path` leads to from the object that `place` is in, to be read: lists that both go through are taken
 * at the same item.
 */
export function valueNear(root: DraftMap, path: string, draftPath: DraftPath): Draft | undefined {
  const parts = parsePath(path);
  let at: Draft | undefined = root;
  let same = true;
  for (let i = 0; i < parts.length && at !== undefined; i++) {
    const part = parts[i];
    const stepAt = draftPath[i];
    if (part === undefined) return undefined;
    if (part === 'items') {
      at = at.kind === 'list' && same && typeof stepAt === 'number' ? at.items[stepAt] : undefined;
    } else if (part === 'values') {
      at = at.kind === 'map' && same && typeof stepAt === 'string' ? at.peek(stepAt) : undefined;
    } else {
      at = at.kind === 'map' ? at.peek(part.key) : undefined;
      same &&= stepAt === part.key;
    }
  }
  return at;
}

/** Whether a position is inside a value that `path` leads to. */
export function isWithin(root: DraftMap, path: string, draftPath: DraftPath): boolean {
  const onTheWay = parsePath(path).every((part, i) => typeof part === 'string' || part.key === draftPath[i]);
  return onTheWay && valueNear(root, path, draftPath) !== undefined;
}

/** A place as Kubernetes writes field paths. */
export function formatSteps(steps: readonly PathStep[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/[./]/.test(step)) return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
