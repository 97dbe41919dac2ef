import { jsonOf, jsonText } from '../../crd/schema/json.ts';
import type { Finding } from '../../finding.ts';
import { isNull, type MapNode, type Node, valueFor } from '../../manifest/node.ts';
import { type FieldPath, fieldOf, formatPath, itemOf } from '../../text/fieldPath.ts';
import type { Span } from '../../text/span.ts';
import type { Check, StoredObject } from '../check.ts';
import { shapeOf } from '../policies/admittedObjects.ts';
import { itemsOf } from '../policies/merge.ts';
import type { MergeShape } from '../policies/shape.ts';

/** Values that a server-side apply changes although another manager owns them. */
export const fieldConflict: Check = {
  codes: [
    {
      code: 'field-conflict',
      consequences: ['invalid'],
      title: 'A server-side apply changes a field of another manager',
    },
  ],
  resource({ resource, stored, writer, availability, surface }, emit) {
    if (writer?.operation !== 'server-side-apply' || writer.forces !== false || stored?.isWhole !== true) return;
    if (availability.state !== 'served' || stored.resource.apiVersion !== resource.apiVersion) return;
    const shape = shapeOf(availability.resource, surface);
    if (shape === undefined) return;
    for (const { path, steps, span } of changesIn(resource.root, stored.resource.root, shape)) {
      const owners = stored.ownersOf(steps);
      if (owners.length > 0) emit(describe(formatPath(path), span, owners));
    }
  },
};

/** A value that differs from the stored one. */
interface ChangedLeaf {
  readonly path: FieldPath;
  /** Of the stored value. */
  readonly steps: readonly (string | number)[];
  readonly span: Span;
}

interface Pair {
  readonly path: FieldPath;
  readonly steps: readonly (string | number)[];
  readonly span: Span;
}

function changesIn(written: MapNode, live: MapNode, shape: MergeShape, at?: Pair): readonly ChangedLeaf[] {
  return written.entries.flatMap(({ key, keySpan, value }): readonly ChangedLeaf[] => {
    const before = valueFor(live, key);
    const field = shape.kind === 'map' ? shape.field(key) : shape;
    if (field === undefined || (at === undefined && key === 'status')) return [];
    const pair = { path: fieldOf(at?.path, key), steps: [...(at?.steps ?? []), key], span: keySpan };
    return before === undefined ? [] : changesOf(value, before, field, pair);
  });
}

function changesOf(written: Node, live: Node, shape: MergeShape, pair: Pair): readonly ChangedLeaf[] {
  if (isNull(written)) return [];
  if (written.kind === 'map' && live.kind === 'map' && !(shape.kind === 'map' && shape.isAtomic)) {
    return changesIn(written, live, shape, pair);
  }
  if (written.kind === 'list' && live.kind === 'list' && shape.kind === 'list' && shape.merge !== 'atomic') {
    return changedItems(written, live, shape, pair);
  }
  return jsonText(jsonOf(written, written)) === jsonText(jsonOf(live, live)) ? [] : [pair];
}

function changedItems(
  written: Extract<Node, { kind: 'list' }>,
  live: Extract<Node, { kind: 'list' }>,
  shape: Extract<MergeShape, { kind: 'list' }>,
  { path, steps, span }: Pair,
): readonly ChangedLeaf[] {
  const [ours, stored] = [itemsOf(written, shape.merge), itemsOf(live, shape.merge)];
  if (ours === undefined || stored === undefined) return [];
  const indexes = new Map(stored.map(({ name }, index) => [name, index]));
  return ours.flatMap(({ name, node }, index) => {
    const storedIndex = indexes.get(name);
    const before = storedIndex === undefined ? undefined : stored[storedIndex]?.node;
    if (storedIndex === undefined || before === undefined) return [];
    return changesOf(node, before, shape.item(), { path: itemOf(path, index), steps: [...steps, storedIndex], span });
  });
}

function describe(path: string, { start, end }: Span, owners: StoredOwners): Finding {
  const names = owners.map((name) => JSON.stringify(name)).join(' and ');
  return {
    code: 'field-conflict',
    consequence: 'invalid',
    path,
    span: { start, end },
    message: `${path} belongs to ${names}, and has another value here`,
    why: 'A server-side apply that changes a field of another manager is refused with 409 Conflict, unless it is forced.',
    remedy: 'Leave the field out, write the stored value, or take it over with --force-conflicts.',
    source: 'k8s.io/apimachinery pkg/util/managedfields/internal/structuredmerge.go, Apply',
    fixes: () => [],
  };
}

type StoredOwners = ReturnType<StoredObject['ownersOf']>;
