import type { ApiSurface } from '../catalog/surface.ts';
import { type SkewRange, skewRange } from '../checks/skew.ts';
import { type Component, components } from '../sources/components.ts';
import { type CelChanges, celChanges } from './cel.ts';
import {
  type GateChange,
  gateChanges,
  type ServedChanges,
  type StorageChange,
  servedChanges,
  storageChanges,
} from './changes.ts';
import { type DefaultChange, defaultChanges } from './defaults.ts';
import { type FieldChange, fieldChanges } from './fields.ts';
import { type State, type StepKind, statesBetween, type TakenOut } from './states.ts';
import { type Unreadable, unreadableFor, type WayBack, wayBack } from './wayBack.ts';

/** The way from one server to another. */
export interface Plan {
  readonly from: ApiSurface;
  readonly to: ApiSurface;
  /** Empty where both are the same. */
  readonly steps: readonly Step[];
  /** The defaults that differ at the two ends; which step changes one is not always known to the minor. */
  readonly defaults: readonly DefaultChange[];
}

/** One step: a server that is restarted with another binary or other flags, control plane node by control plane node. */
export interface Step {
  readonly kind: StepKind;
  readonly before: ApiSurface;
  readonly after: ApiSurface;
  readonly takenOut: readonly TakenOut[];
  readonly served: ServedChanges;
  readonly storage: readonly StorageChange[];
  readonly gates: readonly GateChange[];
  readonly fields: readonly FieldChange[];
  readonly defaults: readonly DefaultChange[];
  readonly cel: CelChanges;
  /** What is stored in versions that the new binary cannot read: it has to be migrated before the step. */
  readonly migrateBefore: readonly Unreadable[];
  /** The versions of the other components that go with the server after the step. */
  readonly skew: readonly ComponentRange[];
  /** The way back to the first server of the plan once the step is done. */
  readonly wayBack: WayBack;
}

/** Which versions of a component go with a server. */
export interface ComponentRange extends SkewRange {
  readonly component: Component;
}

/**
 * Plans the way from one server to another by the steps of KEP-4330. A way down is the way up taken backwards. Every
 * step is a server that really starts; what it changes is the difference of what the two serve, store and drop.
 */
export function planBetween(from: ApiSurface, to: ApiSurface): Plan {
  const states = isDown(from, to) ? backwards(from, to) : statesBetween(from, to);
  const passed: ApiSurface[] = [];
  let before = from;
  const steps: Step[] = [];
  for (const { kind, surface, takenOut } of states) {
    const stored = [from, ...passed];
    passed.push(surface);
    const migrateBefore = stored.flatMap((one) => unreadableFor(one, surface));
    steps.push({
      kind,
      before,
      after: surface,
      takenOut,
      served: servedChanges(before, surface),
      storage: storageChanges(before, surface),
      gates: gateChanges(before, surface),
      fields: fieldChanges(before, surface),
      defaults: defaultChanges(before, surface),
      cel: celChanges(before, surface),
      migrateBefore: [...new Map(migrateBefore.map((one) => [`${one.resource} ${one.version}`, one])).values()],
      skew: rangesOf(surface),
      wayBack: wayBack(from, passed),
    });
    before = surface;
  }
  return { from, to, steps, defaults: defaultChanges(from, to) };
}

function isDown(from: ApiSurface, to: ApiSurface): boolean {
  return from.versions.binary > to.versions.binary;
}

/** The states of the way up, last first; each step undoes what led up to the state that it leaves. */
function backwards(from: ApiSurface, to: ApiSurface): readonly State[] {
  const up = statesBetween(to, from);
  const kinds = up.map(({ kind }) => kind).reverse();
  const surfaces = [to, ...up.slice(0, -1).map(({ surface }) => surface)].reverse();
  return surfaces.map((surface, index) => ({ kind: kinds[index] ?? 'settings', surface, takenOut: [] }));
}

function rangesOf({ versions }: ApiSurface): readonly ComponentRange[] {
  return components.flatMap((component) => {
    const range = skewRange(component, versions);
    return range === undefined ? [] : [{ component, ...range }];
  });
}
