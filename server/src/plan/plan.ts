import type { ApiSurface } from '../catalog/surface.ts';
import { type SkewRange, skewRange } from '../checks/skew.ts';
import { type Component, components } from '../sources/components.ts';
import type { Minor } from '../targets/version.ts';
import { type CelChanges, celChanges } from './cel.ts';
import {
  type GateChange,
  gateChanges,
  knowsStorage,
  orphanedResources,
  type ServedChanges,
  type StorageChange,
  servedChanges,
  storageChanges,
} from './changes.ts';
import { type DefaultAlongPlan, defaultsAlongPlan } from './defaultSteps.ts';
import { type DefaultChange, defaultChanges } from './defaults.ts';
import { type FieldChange, fieldChanges } from './fields.ts';
import { type Migration, migrationsOf } from './migrations.ts';
import { type MixedServers, mixedServers } from './mixed.ts';
import { type RollbackStatus, rollbackStatus, type UnreadableObjects, unreadableFor } from './rollbackStatus.ts';
import { type PlannedServer, type RemovedSetting, type StepKind, statesBetween } from './states.ts';

/** An upgrade plan from one server to another. */
export interface Plan {
  readonly from: ApiSurface;
  readonly to: ApiSurface;
  /** Empty if both are the same. */
  readonly steps: readonly Step[];
  /** The defaults that differ between the two ends. */
  readonly defaults: readonly DefaultAlongPlan[];
  /** Objects that stay stored in versions other than the last server's. */
  readonly migrations: readonly Migration[];
  /** The binaries whose storage versions are unknown; if there are any, `migrations` is empty. */
  readonly storageUnknown: readonly Minor[];
}

/** A step: the API servers restart with another binary or other flags, one after the other. */
export interface Step {
  readonly kind: StepKind;
  readonly before: ApiSurface;
  readonly after: ApiSurface;
  readonly removedSettings: readonly RemovedSetting[];
  readonly served: ServedChanges;
  /** `resource.group` of resources that are no longer served in any version. */
  readonly orphans: readonly string[];
  readonly storage: readonly StorageChange[];
  readonly gates: readonly GateChange[];
  readonly fields: readonly FieldChange[];
  readonly defaults: readonly DefaultChange[];
  readonly cel: CelChanges;
  /** Objects in versions that the new binary cannot read: they must be migrated before the step. */
  readonly migrateBefore: readonly UnreadableObjects[];
  /** Problems while only some API servers have restarted. */
  readonly mixed: MixedServers;
  /** The versions of other components that the server supports after the step. */
  readonly skew: readonly ComponentRange[];
  /** Whether a rollback to the first server of the plan is possible after the step. */
  readonly rollback: RollbackStatus;
}

/** The versions of a component that a server supports. */
export interface ComponentRange extends SkewRange {
  readonly component: Component;
  /** The versions that both servers support, while only some have restarted; none if `oldest` exceeds `newest`. */
  readonly during: SkewRange;
}

/**
 * Plans an upgrade from one server to another by the steps of KEP-4330; a downgrade is the upgrade in reverse. Only
 * servers that start are steps.
 *
 * @param withDefinitions adds the CustomResourceDefinitions that a surface's target declares.
 */
export function planBetween(
  from: ApiSurface,
  to: ApiSurface,
  withDefinitions: (surface: ApiSurface) => ApiSurface,
): Plan {
  const states = isDowngrade(from, to)
    ? downgradeStates(from, to, withDefinitions)
    : statesBetween(from, to, withDefinitions);
  const passed: ApiSurface[] = [];
  let before = from;
  const steps: Step[] = [];
  for (const { kind, surface, removedSettings } of states) {
    const stored = [from, ...passed];
    passed.push(surface);
    const served = servedChanges(before, surface);
    const migrateBefore = stored.flatMap((apiSurface) => unreadableFor(apiSurface, surface));
    steps.push({
      kind,
      before,
      after: surface,
      removedSettings,
      served,
      orphans: orphanedResources(served, surface),
      storage: storageChanges(before, surface),
      gates: gateChanges(before, surface),
      fields: fieldChanges(before, surface),
      defaults: defaultChanges(before, surface),
      cel: celChanges(before, surface),
      migrateBefore: [
        ...new Map(
          migrateBefore.map((unreadable) => [`${unreadable.resource} ${unreadable.version}`, unreadable]),
        ).values(),
      ],
      mixed: mixedServers(before, surface),
      skew: rangesOf(before, surface),
      rollback: rollbackStatus(from, passed),
    });
    before = surface;
  }
  const unknown = [from, ...passed]
    .filter((apiSurface) => !knowsStorage(apiSurface))
    .map(({ versions }) => versions.binary);
  return {
    from,
    to,
    steps,
    defaults: defaultsAlongPlan(from, to, steps),
    migrations: migrationsOf(from, steps),
    storageUnknown: [...new Set(unknown)],
  };
}

function isDowngrade(from: ApiSurface, to: ApiSurface): boolean {
  return from.versions.binary > to.versions.binary;
}

/** The states of the upgrade in reverse: each step undoes a step of the upgrade. */
function downgradeStates(
  from: ApiSurface,
  to: ApiSurface,
  withDefinitions: (surface: ApiSurface) => ApiSurface,
): readonly PlannedServer[] {
  const upgrade = statesBetween(to, from, withDefinitions);
  const kinds = upgrade.map(({ kind }) => kind).reverse();
  const surfaces = [to, ...upgrade.slice(0, -1).map(({ surface }) => surface)].reverse();
  return surfaces.map((surface, index) => ({ kind: kinds[index] ?? 'settings', surface, removedSettings: [] }));
}

function rangesOf(before: ApiSurface, after: ApiSurface): readonly ComponentRange[] {
  return components.flatMap((component) => {
    const [old, range] = [before, after].map(({ versions }) => skewRange(component, versions));
    if (old === undefined || range === undefined) return [];
    const during = { oldest: Math.max(old.oldest, range.oldest), newest: Math.min(old.newest, range.newest) };
    return [{ component, ...range, during }];
  });
}
