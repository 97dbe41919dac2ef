import { type FieldPath, fieldOf, itemOf } from '../text/fieldPath.ts';
import type { MapNode, Node } from './node.ts';

/** A value with its place. */
export interface NodeAtPath<N extends Node = Node> {
  readonly node: N;
  readonly path: FieldPath;
}

/**
 * The values at a path below a value. A step is a field name or `*` for every field; each `[]` after it opens a list,
 * and a path that begins with `[]` is for a list.
 */
export function nodesAt(root: Node, path: string): readonly NodeAtPath[] {
  return [...below(root, undefined, path === '' ? [] : path.split('.'))];
}

/** The maps at such a path. */
export function mapsAt(root: Node, path: string): readonly NodeAtPath<MapNode>[] {
  return nodesAt(root, path).flatMap(({ node, path: at }) => (node.kind === 'map' ? [{ node, path: at }] : []));
}

/** The scalars at such a path that are not null, as texts. */
export function scalarTextsAt(root: Node, path: string): readonly string[] {
  return nodesAt(root, path).flatMap(({ node }) =>
    node.kind === 'scalar' && node.value !== null ? [String(node.value)] : [],
  );
}

function* below(node: Node, path: FieldPath, [step, ...rest]: readonly string[]): Iterable<NodeAtPath> {
  if (step === undefined) {
    yield { node, path };
    return;
  }
  if (step === '[]') {
    if (node.kind !== 'list') return;
    for (const [index, item] of node.items.entries()) yield* below(item, itemOf(path, index), rest);
    return;
  }
  if (node.kind !== 'map') return;
  const list = step.endsWith('[]');
  const name = list ? step.slice(0, -'[]'.length) : step;
  for (const { key, value } of node.entries) {
    if (name === '*' || key === name) yield* below(value, fieldOf(path, key), list ? ['[]', ...rest] : rest);
  }
}
