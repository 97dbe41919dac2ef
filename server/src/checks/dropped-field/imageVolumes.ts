import type { DisabledGate } from '../../catalog/droppedFields/gates.ts';
import { type MapNode, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import { fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { ObjectJudge, ValuePosition } from '../check.ts';
import { reportGated } from './report.ts';

const source = 'pkg/api/pod/util.go';
const containerLists = ['containers', 'initContainers', 'ephemeralContainers'];

/**
 * Without the gate ImageVolume, image volumes and all their mounts are dropped (`dropImageVolumes`). The finding on the
 * volume covers its mounts: if other mounts follow, the stored object has those in their places.
 */
export function imageVolumes(gate: DisabledGate): ObjectJudge {
  return (spec, at, emit) => {
    for (const { item, position } of itemsOf(spec, 'volumes', at)) {
      if (valueFor(item, 'image') === undefined) continue;
      const users = containersThatMount(spec, stringFor(item, 'name') ?? '', at);
      const mounts = users.length === 0 ? '' : `, with its mounts in ${users.join(', ')},`;
      reportGated([gate], position, { source }, emit, `The image volume${mounts}`);
    }
  };
}

function containersThatMount(spec: MapNode, volume: string, at: ValuePosition): readonly string[] {
  return containerLists
    .flatMap((list) => itemsOf(spec, list, at))
    .filter(({ item, position }) =>
      itemsOf(item, 'volumeMounts', position).some((mount) => stringFor(mount.item, 'name') === volume),
    )
    .map(({ item }) => stringFor(item, 'name') ?? '');
}

function itemsOf(
  object: MapNode,
  field: string,
  at: ValuePosition,
): readonly { item: MapNode; position: ValuePosition }[] {
  const list: Node | undefined = valueFor(object, field);
  if (list?.kind !== 'list') return [];
  const path = fieldOf(at.path, field);
  return list.items.flatMap((item, index) =>
    item.kind === 'map'
      ? [{ item, position: { subject: at.subject, path: itemOf(path, index), key: keyOf(item) } }]
      : [],
  );
}

/** Where an item of a list is shown: its first field. */
function keyOf(item: MapNode): ValuePosition['key'] {
  return item.entries[0]?.keySpan ?? { start: item.start, end: item.start };
}
