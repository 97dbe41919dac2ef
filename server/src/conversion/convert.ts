import type { Draft, DraftMap } from '../manifest/reconcile/draft.ts';
import { formatGroupVersion } from '../targets/groupVersion.ts';
import { formatSteps, type PathStep } from './draftPath.ts';
import { dataOf } from './draftValue.ts';
import type { FamilyVersion, Step } from './family.ts';
import { kindCodes } from './kinds/registry.ts';
import { noRemarks, type Remarks } from './remarks.ts';
import { removeImpliedDefault, writeImpliedDefault } from './steps/default.ts';
import { forceAllowedValue, refuse } from './steps/demands.ts';
import { deriveFrom, removeDerived } from './steps/derive.ts';
import { countDuration, writeDuration } from './steps/duration.ts';
import { listEntries, mapEntries } from './steps/entries.ts';
import { moveFromHub, moveToHub } from './steps/move.ts';
import { drop, exchangeValues, omit, readAnnotation, unwrap, wrap, writeAnnotation } from './steps/shapes.ts';
import { join, split } from './steps/split.ts';
import type { Value } from './value.ts';

/**
 * How to treat defaults that the new version changes: `keep` writes the old ones, `take` accepts the new ones. `none`
 * is for a part of an object, such as a patch, which has no defaults.
 */
export type Defaults = 'keep' | 'take' | 'none';

/** A default of the old version that a conversion writes explicitly. */
export interface WrittenDefault {
  readonly path: string;
  readonly value: Value;
}

/** The result of converting a draft. */
export interface Conversion extends Remarks {
  readonly pinned: readonly WrittenDefault[];
}

/**
 * Converts a draft from one version of a family to another through the hub, like Kubernetes
 * (`k8s.io/apimachinery/pkg/runtime/serializer/versioning`): makes the defaults of `from` explicit, applies the steps
 * of both, and removes values that `to` defaults alike. The caller changes the `apiVersion`.
 */
export function convertDraft(root: DraftMap, from: FamilyVersion, to: FamilyVersion, defaults: Defaults): Conversion {
  const remarks = noRemarks();
  const applies = (step: Step) => defaults !== 'none' || !needsWholeObject(step);
  for (const step of from.steps) if (applies(step)) toHub(root, step, remarks);
  for (let i = to.steps.length - 1; i >= 0; i--) {
    const step = to.steps[i];
    if (step !== undefined && applies(step)) fromHub(root, step, defaults === 'take' ? 'take' : 'keep', remarks);
  }
  root.discardUnchanged();
  if (to.steps.some(isDemand)) {
    for (const step of to.steps) if (applies(step)) demand(root, step, from, remarks);
    root.discardUnchanged();
  }
  const pinned: WrittenDefault[] = [];
  addPinned(root, [], pinned);
  return { ...remarks, pinned };
}

/** Converts a draft to the hub and makes its version's defaults explicit, so that equivalent objects become equal. */
export function toHubForm(root: DraftMap, from: FamilyVersion): void {
  const remarks = noRemarks();
  for (const step of from.steps) toHub(root, step, remarks);
}

/** Converts a draft to the hub except for `values` steps, so that values that are equal in the hub stay distinct. */
export function toHubShape(root: DraftMap, from: FamilyVersion): void {
  const remarks = noRemarks();
  for (const step of from.steps) if (step.step !== 'values') toHub(root, step, remarks);
}

function toHub(root: DraftMap, step: Step, remarks: Remarks): void {
  switch (step.step) {
    case 'default':
      writeImpliedDefault(root, step);
      return;
    case 'derive':
      deriveFrom(root, step);
      return;
    case 'move':
      moveToHub(root, step, remarks);
      return;
    case 'values':
      exchangeValues(root, step, 'version');
      return;
    case 'wrap':
      if (step.listIn === 'hub') wrap(root, step);
      else unwrap(root, step, remarks);
      return;
    case 'split':
      split(root, step, remarks);
      return;
    case 'duration':
      countDuration(root, step, remarks);
      return;
    case 'entries':
      listEntries(root, step, remarks);
      return;
    case 'omit':
      omit(root, step);
      return;
    case 'drop':
      drop(root, step);
      return;
    case 'annotation':
      readAnnotation(root, step);
      return;
    case 'code':
      kindCodes.get(step.name)?.toHub(root, remarks);
      return;
    case 'force':
    case 'refuse':
      return;
  }
}

function fromHub(root: DraftMap, step: Step, defaults: 'keep' | 'take', remarks: Remarks): void {
  switch (step.step) {
    case 'default':
      removeImpliedDefault(root, step, defaults, remarks);
      return;
    case 'derive':
      removeDerived(root, step, remarks);
      return;
    case 'move':
      moveFromHub(root, step, remarks);
      return;
    case 'values':
      exchangeValues(root, step, 'hub');
      return;
    case 'wrap':
      if (step.listIn === 'hub') unwrap(root, step, remarks);
      else wrap(root, step);
      return;
    case 'split':
      join(root, step, remarks);
      return;
    case 'duration':
      writeDuration(root, step, remarks);
      return;
    case 'entries':
      mapEntries(root, step, remarks);
      return;
    case 'annotation':
      writeAnnotation(root, step);
      return;
    case 'code':
      kindCodes.get(step.name)?.fromHub(root, remarks);
      return;
    case 'omit':
    case 'drop':
    case 'force':
    case 'refuse':
      return;
  }
}

function demand(root: DraftMap, step: Step, from: FamilyVersion, remarks: Remarks): void {
  if (step.step === 'force') forceAllowedValue(root, step, remarks);
  if (step.step !== 'refuse') return;
  if (step.comingFrom === undefined || step.comingFrom.includes(formatGroupVersion(from))) refuse(root, step, remarks);
}

function isDemand({ step }: Step): boolean {
  return step === 'force' || step === 'refuse';
}

/** Whether a step depends on omitted fields, which are unknown in a part of an object. */
function needsWholeObject({ step }: Step): boolean {
  return step === 'default' || step === 'derive' || step === 'refuse' || step === 'code';
}

/**
 * Adds the defaults that remain explicit in a converted draft, the innermost ones.
 *
 * @param path the position of the draft; restored afterwards.
 */
function addPinned(draft: Draft, path: PathStep[], pinned: WrittenDefault[]): void {
  if (draft.kind === 'scalar' || !draft.hasImplied) return;
  if (draft.kind === 'list') {
    for (const [i, item] of draft.items.entries()) {
      path.push(i);
      addPinned(item, path, pinned);
      path.pop();
    }
    return;
  }
  for (const { key, value, implied } of draft.fields()) {
    path.push(key);
    const before = pinned.length;
    addPinned(value, path, pinned);
    if (implied && pinned.length === before) pinned.push({ path: formatSteps(path), value: dataOf(value) });
    path.pop();
  }
}
