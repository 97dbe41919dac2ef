import type { OffGate } from '../../catalog/droppedFields/gates.ts';
import { type MapNode, type Node, stringFor, valueFor } from '../../manifest/node.ts';
import { fieldOf, itemOf } from '../../text/fieldPath.ts';
import type { ObjectJudge, Place, Report } from '../check.ts';
import { reportGated } from './report.ts';

const source = 'pkg/api/pod/util.go';
const containerLists = ['containers', 'initContainers', 'ephemeralContainers'];

/** Without the gate ImageVolume the volumes of images fall, and every mount of them (`dropImageVolumes`). */
export function imageVolumes(gate: OffGate): ObjectJudge {
  return (spec, at, report) => {
    const names = new Set<string>();
    for (const { item, place } of itemsOf(spec, 'volumes', at)) {
      if (valueFor(item, 'image') === undefined) continue;
      names.add(stringFor(item, 'name') ?? '');
      give(gate, place, report, 'The image volume');
    }
    if (names.size === 0) return;
    for (const list of containerLists) {
      for (const container of itemsOf(spec, list, at)) {
        for (const { item, place } of itemsOf(container.item, 'volumeMounts', container.place)) {
          if (names.has(stringFor(item, 'name') ?? '')) give(gate, place, report, 'The mount of the image volume');
        }
      }
    }
  };
}

function give(gate: OffGate, place: Place, report: Report, what: string): void {
  reportGated([gate], place, source, report, what);
}

function itemsOf(object: MapNode, field: string, at: Place): readonly { item: MapNode; place: Place }[] {
  const list: Node | undefined = valueFor(object, field);
  if (list?.kind !== 'list') return [];
  const path = fieldOf(at.path, field);
  return list.items.flatMap((item, index) =>
    item.kind === 'map' ? [{ item, place: { subject: at.subject, path: itemOf(path, index), key: keyOf(item) } }] : [],
  );
}

/** Where an item of a list is shown: its first field. */
function keyOf(item: MapNode): Place['key'] {
  return item.entries[0]?.keySpan ?? { start: item.start, end: item.start };
}
