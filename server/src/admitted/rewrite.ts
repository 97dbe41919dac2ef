import { draftFrom } from '../conversion/draftValue.ts';
import { plainValue } from '../conversion/value.ts';
import type { ListNode, MapNode, Node } from '../manifest/node.ts';
import { entryFor, isNull } from '../manifest/node.ts';
import type { Draft, DraftList, DraftMap } from '../manifest/reconcile/draft.ts';

/**
 * Changes a draft into the object after mutation by policies. Unchanged parts keep their position and comments.
 *
 * @param node has the nodes of the draft's origin if unchanged, otherwise new nodes with their spans.
 */
export function rewrite(draft: DraftMap, node: MapNode): void {
  for (const { key } of [...draft.fields()]) if (entryFor(node, key) === undefined) draft.take(key);
  for (const { key } of node.entries) {
    const value = entryFor(node, key)?.value;
    if (value === undefined || isNull(value)) continue;
    const existing = draft.get(key);
    if (existing === undefined || !rewriteInside(existing, value)) draft.set(key, draftFrom(plainValue(value)));
  }
}

/** Changes a draft of the same kind in place; otherwise returns false, and the draft must be replaced. */
function rewriteInside(draft: Draft, node: Node): boolean {
  if (draft.origin === node) return true;
  if (draft.kind === 'scalar') return node.kind === 'scalar' && draft.value === node.value;
  if (draft.kind === 'map' && node.kind === 'map') rewrite(draft, node);
  else if (draft.kind === 'list' && node.kind === 'list') rewriteList(draft, node);
  else return false;
  return true;
}

function rewriteList(draft: DraftList, { items }: ListNode): void {
  const before = [...draft.items];
  const rewritten = items.map((item) => {
    const earlier = before.find(
      ({ origin }) =>
        origin === item || (origin?.kind === item.kind && origin.start === item.start && origin.end === item.end),
    );
    return earlier !== undefined && rewriteInside(earlier, item) ? earlier : draftFrom(plainValue(item));
  });
  draft.items.splice(0, draft.items.length, ...rewritten);
}
