import { type Draft, type DraftMap, isNullDraft } from '../manifest/reconcile/draft.ts';
import { getOrInsertComputed } from '../text/getOrInsertComputed.ts';

/** A step of a path to a value: a key or an index. */
export type PathStep = string | number;

/** A part of a step's path: a field or key, every item of a list, or every value of a map. */
export type PathPart = { readonly key: string } | 'items' | 'values';

/** The path of a visited value. The walk reuses the list: callers must copy it to keep it. */
export type DraftPath = readonly PathStep[];

/** The position of a field, present or absent, in an existing object. */
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

/** Visits every value at a path; null is absent. The empty path is the resource. */
export function eachValue(root: DraftMap, path: string, visit: (value: Draft, path: DraftPath) => void): void {
  const parts = parsePath(path);
  follow(root, parts, 0, [], visit);
}

function follow(
  draft: Draft,
  parts: readonly PathPart[],
  partIndex: number,
  steps: PathStep[],
  visit: (value: Draft, path: DraftPath) => void,
): void {
  const part = parts[partIndex];
  const followChild = (step: PathStep, value: Draft | undefined) => {
    if (value === undefined || isNullDraft(value)) return;
    steps.push(step);
    follow(value, parts, partIndex + 1, steps, visit);
    steps.pop();
  };
  if (part === undefined) visit(draft, steps);
  else if (part === 'items') {
    if (draft.kind === 'list') for (let i = 0; i < draft.items.length; i++) followChild(i, draft.items[i]);
  } else if (draft.kind === 'map') {
    if (part === 'values') for (const { key, value } of draft.fields()) followChild(key, value);
    else followChild(part.key, draft.get(part.key));
  }
}

/** Visits every object at a path. */
export function eachObject(root: DraftMap, path: string, visit: (object: DraftMap, path: DraftPath) => void): void {
  eachValue(root, path, (value, path) => {
    if (value.kind === 'map') visit(value, path);
  });
}

/**
 * Visits the slots of a path's last field, one per existing object.
 *
 * @param isWanted whether to visit the slot with a path; all if undefined.
 */
export function eachSlot(
  root: DraftMap,
  path: string,
  mode: CreateMode,
  visit: (owner: DraftMap, key: string, path: DraftPath) => void,
  isWanted?: (path: DraftPath) => boolean,
): void {
  const visitExisting = (owner: DraftMap | undefined, key: string, path: DraftPath) => {
    if (owner !== undefined) visit(owner, key, path);
  };
  eachOpenSlot(root, path, mode, visitExisting, isWanted);
}

/**
 * How to treat missing objects after a path's last list or map: `make` creates them, `imply` creates them and marks
 * them as implied.
 */
export type CreateMode = 'existing' | 'make' | 'imply';

/** Visits the slots of a path's last field, one per item of the enclosing lists; the owner may be missing. */
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
  const visitSlot = (start: Draft, path: DraftPath) => {
    const slotPath = path.length === 0 ? keys : path.concat(keys);
    if (isWanted === undefined || isWanted(slotPath)) visit(ownerBelow(start, keys, mode), key, slotPath);
  };
  if (spread.length === 0) visitSlot(root, []);
  else follow(root, spread, 0, [], visitSlot);
}

/** The slots of a path's last field, as {@link eachSlot} visits them. */
export function slots(root: DraftMap, path: string, mode: CreateMode): readonly FieldSlot[] {
  const all: FieldSlot[] = [];
  eachSlot(root, path, mode, (owner, key, draftPath) => all.push({ owner, key, path: draftPath }));
  return all;
}

/** A path, split after its last list or map. */
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
 * The value at `path` that belongs to `draftPath`: lists and maps that both paths enter have the same item. The value
 * must not be changed.
 */
export function valueNear(root: DraftMap, path: string, draftPath: DraftPath): Draft | undefined {
  const parts = parsePath(path);
  let draft: Draft | undefined = root;
  let isCommon = true;
  for (let i = 0; i < parts.length && draft !== undefined; i++) {
    const part = parts[i];
    const step = draftPath[i];
    if (part === undefined) return undefined;
    if (part === 'items') {
      draft = draft.kind === 'list' && isCommon && typeof step === 'number' ? draft.items[step] : undefined;
    } else if (part === 'values') {
      draft = draft.kind === 'map' && isCommon && typeof step === 'string' ? draft.peek(step) : undefined;
    } else {
      draft = draft.kind === 'map' ? draft.peek(part.key) : undefined;
      isCommon &&= step === part.key;
    }
  }
  return draft;
}

/** Whether `draftPath` is inside of an existing value at `path`. */
export function isWithin(root: DraftMap, path: string, draftPath: DraftPath): boolean {
  const isPrefix = parsePath(path).every((part, i) => typeof part === 'string' || part.key === draftPath[i]);
  return isPrefix && valueNear(root, path, draftPath) !== undefined;
}

/** Formats a path like Kubernetes: `spec.containers[0].image`. */
export function formatSteps(steps: readonly PathStep[]): string {
  return steps
    .map((step, index) => {
      if (typeof step === 'number') return `[${step}]`;
      if (/[./]/.test(step)) return `[${step}]`;
      return index === 0 ? step : `.${step}`;
    })
    .join('');
}
