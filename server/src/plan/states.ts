import type { Catalog } from '../catalog/catalog.ts';
import { type Resolution, resolve } from '../catalog/resolve.ts';
import type { ApiSurface } from '../catalog/surface.ts';
import { formatSetting } from '../targets/settings.ts';
import type { Setting, Target, TargetProblem } from '../targets/target.ts';
import { formatMinor, isMinor, minor } from '../targets/version.ts';

/** The change of a step. */
export type StepKind = 'binary' | 'emulation' | 'min-compatibility' | 'settings';

/** A server of a plan, with the change that led to it. */
export interface PlannedServer {
  readonly kind: StepKind;
  readonly surface: ApiSurface;
  /** Settings of the previous server that this server refuses to start with: the step removes them. */
  readonly removedSettings: readonly RemovedSetting[];
}

/** A setting that must be removed, and the reason. */
export interface RemovedSetting {
  readonly flag: 'feature-gates' | 'runtime-config';
  readonly setting: Setting;
  readonly why: string;
}

interface Versions {
  readonly binary: number;
  readonly emulation: number;
  /** The lowest min compatibility version requested so far. */
  readonly minCompatibility: number;
}

/**
 * The servers of a plan as in KEP-4330: the binary first, emulating the previous version, then the emulation version
 * minor by minor, the min compatibility version last. Binaries that the new one can emulate are skipped. Servers before
 * the last have the settings and definitions of `from`.
 *
 * @param withDefinitions adds the CustomResourceDefinitions that a surface's target declares.
 */
export function statesBetween(
  from: ApiSurface,
  to: ApiSurface,
  withDefinitions: (surface: ApiSurface) => ApiSurface,
): readonly PlannedServer[] {
  const { catalog } = from;
  const states: PlannedServer[] = [];
  let settings = from.target;
  const add = (kind: StepKind, versions: Versions): void => {
    const started = startable(targetAt(versions, settings, catalog), catalog);
    if (started === undefined) return;
    settings = started.target;
    states.push({ kind, surface: withDefinitions(started.surface), removedSettings: started.removedSettings });
  };
  let reached: Versions = from.versions;
  for (const [kind, versions] of versionsBetween(reached, to.versions, catalog)) {
    reached = versions;
    add(kind, versions);
  }
  const last = states.at(-1)?.surface ?? from;
  if (last.versions.minCompatibility !== to.versions.minCompatibility) {
    add('min-compatibility', { ...to.versions });
  }
  const before = states.at(-1)?.surface ?? from;
  if (!sameSettings(before.target, to.target)) states.push({ kind: 'settings', surface: to, removedSettings: [] });
  else if (states.length > 0) states[states.length - 1] = { ...lastOf(states), surface: to };
  return states;
}

function lastOf(states: readonly PlannedServer[]): PlannedServer {
  const state = states.at(-1);
  if (state === undefined) throw new RangeError('a plan without steps has no last step');
  return state;
}

function* versionsBetween(from: Versions, to: Versions, catalog: Catalog): Iterable<readonly [StepKind, Versions]> {
  let versions = from;
  while (versions.binary < to.binary) {
    const next = furthestBinary(versions, to.binary, catalog);
    if (next !== undefined) {
      versions = { ...versions, binary: next };
      yield ['binary', versions];
    } else if (versions.emulation < versions.binary) {
      versions = { ...versions, emulation: versions.emulation + 1 };
      yield ['emulation', versions];
    } else {
      const binary = versions.binary + 1;
      versions = { binary, emulation: binary, minCompatibility: Math.max(versions.minCompatibility, binary - 1) };
      yield ['binary', versions];
    }
  }
  while (versions.emulation !== to.emulation) {
    const emulation = versions.emulation + Math.sign(to.emulation - versions.emulation);
    // Lowering the emulation version lowers the min compatibility version; raising that waits for the last step.
    const minCompatibility = Math.min(versions.minCompatibility, to.minCompatibility, emulation);
    versions = { ...versions, emulation, minCompatibility };
    yield ['emulation', versions];
  }
}

/** The newest binary up to `last` that can emulate the current emulation version. */
function furthestBinary({ binary, emulation }: Versions, last: number, catalog: Catalog): number | undefined {
  for (let next = last; next > binary; next--) {
    const floor = isMinor(next) ? catalog.binary(next).emulationFloor : undefined;
    if (floor !== undefined && floor <= emulation) return next;
  }
  return undefined;
}

/**
 * A target with the given versions; it has only version flags that the binary knows and whose values are not defaults.
 */
