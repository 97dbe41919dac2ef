import type { DraftMap } from '../../manifest/reconcile/draft.ts';
import { openSlots, type PlaceStep, reach, slots, valueNear } from '../draftPath.ts';
import { dataOf, draftFrom } from '../draftValue.ts';
import type { Condition, DefaultStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';
import { sameValue, type Value } from '../value.ts';

/** Makes a version's default explicit wherever the text says nothing. */
export function imply(root: DraftMap, step: DefaultStep): void {
  for (const { owner, key } of slots(root, step.path, 'imply', (place) => applies(root, step, place))) {
    if (!isSet(owner, key, step)) owner.set(key, draftFrom(step.value), { implied: true, after: step.after });
  }
}

/**
 * Takes back what was made explicit where this version's own default says the same; with `take` also where it says
 * something else, which is remarked as changed. Where the field is absent although this version has a default for it,
 * the other version had none: that nothing is set cannot be said here, which is remarked as forced.
 */
export function withdraw(root: DraftMap, step: DefaultStep, defaults: 'keep' | 'take', remarks: Remarks): void {
  for (const { place, owner, key } of openSlots(root, step.path, (at) => applies(root, step, at))) {
    const field = owner?.field(key);
    if (owner === undefined || field === undefined || !isSet(owner, key, step)) {
      remarks.forced.push(remark(place, `this version writes ${shown(step.value)} where nothing is written`));
    } else if (field.implied) {
      const value = dataOf(field.value);
      const same = sameValue(value, step.value);
      if (!same && defaults === 'keep') continue;
      owner.take(key);
      if (!same) remarks.changed.push(remark(place, `was ${shown(value)} and becomes ${shown(step.value)}`));
    }
  }
}

function isSet(owner: DraftMap, key: string, { empty }: DefaultStep): boolean {
  const value = owner.get(key);
  if (value === undefined || empty === undefined) return value !== undefined;
  return value.kind === 'list' ? value.items.length > 0 : value.kind !== 'scalar' || value.value !== '';
}

function shown(value: Value): string {
  return JSON.stringify(value, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one));
}

function applies(root: DraftMap, { within, unless, where }: DefaultStep, place: readonly PlaceStep[]): boolean {
  if (within !== undefined && !reach(root, within).some((one) => isPrefix(one.place, place))) return false;
  if (unless !== undefined && holds(root, unless, place)) return false;
  return where === undefined || holds(root, where, place);
}

function isPrefix(prefix: readonly PlaceStep[], place: readonly PlaceStep[]): boolean {
  return prefix.every((step, i) => place[i] === step);
}

function holds(root: DraftMap, { path, is }: Condition, place: readonly PlaceStep[]): boolean {
  const value = valueNear(root, path, place);
  return value !== undefined && is.some((one) => sameValue(dataOf(value), one));
}
