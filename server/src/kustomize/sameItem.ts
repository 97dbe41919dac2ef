import { entryFor, type MapNode, type Node, stringFor } from '../manifest/node.ts';

/**
 * The merge keys of list items in patches. Items with one of the first have a `name` as well, which is not their key.
 *
 * Source: the patchMergeKey tags in k8s.io/api core/v1/types.go.
 */
const mergeKeys = [
  'mountPath',
  'devicePath',
  'containerPort',
  'port',
  'name',
  'key',
  'topologyKey',
  'ip',
  'type',
  'uid',
];

/** Whether two list items are the same in a patch; undefined if that is unclear, as without a merge key. */
export function isSameItem(a: MapNode, b: MapNode): boolean | undefined {
  for (const key of mergeKeys) {
    const [node, other] = [entryFor(a, key)?.value, entryFor(b, key)?.value];
    if (node?.kind !== 'scalar' || other?.kind !== 'scalar') continue;
    if (node.value !== other.value) return false;
    return key.toLowerCase().endsWith('port') ? haveSameProtocol(a, b) : true;
  }
  return undefined;
}

/**
 * Ports have a second key, x-kubernetes-list-map-keys in api/openapi-spec of kubernetes/kubernetes. Where only one of two
 * ports has it, Kustomize 5.8 may drop the port of the patch.
 */
function haveSameProtocol(a: MapNode, b: MapNode): boolean | undefined {
  const [protocol, other] = [stringFor(a, 'protocol'), stringFor(b, 'protocol')];
  return (protocol === undefined) === (other === undefined) ? protocol === other : undefined;
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
