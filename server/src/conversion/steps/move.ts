import type { DraftField, DraftMap } from '../../manifest/reconcile/draft.ts';
import { objects, type PlaceStep, parsePath } from '../draftPath.ts';
import type { Destination, Move, MoveStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';

/** Moves a version's fields to where the hub has them. */
export function moveToHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  for (const { object, place } of objects(root, step.at)) {
    const moves = [
      ...step.moves.filter(isRename),
      ...inTextOrder(object, step.moves.filter(isNesting), ({ from }) => [from]),
    ];
    for (const { from, to } of moves) move(object, place, from, (field) => choose(field, to), remarks);
  }
}

/** Moves the hub's fields to where a version has them. */
export function moveFromHub(root: DraftMap, step: MoveStep, remarks: Remarks): void {
  for (const { object, place } of objects(root, step.at)) {
    const nested = inTextOrder(object, step.moves.filter(isNesting), ({ to }) => sourcesOf(to));
    for (const { from, to } of [...nested, ...step.moves.filter(isRename).reverse()]) {
      for (const source of sourcesOf(to)) move(object, place, source, () => from, remarks);
    }
  }
}

function isRename({ from, to }: Move): boolean {
  return typeof to === 'string' && keysOf(from).length === 1 && keysOf(to).length === 1;
}

function isNesting(one: Move): boolean {
  return !isRename(one);
}

function sourcesOf(to: Destination): readonly string[] {
  return typeof to === 'string' ? [to] : [to.integer, to.string];
}

/** Moves in the order in which their fields stand in the text, so that they keep it where they go. */
function inTextOrder(
  object: DraftMap,
  moves: readonly Move[],
  sources: (one: Move) => readonly string[],
): readonly Move[] {
  const start = (one: Move) =>
    Math.min(...sources(one).map((path) => at(object, keysOf(path))?.entry?.keySpan.start ?? Number.POSITIVE_INFINITY));
  return moves
    .map((one) => ({ one, start: start(one) }))
    .sort((a, b) => (a.start === b.start ? 0 : a.start - b.start))
    .map(({ one }) => one);
}

function choose(field: DraftField, to: Destination): string | undefined {
  if (typeof to === 'string') return to;
  if (field.value.kind !== 'scalar') return undefined;
  const { value } = field.value;
  if (typeof value === 'string') return to.string;
  return typeof value === 'number' || typeof value === 'bigint' ? to.integer : undefined;
}

function move(
  object: DraftMap,
  place: readonly PlaceStep[],
  from: string,
  destination: (field: DraftField) => string | undefined,
  remarks: Remarks,
): void {
  const source = keysOf(from);
  const field = at(object, source);
  if (field === undefined) return;
  const to = destination(field);
  const target = to === undefined ? undefined : keysOf(to);
  if (target === undefined || at(object, target) !== undefined) {
    remarks.left.push(remark([...place, ...source], `move it to ${to ?? 'where it belongs'} by hand`));
    return;
  }
  const [head] = source;
  const [name] = target;
  if (source.length === 1 && target.length === 1 && head !== undefined && name !== undefined) {
    object.rename(head, name);
    return;
  }
  const after = source.length > 1 && head !== undefined ? keyBefore(object, head) : undefined;
  takeOut(object, source);
  const owner = target.slice(0, -1).reduce<DraftMap | undefined>((map, key) => map?.mapOrNew(key, { after }), object);
  const key = target.at(-1);
  if (owner === undefined || key === undefined) {
    remarks.left.push(remark([...place, ...source], `move it to ${to} by hand`));
    return;
  }
  owner.put(key, field, target.length === 1 ? after : undefined);
}

function keysOf(path: string): readonly string[] {
  return parsePath(path).flatMap((part) => (typeof part === 'string' ? [] : [part.key]));
}

function at(object: DraftMap, keys: readonly string[]): DraftField | undefined {
  const owner = keys.slice(0, -1).reduce<DraftMap | undefined>((map, key) => map?.map(key), object);
  const key = keys.at(-1);
  return key === undefined ? undefined : owner?.field(key);
}

/** Takes a field out of an object, and the objects around it that hold nothing else. */
export function takeOut(object: DraftMap, keys: readonly string[]): void {
  const [key, ...rest] = keys;
  if (key === undefined) return;
  const inner = object.map(key);
  if (rest.length > 0 && inner !== undefined) {
    takeOut(inner, rest);
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
