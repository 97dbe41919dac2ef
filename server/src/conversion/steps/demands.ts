import type { Draft, DraftMap } from '../../manifest/reconcile/draft.ts';
import { reach, slots } from '../draftPath.ts';
import { dataOf, draftFrom, isEmptyDraft } from '../draftValue.ts';
import type { ForceStep, RefuseStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';
import { sameValue } from '../value.ts';

/** Writes the nearest value that a version accepts where it would refuse what stands there. */
export function force(root: DraftMap, { path, allowed, value, says }: ForceStep, remarks: Remarks): void {
  for (const { owner, key, place } of slots(root, path, 'existing')) {
    const present = owner.get(key);
    if (present === undefined || allowed.some((one) => sameValue(dataOf(present), one))) continue;
    owner.set(key, draftFrom(value));
    remarks.forced.push(remark(place, says));
  }
}

/** Remarks what a version does not take over by itself. */
export function refuse(root: DraftMap, step: RefuseStep, remarks: Remarks): void {
  const { path, says, as = 'left', when = 'present', is = [], within } = step;
  if (within !== undefined && reach(root, within).length === 0) return;
  const places =
    when === 'not' || when === 'absent'
      ? slots(root, path, 'existing').map(({ owner, key, place }) => ({ value: owner.get(key), place }))
      : reach(root, path);
  for (const { value, place } of places) if (applies(value, when, is)) remarks[as].push(remark(place, says));
}

function applies(
  draft: Draft | undefined,
  when: NonNullable<RefuseStep['when']>,
  is: NonNullable<RefuseStep['is']>,
): boolean {
  const value = draft === undefined ? undefined : dataOf(draft);
  switch (when) {
    case 'present':
      return draft !== undefined;
    case 'absent':
      return draft === undefined;
    case 'empty':
      return draft !== undefined && isEmptyDraft(draft);
    case 'digits':
      return typeof value === 'string' && /^\d+$/.test(value);
    case 'is':
      return is.some((one) => sameValue(one, value));
    case 'not':
      return !is.some((one) => sameValue(one, value));
  }
}
