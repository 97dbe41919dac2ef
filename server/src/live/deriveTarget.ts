import { type Catalog, hasBinary } from '../catalog/catalog.ts';
import { resolve } from '../catalog/resolve.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import type { Target } from '../targets/target.ts';
import { formatMinor, type Minor } from '../targets/version.ts';
import { reportsOfServer } from '../targets/versionReport.ts';
import { deriveGates } from './gates.ts';
import { type DerivedServing, deriveRuntimeConfig } from './runtimeConfig.ts';
import type { LiveSnapshot } from './snapshot.ts';

/** A target with the flags of a live server, as far as they are visible. */
export interface DerivedTarget {
  readonly target: Target;
  /** The target's surface. */
  readonly surface: ApiSurface;
  /** Unknown properties of the server, and its deviations from the catalogue: sentences. */
  readonly notes: readonly string[];
}

/** A target, or why a server cannot be one. */
export type TargetDerivation =
  | { readonly ok: true; readonly derived: DerivedTarget }
  | { readonly ok: false; readonly message: string; readonly remedy: string };

/**
 * The flags with which `resolve` serves the same as a live server. Flags without effect are indistinguishable from
 * absent ones, and are omitted.
 *
 * @param name the target's name in findings.
 */
export function deriveTarget(name: string, snapshot: LiveSnapshot, catalog: Catalog): TargetDerivation {
  const { binary } = snapshot.version;
  if (!hasBinary(catalog, binary)) return unknownBinary(binary, catalog);
  const notes = [...snapshot.unread];
  const resolver = (target: Target): ApiSurface | undefined => {
    const resolution = resolve(name, target, catalog);
    return resolution.ok ? resolution.surface : undefined;
  };
  const versions = withVersions(snapshot, catalog, resolver, notes);
  const gated = withGates(versions, snapshot, resolver, notes);
  const serving = withRuntimeConfig(gated, snapshot, catalog, resolver);
  notes.push(...servingNotes(serving));
  return { ok: true, derived: { target: serving.surface.target, surface: serving.surface, notes } };
}

function unknownBinary(binary: Minor, { oldest, newest }: Catalog): TargetDerivation {
  return {
    ok: false,
    message: `the server is Kubernetes ${formatMinor(binary)}; this build knows ${formatMinor(oldest)} to ${formatMinor(newest)}`,
    remedy:
      binary > newest
        ? `run kubecompat catalogue update, or check against ${formatMinor(newest)} meanwhile`
        : `check against ${formatMinor(oldest)}, the oldest known version`,
  };
}

type Resolver = (target: Target) => ApiSurface | undefined;

function withVersions({ version }: LiveSnapshot, catalog: Catalog, resolver: Resolver, notes: string[]): ApiSurface {
  const { binary, emulation, minCompatibility } = version;
  const reports = reportsOfServer(version.gitVersion, version.minor);
  const plain: Target = { binary, runtimeConfig: [], featureGates: [], reports };
  const base = resolver(plain);
  if (base === undefined) throw new RangeError(`Kubernetes ${formatMinor(binary)} without flags does not resolve`);
  const { emulationFloor } = catalog.binary(binary);
  if (emulation === undefined && emulationFloor !== undefined) {
    notes.push(`The server does not report its emulation version: its own version is assumed, ${formatMinor(binary)}.`);
  }
  const emulating =
    emulation === undefined || emulation === binary
      ? base
      : resolver({ ...plain, emulatedVersion: formatMinor(emulation) });
  if (emulating === undefined) {
    notes.push(`The server reports that it emulates ${formatMinor(emulation ?? binary)}, which its binary cannot do.`);
    return base;
  }
  if (minCompatibility === undefined || minCompatibility === emulating.versions.minCompatibility) return emulating;
  const compatible = resolver({ ...emulating.target, minCompatibilityVersion: formatMinor(minCompatibility) });
  if (compatible === undefined && emulationFloor !== undefined) {
    notes.push(
      `The server reports that it stays compatible with ${formatMinor(minCompatibility)}, which its binary cannot do.`,
    );
  }
  return compatible ?? emulating;
}

function withGates(plain: ApiSurface, { gates }: LiveSnapshot, resolver: Resolver, notes: string[]): ApiSurface {
  if (gates === undefined) {
    notes.push(
      `The feature gates are not known: the defaults of Kubernetes ${formatMinor(plain.versions.emulation)} are assumed.`,
    );
    return plain;
  }
  const { settings, unknown, locked } = deriveGates(plain, gates);
  if (unknown.length > 0) {
    const names = listed(unknown.map(({ name }) => name));
    notes.push(`The catalogue does not know these feature gates of the server: ${names}.`);
  }
  for (const { name, enabled } of locked) {
    notes.push(`${name} is ${enabled ? 'on' : 'off'} at the server, although Kubernetes does not allow setting it.`);
  }
  const all = resolver({ ...plain.target, featureGates: settings });
  if (all !== undefined) return all;
  let found = plain;
  for (const setting of settings) {
    const next = resolver({ ...found.target, featureGates: [...found.target.featureGates, setting] });
    if (next === undefined) {
      notes.push(`${setting.key} is ${setting.value === 'true' ? 'on' : 'off'}, which Kubernetes itself would refuse.`);
    } else found = next;
  }
  return found;
}

function withRuntimeConfig(
  gated: ApiSurface,
  { resources }: LiveSnapshot,
  catalog: Catalog,
  resolver: Resolver,
): DerivedServing {
  const builtIn = resources.filter(({ group }) => catalog.isBuiltInGroup(group));
  return deriveRuntimeConfig(gated.target, builtIn, resolver) ?? { surface: gated, extra: [], missing: [] };
}

function servingNotes({ extra, missing }: DerivedServing): readonly string[] {
  const notes: string[] = [];
  if (extra.length > 0) {
    notes.push(`The server serves APIs that no setting of this Kubernetes version explains: ${listed(extra)}.`);
  }
  if (missing.length > 0) {
    notes.push(`The server lacks APIs that no setting of this Kubernetes version turns off: ${listed(missing)}.`);
  }
  return notes;
}

const maxNamed = 8;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, maxNamed).join(', ');
  return names.length > maxNamed ? `${shown} and ${names.length - maxNamed} more` : shown;
}
