import type { DraftField, DraftMap } from '../../manifest/reconcile/draft.ts';
import { type DraftPath, eachObject, parsePath } from '../draftPath.ts';
import type { Destination, MoveStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

/** Moves a version's fields to their paths in the hub. */
export function moveToHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  const { toHub } = directionsOf(step);
  eachObject(root, step.at, (object, path) => {
    const nestings = inTextOrder(object, toHub.nestings);
    for (const route of toHub.renames) moveAll(object, path, route, remarks);
    for (const route of nestings) moveAll(object, path, route, remarks);
  });
}

/** Moves the hub's fields to their paths in a version. */
export function moveFromHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  const { fromHub } = directionsOf(step);
  eachObject(root, step.at, (object, path) => {
    for (const route of inTextOrder(object, fromHub.nestings)) moveAll(object, path, route, remarks);
    for (const route of fromHub.renames) moveAll(object, path, route, remarks);
  });
}

type Keys = readonly string[];

/** The destination of a field, and the paths that it may come from. */
interface Route {
  readonly sources: readonly Keys[];
  readonly to: Destination;
}

/** The moves of a step in one direction, in order. */
interface Routes {
  /** Moves within one object. */
  readonly renames: readonly Route[];
  /** Moves into or out of an inner object. */
  readonly nestings: readonly Route[];
}

/** The moves of a step in both directions, computed once. */
interface Directions {
  readonly toHub: Routes;
  readonly fromHub: Routes;
}

function directionsOf(step: MoveStep): Directions {
  let known = directions.get(step);
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
    directions.set(step, known);
  }
  return known;
}

const directions = new WeakMap<MoveStep, Directions>();

function sourcesOf(to: Destination): readonly string[] {
  return typeof to === 'string' ? [to] : [to.integer, to.string];
}

/** The moves in the text order of their fields, so that moved fields keep their order. */
function inTextOrder(object: DraftMap, nestings: readonly Route[]): readonly Route[] {
  if (nestings.length < 2) return nestings;
  const starts = new Map(nestings.map((route) => [route, startOf(object, route)]));
  const start = (route: Route) => starts.get(route) ?? Number.POSITIVE_INFINITY;
  return [...nestings].sort((a, b) => (start(a) === start(b) ? 0 : start(a) - start(b)));
}

function startOf(object: DraftMap, { sources }: Route): number {
  let start = Number.POSITIVE_INFINITY;
  for (const keys of sources) start = Math.min(start, fieldAt(object, keys)?.entry?.keySpan.start ?? start);
  return start;
}

function destinationOf(field: DraftField, to: Destination): string | undefined {
  if (typeof to === 'string') return to;
  if (field.value.kind !== 'scalar') return undefined;
  const { value } = field.value;
  if (typeof value === 'string') return to.string;
  return typeof value === 'number' || typeof value === 'bigint' ? to.integer : undefined;
}

function moveAll(object: DraftMap, path: DraftPath, { sources, to }: Route, remarks: Remarks): void {
  for (const source of sources) {
    const field = fieldAt(object, source);
    if (field !== undefined) move(object, path, source, field, destinationOf(field, to), remarks);
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
  if (target === undefined || fieldAt(object, target) !== undefined) {
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

function fieldAt(object: DraftMap, keys: Keys): DraftField | undefined {
  let owner: DraftMap | undefined = object;
  const last = keys.length - 1;
  for (let i = 0; i < last; i++) owner = owner?.map(keys[i] ?? '');
  const key = keys[last];
  return key === undefined ? undefined : owner?.field(key);
}

/** Removes a field below an object, with parents that become empty. */
export function removeMoved(object: DraftMap, keys: Keys): void {
  const [key, ...innerKeys] = keys;
  if (key === undefined) return;
  const inner = object.map(key);
  if (innerKeys.length > 0 && inner !== undefined) {
    removeMoved(inner, innerKeys);
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
