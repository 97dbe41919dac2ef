import { type Catalog, factAt, type KindFacts, removalOf } from '../catalog/catalog.ts';
import type { ApiSurface, Availability } from '../catalog/surface.ts';
import { formatGroupVersion, formatGroupVersionKind, type GroupVersionKind } from '../targets/groupVersion.ts';
import { formatMinor, type Minor } from '../targets/version.ts';
import { storageHistory } from './storageHistory.ts';

/** An event of a kind, or its state at a target. */
export interface TimelineRow {
  readonly minor: Minor;
  readonly event: string;
  /** The name of the target that the row is about; undefined for the history of the kind. */
  readonly target: string | undefined;
}

/** A version of a kind over all minors, the targets at the versions that they emulate; oldest first. */
export function timelineOf(gvk: GroupVersionKind, surfaces: readonly ApiSurface[]): readonly TimelineRow[] {
  const facts = surfaces[0]?.catalog.kind(gvk);
  const catalog = surfaces[0]?.catalog;
  const history = facts === undefined || catalog === undefined ? [] : historyOf(facts, catalog);
  const marks = surfaces.map((surface): TimelineRow => {
    const event = availabilityLabel(surface.availability(gvk));
    return { minor: surface.versions.emulation, event, target: surface.name };
  });
  return [...history, ...marks].sort((a, b) => a.minor - b.minor);
}

function historyOf(facts: KindFacts, catalog: Catalog): readonly TimelineRow[] {
  const { newest } = catalog;
  const rows: TimelineRow[] = [];
  const add = (minor: Minor | undefined, event: string) => {
    if (minor !== undefined && minor <= newest) rows.push({ minor, event, target: undefined });
  };
  const announced = facts.lifecycle.findLast(([, lifecycle]) => lifecycle !== undefined)?.[1];
  for (const { first, last } of facts.served) {
    const on = factAt(facts.enabledByDefault, first) === true;
    const gates = factAt(facts.gates, first) ?? [];
    const needs = gates.length === 0 ? '' : `, under ${gates.join(' and ')}`;
    add(first, `introduced, ${on ? 'on' : 'off'} by default${needs}`);
    for (const [minor, isOn] of facts.enabledByDefault) {
      if (minor > first && (last === undefined || minor <= last)) add(minor, `${isOn ? 'on' : 'off'} by default`);
    }
    if (last !== undefined) add(last, 'last served');
  }
  for (const { minor, version } of storageHistory(facts, catalog)) {
    add(minor, `stored as ${formatGroupVersion({ group: facts.group, version })}`);
  }
  const replacement = announced?.replacement;
  const use = replacement === undefined ? '' : `; use ${formatGroupVersionKind(replacement)}`;
  // Includes announcements for future minors.
  const announce = (minor: Minor | undefined, what: string) => {
    if (minor !== undefined) rows.push({ minor, event: minor <= newest ? what : `to be ${what}`, target: undefined });
  };
  announce(announced?.deprecated, `deprecated${use}`);
  announce(removalOf(facts), 'removed');
  return rows;
}

/** The state of a kind at a target, in a few words. */
export function availabilityLabel(availability: Availability): string {
  switch (availability.state) {
    case 'served': {
      const { resource } = availability;
      const { group, storageVersion, custom } = resource;
      const stored =
        storageVersion === undefined ? '' : `, stored as ${formatGroupVersion({ group, version: storageVersion })}`;
      return `served${stored}${custom === undefined ? '' : ` (${custom.origin})`}`;
    }
    case 'removed':
      return 'no longer served';
    case 'not-yet-served':
      return `not served yet, introduced in ${formatMinor(availability.introduced)}`;
    case 'not-enabled':
      return 'known and turned off';
    case 'unknown-version':
    case 'custom-version-not-served':
      return 'no such version';
    case 'unknown-kind':
    case 'custom-kind-unknown':
      return 'no such kind';
    case 'not-a-resource':
      return 'only used in API requests';
    case 'custom':
      return 'no definition is known';
    case 'malformed':
      return 'no apiVersion';
  }
}
