import { entryFor, type MapNode, type Node } from '../manifest/node.ts';

/** Fields that tell the items of a list apart where patches are merged into it, the most frequent first. */
const mergeKeys = [
  'name',
  'mountPath',
  'devicePath',
  'containerPort',
  'port',
  'key',
  'topologyKey',
  'ip',
  'type',
  'uid',
];

/** Whether two items of a list are the same to a patch; undefined where nothing tells. */
export function isSameItem(a: MapNode, b: MapNode): boolean | undefined {
  for (const key of mergeKeys) {
    const [node, other] = [entryFor(a, key)?.value, entryFor(b, key)?.value];
    if (node?.kind === 'scalar' && other?.kind === 'scalar') return node.value === other.value;
  }
  return undefined;
}

/**
 * The path in another form of an object of what is at a path in one: patches put items in front of others, so that
 * what has a number in one form has another one in the other. As far as that leads; the rest stays as it is.
 */
export function pathInto(into: Node, from: Node, steps: readonly string[]): readonly string[] {
  let [there, node]: readonly (Node | undefined)[] = [into, from];
  return steps.map((step) => {
    const own = memberOf(node, step);
    const same = there?.kind === 'list' && own?.kind === 'map' ? placeOf(own, there.items) : undefined;
    const name = same === undefined ? step : String(same);
    node = own;
    there = memberOf(there, name);
    return name;
  });
}

function placeOf(item: MapNode, items: readonly Node[]): number | undefined {
  const places = items.flatMap((node, index) =>
    node.kind === 'map' && isSameItem(item, node) === true ? [index] : [],
  );
  return places.length === 1 ? places[0] : undefined;
}

function memberOf(node: Node | undefined, step: string): Node | undefined {
  if (node?.kind === 'map') return entryFor(node, step)?.value;
  return node?.kind === 'list' && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
}
