import { type Span, touches } from '../text/span.ts';
import type { MapEntry, MapNode, Node } from './node.ts';
import { entryFor, isNull, valueFor } from './node.ts';

/** A path's value, and its key or, in a list, the identifying item. */
export interface LocatedValue {
  readonly node: Node;
  readonly key: Span;
  /** Whether the whole path exists; if not, `node` and `key` are the nearest existing ancestor's. */
  readonly exact: boolean;
}

/**
 * The steps of a path in Kubernetes' notation: `spec.containers[0].env[A.B].name`. Bracketed text is one step,
 * including numbers: whether it is an index depends on the value.
 */
export function pathSteps(path: string): string[] {
  const steps: string[] = [];
  // Written by hand, because it runs several times for each finding, and a regular expression takes five times as long.
  for (let at = 0; at < path.length; ) {
    const end = path[at] === '[' ? path.indexOf(']', at) : -1;
    if (end !== -1) {
      steps.push(path.slice(at + 1, end));
      at = end + 1;
    } else if (isSeparator(path, at)) at++;
    else {
      const start = at;
      while (at < path.length && !isSeparator(path, at)) at++;
      steps.push(path.slice(start, at));
    }
  }
  return steps;
}

function isSeparator(path: string, at: number): boolean {
  const letter = path[at];
  return letter === '.' || letter === '[' || letter === ']';
}

/** The value at a path of names, keys and indices; undefined if absent or null. */
export function valueAtSteps(node: Node | undefined, path: readonly string[]): Node | undefined {
  const [name, ...rest] = path;
  if (name === undefined) return node === undefined || isNull(node) ? undefined : node;
  if (node?.kind === 'list') return valueAtSteps(node.items[Number(name)], rest);
  return node?.kind === 'map' ? valueAtSteps(valueFor(node, name), rest) : undefined;
}

/** Finds a path below `root`; a path that does not exist leads to its nearest existing ancestor. */
export function locate(root: Node, path: string): LocatedValue {
  let node = root;
  let key: Span = firstKey(root);
  for (const step of pathSteps(path)) {
    const next = member(node, step);
    if (next === undefined) return { node, key, exact: false };
    node = next.node;
    key = next.key;
  }
  return { node, key, exact: true };
}

/** A resource as a whole is shown at its first key. */
function firstKey(root: Node): Span {
  const span = root.kind === 'map' ? (root.entries[0]?.keySpan ?? root) : root;
  return { start: span.start, end: span.end };
}

function member(node: Node, step: string): { readonly node: Node; readonly key: Span } | undefined {
  if (node.kind === 'map') {
    const entry = entryFor(node, step);
    return entry && { node: entry.value, key: entry.keySpan };
  }
  if (node.kind !== 'list' || !/^\d+$/.test(step)) return undefined;
  const item = node.items[Number(step)];
  return item && { node: item, key: { start: item.start, end: item.end } };
}

/** The deepest value or key at an offset. */
export interface DeepestNode {
  /** Map keys and list indices from the root to the value. */
  readonly path: readonly (string | number)[];
  readonly node: Node;
  /** The entry whose key the offset touches, if it is on a key; the path then leads to its value. */
  readonly onKey: MapEntry | undefined;
}

/** The deepest value at an offset of the text, for the editor; the root if there is no deeper one. */
export function deepestAt(root: Node, offset: number): DeepestNode {
  const path: (string | number)[] = [];
  let node = root;
  for (;;) {
    const step = node.kind === 'map' ? stepInMap(node, offset) : stepInList(node, offset);
    if (step === undefined) return { path, node, onKey: undefined };
    path.push(step.name);
    node = step.node;
    if (step.onKey !== undefined) return { path, node, onKey: step.onKey };
  }
}

interface Step {
  readonly name: string | number;
  readonly node: Node;
  readonly onKey: MapEntry | undefined;
}

function stepInMap(map: MapNode, offset: number): Step | undefined {
  for (const entry of map.entries) {
    if (entry.merged) continue;
    if (touches(entry.keySpan, offset)) return { name: entry.key, node: entry.value, onKey: entry };
    // The target of an alias is written elsewhere.
    if (entry.alias === undefined && touches(entry.value, offset)) {
      return { name: entry.key, node: entry.value, onKey: undefined };
    }
  }
  return undefined;
}

function stepInList(node: Node, offset: number): Step | undefined {
  if (node.kind !== 'list') return undefined;
  const index = node.items.findIndex((item) => touches(item, offset));
  const item = node.items[index];
  return item && { name: index, node: item, onKey: undefined };
}
