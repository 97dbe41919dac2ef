import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import { type DraftPath, eachOpenSlot, eachSlot, isWithin, valueNear } from '../draftPath.ts';
import { dataOf, draftFrom } from '../draftValue.ts';
import type { Condition, DefaultStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';
import { sameValue, type Value } from '../value.ts';

/** Makes a version's default explicit in omitted fields. */
export function writeImpliedDefault(root: DraftMap, step: DefaultStep): void {
  const write = (owner: DraftMap, key: string) => {
    if (!isSet(owner, key, step)) owner.set(key, draftFrom(step.value), { implied: true, after: step.after });
  };
  eachSlot(root, step.path, 'imply', write, conditionOf(root, step));
}

/**
 * Removes implied values that equal this version's default. With `take`, also removes others, and reports them as
 * changed. Reports an absent field as forced: the other version has no default for it, and this one cannot leave it
 * unset.
 */
export function removeImpliedDefault(
  root: DraftMap,
  step: DefaultStep,
  defaults: 'keep' | 'take',
  remarks: Remarks,
): void {
  const removeFrom = (owner: DraftMap | undefined, key: string, path: DraftPath) => {
    const field = owner?.field(key);
    if (owner === undefined || field === undefined || !isSet(owner, key, step)) {
      remarks.forced.push(remark(path, `this version defaults to ${shown(step.value)} if the field is unset`));
    } else if (field.implied) {
      const value = dataOf(field.value);
      const isDefault = sameValue(value, step.value);
      if (!isDefault && defaults === 'keep') return;
      owner.take(key);
      if (!isDefault) remarks.changed.push(remark(path, `was ${shown(value)} and becomes ${shown(step.value)}`));
    }
  };
  eachOpenSlot(root, step.path, 'existing', removeFrom, conditionOf(root, step));
}

function isSet(owner: DraftMap, key: string, { empty }: DefaultStep): boolean {
  const value = owner.get(key);
  if (value === undefined || empty === undefined) return value !== undefined;
  return value.kind === 'list' ? value.items.length > 0 : value.kind !== 'scalar' || value.value !== '';
}

function shown(value: Value): string {
  return JSON.stringify(value, (_, nested: unknown) => (typeof nested === 'bigint' ? Number(nested) : nested));
}

/** The predicate of a conditional default; undefined for an unconditional one. */
function conditionOf(
  root: DraftMap,
  { within, unless, where }: DefaultStep,
): ((path: DraftPath) => boolean) | undefined {
  if (within === undefined && unless === undefined && where === undefined) return undefined;
  return (path) => {
    if (within !== undefined && !isWithin(root, within, path)) return false;
    if (unless !== undefined && holds(root, unless, path)) return false;
    return where === undefined || holds(root, where, path);
  };
}

function holds(root: DraftMap, { path, is }: Condition, draftPath: DraftPath): boolean {
  const draft = valueNear(root, path, draftPath);
  if (draft === undefined) return false;
  const value = dataOf(draft);
  return is.some((candidate) => sameValue(value, candidate));
}
