import { draftFrom } from '../../conversion/draftValue.ts';
import type { Value } from '../../conversion/value.ts';
import type { Json } from '../../crd/schema/json.ts';
import { type Draft, DraftMap, isNullDraft, scalarDraft } from '../../manifest/reconcile/draft.ts';
import type { PathSteps } from '../../text/fieldPath.ts';

/** Writes a value if absent, with missing parents. Returns whether it did. */
export function fillIn(root: DraftMap, steps: PathSteps, value: Value): boolean {
  const last = steps.at(-1);
  const owner = steps.slice(0, -1).reduce<Draft | undefined>((at, step) => {
    if (typeof step === 'number') return at?.kind === 'list' ? at.items[step] : undefined;
    return at?.kind === 'map'
      ? (at.get(step) ?? at.mapOrNew(step, { after: [...at.fields()].at(-1)?.key }))
      : undefined;
  }, root);
  if (owner?.kind !== 'map' || typeof last !== 'string' || owner.get(last) !== undefined) return false;
  const before = [...owner.fields()].at(-1)?.key;
  owner.set(last, draftFrom(value), { after: before });
  return true;
}

/** Takes a field out. Gives whether it was there. */
export function removeAtSteps(root: DraftMap, steps: PathSteps): boolean {
  const last = steps.at(-1);
  const owner = steps.slice(0, -1).reduce<Draft | undefined>((at, step) => {
    if (typeof step === 'number') return at?.kind === 'list' ? at.items[step] : undefined;
    return at?.kind === 'map' ? at.get(step) : undefined;
  }, root);
  if (owner?.kind === 'map' && typeof last === 'string') return owner.take(last) !== undefined;
  if (owner?.kind !== 'list' || typeof last !== 'number') return false;
  return owner.items.splice(last, 1).length > 0;
}

/** Changes a draft to the server's object: removes missing fields, adds others. */
export function replaceContent(draft: DraftMap, object: Extract<Json, { kind: 'map' }>): void {
  for (const { key } of [...draft.fields()]) if (!object.entries.has(key)) draft.take(key);
  for (const [key, json] of object.entries) {
    const existing = draft.get(key);
    if (existing === undefined) {
      if (!(json.kind === 'scalar' && json.value === null)) draft.set(key, draftOfJson(json));
    } else becomeInside(existing, json);
  }
}

function becomeInside(existing: Draft, json: Json): void {
  if (existing.kind === 'map' && json.kind === 'map') replaceContent(existing, json);
  if (existing.kind !== 'list' || json.kind !== 'list') return;
  for (const [index, item] of json.items.entries()) {
    const draft = existing.items[index];
    if (draft !== undefined && !isNullDraft(draft)) becomeInside(draft, item);
  }
}

function draftOfJson(json: Json): Draft {
  if (json.kind === 'scalar') return scalarDraft(json.value);
  if (json.kind === 'list') return draftFrom(json.items.map(plain));
  const map = new DraftMap();
  for (const [key, value] of json.entries) map.set(key, draftOfJson(value));
  return map;
}

function plain(json: Json): Value {
  if (json.kind === 'scalar') return json.value;
  if (json.kind === 'list') return json.items.map(plain);
  return Object.fromEntries([...json.entries].map(([key, value]) => [key, plain(value)]));
}
