import type { Draft, DraftMap } from '../../manifest/reconcile/draft.ts';
import { type DraftPath, eachSlot, eachValue } from '../draftPath.ts';
import { dataOf, draftFrom, isEmptyDraft } from '../draftValue.ts';
import type { ForceStep, RefuseStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';
import { sameValue } from '../value.ts';

/** Replaces values that a version refuses by the nearest allowed one, and reports them. */
export function forceAllowedValue(root: DraftMap, { path, allowed, value, says }: ForceStep, remarks: Remarks): void {
  eachSlot(root, path, 'existing', (owner, key, path) => {
    const current = owner.get(key);
    if (current === undefined || allowed.some((candidate) => sameValue(dataOf(current), candidate))) return;
    owner.set(key, draftFrom(value));
    remarks.forced.push(remark(path, says));
  });
}

/** Reports the fields of a `refuse` step. */
export function refuse(root: DraftMap, step: RefuseStep, remarks: Remarks): void {
  const { path, says, as = 'left', when = 'present', is = [], within } = step;
  if (within !== undefined && !exists(root, within)) return;
  const visit = (value: Draft | undefined, path: DraftPath) => {
    if (applies(value, when, is)) remarks[as].push(remark(path, says));
  };
  if (when !== 'not' && when !== 'absent') eachValue(root, path, visit);
  else eachSlot(root, path, 'existing', (owner, key, path) => visit(owner.get(key), path));
}

function exists(root: DraftMap, path: string): boolean {
  let hasValue = false;
  eachValue(root, path, () => {
    hasValue = true;
  });
  return hasValue;
}

function applies(
  draft: Draft | undefined,
  when: NonNullable<RefuseStep['when']>,
  is: NonNullable<RefuseStep['is']>,
): boolean {
  const value = () => (draft === undefined ? undefined : dataOf(draft));
  switch (when) {
    case 'present':
      return draft !== undefined;
    case 'absent':
      return draft === undefined;
    case 'empty':
      return draft !== undefined && isEmptyDraft(draft);
    case 'digits':
      return draft?.kind === 'scalar' && typeof draft.value === 'string' && /^\d+$/.test(draft.value);
    case 'is':
      return is.some((candidate) => sameValue(candidate, value()));
    case 'not':
      return !is.some((candidate) => sameValue(candidate, value()));
  }
}
