import { isNull, type MapNode, type Node } from '../../manifest/node.ts';
import { type FieldPath, fieldOf, itemOf } from '../../text/fieldPath.ts';

/** A map with its place. */
export interface PlacedMap {
  readonly object: MapNode;
  readonly path: FieldPath;
}

/**
 * The maps at a path below a value. A step is the name of a field or `*` for every field; each `[]` behind it opens a
 * list, so that a path that begins with `[]` is for a value that is a list itself.
 */
export function mapsAt(root: Node, path: string): readonly PlacedMap[] {
  return [...below(root, undefined, path === '' ? [] : path.split('.'))];
}

function* below(node: Node, path: FieldPath, [step, ...rest]: readonly string[]): Iterable<PlacedMap> {
  if (step === undefined) {
    if (node.kind === 'map') yield { object: node, path };
    return;
  }
  if (step === '[]') {
    if (node.kind !== 'list') return;
    for (const [index, item] of node.items.entries()) yield* below(item, itemOf(path, index), rest);
    return;
  }
  if (node.kind !== 'map' || isNull(node)) return;
  const list = step.endsWith('[]');
  const name = list ? step.slice(0, -'[]'.length) : step;
  for (const { key, value } of node.entries) {
    if (name === '*' || key === name) yield* below(value, fieldOf(path, key), list ? ['[]', ...rest] : rest);
  }
}
