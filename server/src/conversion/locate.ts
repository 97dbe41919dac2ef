import { isNull, type MapNode, type Node, valueFor } from '../manifest/node.ts';

/** A step of a place in a value: a key or an index. */
export type PlaceStep = string | number;

/** A value of a resource that a rule's path leads to. */
export interface Located {
  readonly place: readonly PlaceStep[];
  readonly node: Node;
}

/** A part of a rule's path: a field or key, or every item of a list. */
type PathPart = { readonly key: string } | 'items';

/** Reads `a.b[].c` and `a[key.with.dots]`. */
export function parsePath(path: string): readonly PathPart[] {
  const parts: PathPart[] = [];
  for (const [, field, key] of path.matchAll(/\.?([^.[\]]+)|\[([^\]]*)\]/g)) {
    if (field !== undefined) parts.push({ key: field });
    else parts.push(key === undefined || key === '' ? 'items' : { key });
  }
  return parts;
}

/** Every value that a path leads to; `null` in the text is absent. The empty path leads to the resource itself. */
export function locate(root: MapNode, path: string): readonly Located[] {
  let found: readonly Located[] = [{ place: [], node: root }];
  for (const part of parsePath(path)) found = found.flatMap((at) => next(at, part));
  return found;
}

/**
 * The places where a path's last field would stand: one for each object or list item on the way that is there, also
 * where fields further on are missing.
 */
export function places(root: MapNode, path: string): readonly (readonly PlaceStep[])[] {
  const parts = parsePath(path);
  const lastItems = parts.lastIndexOf('items');
  let found: readonly Located[] = [{ place: [], node: root }];
  for (const part of parts.slice(0, lastItems + 1)) found = found.flatMap((at) => next(at, part));
  const rest = parts.slice(lastItems + 1).flatMap((part) => (part === 'items' ? [] : [part.key]));
  return found.map(({ place }) => [...place, ...rest]);
}

/** The value at a place; `null` is absent. */
export function nodeAt(root: MapNode, place: readonly PlaceStep[]): Node | undefined {
  let at: Node | undefined = root;
  for (const step of place) {
    if (at?.kind === 'map' && typeof step === 'string') at = valueFor(at, step);
    else if (at?.kind === 'list' && typeof step === 'number') at = at.items[step];
    else return undefined;
  }
  return at === undefined || isNull(at) ? undefined : at;
}

/** A place as Kubernetes writes field paths. */
export function formatPlace(place: readonly PlaceStep[]): string {
  return place.map((step, i) => (typeof step === 'number' ? `[${step}]` : i === 0 ? step : `.${step}`)).join('');
}

function next({ place, node }: Located, part: PathPart): readonly Located[] {
  if (part === 'items') {
    if (node.kind !== 'list') return [];
    return node.items.flatMap((item, i) => (isNull(item) ? [] : [{ place: [...place, i], node: item }]));
  }
  const value = node.kind === 'map' ? valueFor(node, part.key) : undefined;
  return value === undefined ? [] : [{ place: [...place, part.key], node: value }];
}
