import type { DraftField, DraftMap } from '../../manifest/reconcile/draft.ts';
import { type DraftPath, eachObject, parsePath } from '../draftPath.ts';
import type { Destination, MoveStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

/** Moves a version's fields to where the hub has them. */
export function moveToHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  const { toHub } = waysOf(step);
  eachObject(root, step.at, (object, path) => {
    const nested = inTextOrder(object, toHub.nestings);
    for (const way of toHub.renames) take(object, path, way, remarks);
    for (const way of nested) take(object, path, way, remarks);
  });
}

/** Moves the hub's fields to where a version has them. */
export function moveFromHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  const { fromHub } = waysOf(step);
  eachObject(root, step.at, (object, path) => {
    for (const way of inTextOrder(object, fromHub.nestings)) take(object, path, way, remarks);
    for (const way of fromHub.renames) take(object, path, way, remarks);
  });
}

type Keys = readonly string[];

/** The target of a field, and its possible previous positions. */
interface Way {
  readonly sources: readonly Keys[];
  readonly to: Destination;
}

/** The moves of a step in one direction, in order: renames within one object, and all others. */
interface Ways {
  readonly renames: readonly Way[];
  readonly nestings: readonly Way[];
}

/** Both directions of a step, computed once. */
function waysOf(step: MoveStep): { readonly toHub: Ways; readonly fromHub: Ways } {
  let known = ways.get(step);
  if (known === undefined) {
    const toHub = step.moves.map(({ from, to }) => ({ sources: [keysOf(from)], to }));
    const fromHub = step.moves.map(({ from, to }) => ({ sources: sourcesOf(to).map(keysOf), to: from }));
    const isRename = (_: unknown, i: number) => {
      const { from = '', to = '' } = step.moves[i] ?? {};
      return typeof to === 'string' && keysOf(from).length === 1 && keysOf(to).length === 1;
    };
    const isNesting = (_: unknown, i: number) => !isRename(_, i);
    known = {
      toHub: { renames: toHub.filter(isRename), nestings: toHub.filter(isNesting) },
      fromHub: { renames: fromHub.filter(isRename).reverse(), nestings: fromHub.filter(isNesting) },
    };
    ways.set(step, known);
  }
  return known;
}

const ways = new WeakMap<MoveStep, { readonly toHub: Ways; readonly fromHub: Ways }>();

function sourcesOf(to: Destination): readonly string[] {
  return typeof to === 'string' ? [to] : [to.integer, to.string];
}

/** Moves in text order, so that moved fields keep their order. */
function inTextOrder(object: DraftMap, nestings: readonly Way[]): readonly Way[] {
  if (nestings.length < 2) return nestings;
  const starts = new Map(nestings.map((way) => [way, startOf(object, way)]));
  const start = (way: Way) => starts.get(way) ?? Number.POSITIVE_INFINITY;
  return [...nestings].sort((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)));
}

function startOf(object: DraftMap, { sources }: Way): number {
  let start = Number.POSITIVE_INFINITY;
  for (const keys of sources) start = Math.min(start, at(object, keys)?.entry?.keySpan.start ?? start);
  return start;
}

function choose(field: DraftField, to: Destination): string | undefined {
  if (typeof to === 'string') return to;
  if (field.value.kind !== 'scalar') return undefined;
  const { value } = field.value;
  if (typeof value === 'string') return to.string;
  return typeof value === 'number' || typeof value === 'bigint' ? to.integer : undefined;
}

function take(object: DraftMap, path: DraftPath, { sources, to }: Way, remarks: Remarks): void {
  for (const source of sources) {
    const field = at(object, source);
    if (field !== undefined) move(object, path, source, field, choose(field, to), remarks);
  }
}

function move(
  object: DraftMap,
  path: DraftPath,
  source: Keys,
  field: DraftField,
  to: string | undefined,
  remarks: Remarks,
): void {
  const target = to === undefined ? undefined : keysOf(to);
  if (target === undefined || at(object, target) !== undefined) {
    remarks.left.push(remark([...path, ...source], `move it to ${to ?? 'where it belongs'} by hand`));
    return;
  }
  const [head] = source;
  const [name] = target;
  if (source.length === 1 && target.length === 1 && head !== undefined && name !== undefined) {
    object.rename(head, name);
    return;
  }
  const after = source.length > 1 && head !== undefined ? keyBefore(object, head) : undefined;
  removeMoved(object, source);
  const owner = target.slice(0, -1).reduce<DraftMap | undefined>((map, key) => map?.mapOrNew(key, { after }), object);
  const key = target.at(-1);
  if (owner === undefined || key === undefined) {
    remarks.left.push(remark([...path, ...source], `move it to ${to} by hand`));
    return;
  }
  owner.put(key, field, target.length === 1 ? after : undefined);
}

function keysOf(path: string): Keys {
  return parsePath(path).flatMap((part) => (typeof part === 'string' ? [] : [part.key]));
}

function at(object: DraftMap, keys: Keys): DraftField | undefined {
  let owner: DraftMap | undefined = object;
  const last = keys.length - 1;
  for (let i = 0; i < last; i++) owner = owner?.map(keys[i] ?? '');
  const key = keys[last];
  return key === undefined ? undefined : owner?.field(key);
}

/** Removes a field from an object, with parents that become empty. */
export function removeMoved(object: DraftMap, keys: Keys): void {
  const [key, ...rest] = keys;
  if (key === undefined) return;
  const inner = object.map(key);
  if (rest.length > 0 && inner !== undefined) {
    removeMoved(inner, rest);
    if (!inner.fields().next().done) return;
  }
  object.take(key);
}

function keyBefore(object: DraftMap, key: string): string | undefined {
  let previous: string | undefined;
  for (const field of object.fields()) {
    if (field.key === key) return previous;
    previous = field.key;
  }
  return undefined;
}