function targetAt({ binary, emulation, minCompatibility }: Versions, settings: Target, catalog: Catalog): Target {
  const { flags, emulationFloor } = catalog.binary(minor(binary));
  const compatible = Math.max(minCompatibility, emulationFloor ?? 0);
  const emulates = emulation < binary && flags.has('emulated-version');
  const keeps = compatible !== emulation - 1 && compatible <= emulation && flags.has('min-compatibility-version');
  const { runtimeConfig, featureGates, emulationForwardCompatible, runtimeConfigEmulationForwardCompatible } = settings;
  const { enabledAdmissionPlugins, disabledAdmissionPlugins, admissionConfiguration, services, managedBy } = settings;
  const reports = settings.reports?.map(({ suffix, minorSuffix }) => ({ suffix, minorSuffix }));
  const { crds, added } = settings;
  return {
    binary: minor(binary),
    runtimeConfig,
    featureGates,
    ...(emulates ? { emulatedVersion: formatMinor(minor(emulation)) } : {}),
    ...(keeps ? { minCompatibilityVersion: formatMinor(minor(compatible)) } : {}),
    ...(enabledAdmissionPlugins === undefined ? {} : { enabledAdmissionPlugins }),
    ...(disabledAdmissionPlugins === undefined ? {} : { disabledAdmissionPlugins }),
    ...(admissionConfiguration === undefined ? {} : { admissionConfiguration }),
    ...(services === undefined ? {} : { services }),
    ...(managedBy === undefined ? {} : { managedBy }),
    ...(reports === undefined ? {} : { reports }),
    ...(crds === undefined ? {} : { crds }),
    ...(added === undefined ? {} : { added }),
    ...(emulates && emulationForwardCompatible !== undefined ? { emulationForwardCompatible } : {}),
    ...(emulates && runtimeConfigEmulationForwardCompatible !== undefined
      ? { runtimeConfigEmulationForwardCompatible }
      : {}),
  };
}

interface Startable {
  readonly target: Target;
  readonly surface: ApiSurface;
  readonly removedSettings: readonly RemovedSetting[];
}

/** Removes settings until the server starts; undefined if it still does not. */
function startable(target: Target, catalog: Catalog): Startable | undefined {
  const removedSettings: RemovedSetting[] = [];
  let reduced = target;
  const max = target.featureGates.length + target.runtimeConfig.length;
  for (let tries = 0; tries <= max; tries++) {
    const resolved: Resolution = resolve(nameOf(reduced), reduced, catalog);
    if (resolved.ok) return { target: reduced, surface: resolved.surface, removedSettings };
    const refused = resolved.problems.flatMap((problem) => settingOf(reduced, problem) ?? []);
    if (refused.length === 0) return undefined;
    removedSettings.push(...refused);
    const isAccepted = (setting: Setting) => !refused.some((removedSetting) => removedSetting.setting === setting);
    const { featureGates, runtimeConfig } = reduced;
    reduced = {
      ...reduced,
      featureGates: featureGates.filter(isAccepted),
      runtimeConfig: runtimeConfig.filter(isAccepted),
    };
  }
  return undefined;
}

function settingOf(target: Target, { flag, value, message }: TargetProblem): RemovedSetting | undefined {
  if (flag !== 'feature-gates' && flag !== 'runtime-config') return undefined;
  const settings = flag === 'feature-gates' ? target.featureGates : target.runtimeConfig;
  const key = value.split('=', 1)[0] ?? '';
  const setting = settings.findLast(
    (candidate) => candidate.key === key || candidate.key.replace(/^kube:/, '') === key,
  );
  return setting && { flag, setting, why: message };
}

function nameOf({ binary, emulatedVersion, minCompatibilityVersion }: Target): string {
  const parts = [formatMinor(binary)];
  if (emulatedVersion !== undefined) parts.push(`emulated-version=${emulatedVersion}`);
  if (minCompatibilityVersion !== undefined) parts.push(`min-compatibility-version=${minCompatibilityVersion}`);
  return parts.join(',');
}

function sameSettings(left: Target, right: Target): boolean {
  const text = (settings: readonly Setting[]) => settings.map(formatSetting).sort().join(',');
  return (
    text(left.featureGates) === text(right.featureGates) &&
    text(left.runtimeConfig) === text(right.runtimeConfig) &&
    left.enabledAdmissionPlugins?.join() === right.enabledAdmissionPlugins?.join() &&
    left.disabledAdmissionPlugins?.join() === right.disabledAdmissionPlugins?.join() &&
    left.admissionConfiguration?.path === right.admissionConfiguration?.path &&
    left.services?.clusterIpRange === right.services?.clusterIpRange &&
    left.services?.nodePortRange === right.services?.nodePortRange &&
    left.emulationForwardCompatible === right.emulationForwardCompatible &&
    left.runtimeConfigEmulationForwardCompatible === right.runtimeConfigEmulationForwardCompatible
  );
}
