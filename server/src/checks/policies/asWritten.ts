import { entryFor, type ListNode, type MapEntry, type MapNode, type Node } from '../../manifest/node.ts';
import type { AdmittedObject } from './admittedObjects.ts';

/**
 * A completed object after its policies, as a manifest would say it: without the defaults that they left alone. Unchanged
 * parts keep the nodes of the object that was sent.
 */
export function asWritten(mutated: MapNode, { resource, completion }: AdmittedObject): MapNode {
  if (completion === undefined) return mutated;
  return mapAsWritten(mutated, resource.root, completion.sent.resource.root, completion.generated);
}

/** @param before the completed map. @param sent as it was before that. */
function mapAsWritten(mutated: MapNode, before: MapNode, sent: MapNode, generated: ReadonlySet<Node>): MapNode {
  if (mutated === before) return sent;
  const entries = mutated.entries.flatMap((entry): readonly MapEntry[] => {
    const [completed, sentEntry] = [entryFor(before, entry.key), entryFor(sent, entry.key)];
    if (completed?.value === entry.value) return sentEntry === undefined ? [] : [sentEntry];
    const value = partAsWritten(entry.value, completed?.value, sentEntry?.value, generated);
    return value === undefined ? [] : [{ ...entry, value }];
  });
  // Zeros and nulls that the server does not see.
  const unseen = sent.entries.filter(
    ({ key }) => entryFor(before, key) === undefined && entryFor(mutated, key) === undefined,
  );
  return { ...mutated, entries: [...entries, ...unseen] };
}

function partAsWritten(
  mutated: Node,
  before: Node | undefined,
  sent: Node | undefined,
  generated: ReadonlySet<Node>,
): Node | undefined {
  if (mutated.kind === 'map' && before?.kind === 'map') {
    return mapAsWritten(mutated, before, sent?.kind === 'map' ? sent : { ...before, entries: [] }, generated);
  }
  if (mutated.kind !== 'list' || before?.kind !== 'list') return mutated;
  const sentItems = sent?.kind === 'list' ? sent.items : [];
  const items = mutated.items.flatMap((item) => {
    if (isGenerated(item, generated)) return [];
    const index = indexOf(item, before);
    const earlier = before.items[index];
    if (earlier === undefined) return [item];
    return (
      (earlier === item ? (sentItems[index] ?? item) : partAsWritten(item, earlier, sentItems[index], generated)) ?? []
    );
  });
  // A list of generated items alone is not in the manifest.
  return items.length === 0 && sent === undefined && mutated.items.length > 0 ? undefined : { ...mutated, items };
}

function isGenerated(item: Node, generated: ReadonlySet<Node>): boolean {
  return item.kind === 'map' && item.entries.some(({ value }) => generated.has(value));
}

/** The index of the item that another one was made of: it is at the same place of the text. */
function indexOf(item: Node, { items }: ListNode): number {
  const same = items.indexOf(item);
  if (same >= 0) return same;
  const matching = items.flatMap((candidate, index) =>
    candidate.kind === item.kind && candidate.start === item.start && candidate.end === item.end ? [index] : [],
  );
  return matching.length === 1 ? (matching[0] ?? -1) : -1;
}
