import { type DraftMap, listDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import { eachObject, eachSlot, slots, valueNear } from '../draftPath.ts';
import { dataOf, draftFrom } from '../draftValue.ts';
import type { AnnotationStep, DropStep, OmitStep, ValuesStep, WrapStep } from '../family.ts';
import { type Remarks, remark } from '../remarks.ts';
import { isValueList, isValueMap, sameValue, type Value } from '../value.ts';
import { removeMoved } from './move.ts';

/**
 * Writes values in the notation of the other side.
 *
 * @param side the side that the draft comes from.
 */
export function exchangeValues(root: DraftMap, { path, pairs }: ValuesStep, side: 'version' | 'hub'): void {
  const fromSide = (pair: ValuesStep['pairs'][number]) => pair[side === 'version' ? 0 : 1];
  eachSlot(root, path, 'existing', (owner, key) => {
    const field = owner.field(key);
    if (field === undefined) return;
    const value = dataOf(field.value);
    const pair =
      pairs.find((candidate) => sameValue(value, fromSide(candidate))) ??
      pairs.find((candidate) => sameValue(withoutEmpty(value), fromSide(candidate)));
    if (pair === undefined) return;
    owner.set(key, draftFrom(side === 'version' ? pair[1] : pair[0]), { implied: field.implied });
  });
}

/** A value without empty maps and lists, which Go's semantic comparison treats as absent. */
function withoutEmpty(value: Value): Value {
  if (!isValueMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, member]) => {
      const inner = withoutEmpty(member);
      const isEmpty = isValueList(inner) ? inner.length === 0 : isValueMap(inner) && Object.keys(inner).length === 0;
      return isEmpty ? [] : [[key, inner]];
    }),
  );
}

/** Converts a list to a field with its first item. */
export function unwrap(root: DraftMap, { at = '', list, item }: WrapStep, remarks: Remarks): void {
  eachObject(root, at, (object, start) => {
    for (const { owner, key, path } of slots(object, list, 'existing')) {
      const items = owner.list(key)?.items;
      const [first, ...more] = items ?? [];
      if (first === undefined) continue;
      const [slot] = slots(object, item, 'make');
      if (slot === undefined) continue;
      if (more.length > 0) remarks.lost.push(remark([...start, ...path], 'only its first item can be expressed'));
      owner.set(key, first);
      if (slot.owner === owner) owner.rename(key, slot.key);
      else moveField(owner, key, slot.owner, slot.key);
    }
  });
}

/** Converts a field to a list with it as the only item. */
export function wrap(root: DraftMap, { at = '', list, item }: WrapStep): void {
  eachObject(root, at, (object) => {
    for (const { owner, key } of slots(object, item, 'existing')) {
      const value = owner.get(key);
      if (value === undefined) continue;
      const [slot] = slots(object, list, 'make');
      if (slot === undefined) continue;
      owner.set(key, listDraft([value]));
      if (slot.owner === owner) owner.rename(key, slot.key);
      else moveField(owner, key, slot.owner, slot.key);
    }
  });
}

function moveField(from: DraftMap, key: string, to: DraftMap, name: string): void {
  const field = from.take(key);
  if (field !== undefined) to.put(name, field);
}

/** Removes fields without effect: all, or those equal to another field. */
export function drop(root: DraftMap, { path, same }: DropStep): void {
  eachSlot(root, path, 'existing', (owner, key, path) => {
    const value = owner.get(key);
    const other = same === undefined ? value : valueNear(root, same, path);
    if (value !== undefined && other !== undefined && sameValue(dataOf(value), dataOf(other))) owner.take(key);
  });
}

/** Removes values that a version treats like an absent field. */
export function omit(root: DraftMap, { path, is }: OmitStep): void {
  eachSlot(root, path, 'existing', (owner, key) => {
    const value = owner.get(key);
    if (value !== undefined && is.some((candidate) => sameValue(candidate, dataOf(value)))) owner.take(key);
  });
}

/** Moves a value from the annotation of a version to the field of the hub. */
export function readAnnotation(root: DraftMap, { name, holds, as }: AnnotationStep): void {
  const annotations = root.map('metadata')?.map('annotations');
  const text = annotations?.string(name);
  if (annotations === undefined || text === undefined) return;
  if (as === 'integer' && !/^[+-]?\d{1,15}$/.test(text)) return;
  const [slot] = slots(root, holds, 'make');
  if (slot === undefined || slot.owner.get(slot.key) !== undefined) return;
  annotations.take(name);
  if (annotations.fields().next().done) root.map('metadata')?.take('annotations');
  slot.owner.set(slot.key, scalarDraft(as === 'integer' ? Number(text) : text));
}

/** Moves a value from the field of the hub to the annotation of a version. */
export function writeAnnotation(root: DraftMap, { name, holds }: AnnotationStep): void {
  const [slot] = slots(root, holds, 'existing');
  const value = slot?.owner.scalar(slot.key);
  if (slot === undefined || value === undefined || value === null) return;
  removeMoved(
    root,
    slot.path.flatMap((step) => (typeof step === 'string' ? [step] : [])),
  );
  root
    .mapOrNew('metadata')
    ?.mapOrNew('annotations')
    ?.set(name, scalarDraft(String(value)));
}
