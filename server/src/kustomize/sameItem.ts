import { entryFor, type MapNode, type Node } from '../manifest/node.ts';

/** The merge keys of list items in patches, the most frequent first. */
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

/** Whether two list items are the same in a patch; undefined without a merge key. */
export function isSameItem(a: MapNode, b: MapNode): boolean | undefined {
  for (const key of mergeKeys) {
    const [node, other] = [entryFor(a, key)?.value, entryFor(b, key)?.value];
    if (node?.kind === 'scalar' && other?.kind === 'scalar') return node.value === other.value;
  }
  return undefined;
}

/**
 * The path of a value in another form of an object: patches prepend items, so indices differ between forms. Maps as far
 * as possible; the rest stays unchanged.
 */
export function pathInto(into: Node, from: Node, steps: readonly string[]): readonly string[] {
  let [existing, node]: readonly (Node | undefined)[] = [into, from];
  return steps.map((step) => {
    const member = memberOf(node, step);
    const same = existing?.kind === 'list' && member?.kind === 'map' ? itemIndex(member, existing.items) : undefined;
    const name = same === undefined ? step : String(same);
    node = member;
    existing = memberOf(existing, name);
    return name;
  });
}

function itemIndex(item: MapNode, items: readonly Node[]): number | undefined {
  const indices = items.flatMap((node, index) =>
    node.kind === 'map' && isSameItem(item, node) === true ? [index] : [],
  );
  return indices.length === 1 ? indices[0] : undefined;
}

function memberOf(node: Node | undefined, step: string): Node | undefined {
  if (node?.kind === 'map') return entryFor(node, step)?.value;
  return node?.kind === 'list' && /^\d+$/.test(step) ? node.items[Number(step)] : undefined;
}
