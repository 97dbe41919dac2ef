import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import { eachSlot, slots, valueNear } from '../draftPath.ts';
import { dataOf, draftFrom, isEmptyDraft } from '../draftValue.ts';
import type { DeriveStep } from '../family.ts';
import type { Remarks } from '../remarks.ts';
import { sameValue } from '../value.ts';

/** Makes a value explicit that a version copies from another field. */
export function deriveFrom(root: DraftMap, { path, from, unless = path, empty }: DeriveStep): void {
  const source = valueNear(root, from, []);
  const present = valueNear(root, unless, []);
  if (source === undefined || isEmptyDraft(source)) return;
  if (present !== undefined && !(empty === 'absent' && isEmptyDraft(present))) return;
  eachSlot(root, path, 'imply', (owner, key) => owner.set(key, draftFrom(dataOf(source)), { implied: true }));
}

/**
 * Removes an implied value that this version copies anyway. Reports an absent field as forced, because this version
 * copies it as well.
 */
export function removeDerived(root: DraftMap, { path, from, unless = path }: DeriveStep, remarks: Remarks): void {
  const source = valueNear(root, from, []);
  if (source === undefined || isEmptyDraft(source)) return;
  for (const { owner, key } of slots(root, path, 'existing')) {
    const field = owner.field(key);
    if (field?.implied === true && sameValue(dataOf(field.value), dataOf(source))) {
      owner.take(key);
      return;
    }
  }
  const present = valueNear(root, unless, []);
  if (present === undefined || isEmptyDraft(present)) {
    remarks.forced.push({ path, message: `this version copies ${from} if the field is unset` });
  }
}
