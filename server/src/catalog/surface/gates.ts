import { goBoolWords, parseGoBool } from '../../targets/goBool.ts';
import { formatSetting } from '../../targets/settings.ts';
import type { Correction, Setting, TargetProblem } from '../../targets/target.ts';
import { formatMinor } from '../../targets/version.ts';
import {
  type BinaryFacts,
  type Catalog,
  type GateFacts,
  type GateSpec,
  type GateStage,
  inSpans,
  specsIn,
} from '../catalog.ts';
import type { GateState } from '../surface.ts';
import { didYouMean, removeIdle, removeSetting, rename, switchCorrection, targetProblem } from './problem.ts';
import type { RequestedVersions } from './versions.ts';

/** The state of every gate, or why the server refuses the settings. */
export type ResolvedGates =
  | { readonly ok: true; readonly gates: ReadonlyMap<string, GateState> }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/** The special gates that set every gate of a stage that is not named itself. */
const stagesOfSpecialGates: ReadonlyMap<string, GateStage> = new Map<string, GateStage>([
  ['AllAlpha', 'Alpha'],
  ['AllBeta', 'Beta'],
]);

const flag = 'feature-gates';

/**
 * Decides every gate at the emulation version, as `featureGate.unsafeSetFromMap` in `k8s.io/component-base/featuregate`
 * does. Refused are, in this order and each kind together: settings that are no booleans; gates that are unknown, not
 * there yet or locked to the other value; gates that are on while one they depend on is off.
 */
export function resolveGates(
  settings: readonly Setting[],
  versions: RequestedVersions,
  catalog: Catalog,
  facts: BinaryFacts,
): ResolvedGates {
  const named = readSettings(settings, versions.component, facts);
  if (!named.ok) return named;
  const known = new Map<string, GateFacts>();
  const specs = new Map<string, GateSpec>();
  for (const gate of catalog.gates.values()) {
    if (!inSpans(gate.declared, versions.binary)) continue;
    known.set(gate.name, gate);
    const spec = specAt(gate, versions, facts);
    if (spec !== undefined) specs.set(gate.name, spec);
  }
  const problems = named.values.flatMap((setting) => settingProblem(setting, known, specs, versions, catalog) ?? []);
  if (problems.length > 0) return { ok: false, problems };
  const enabled = new Map(named.values.map(({ key, on }) => [key, on]));
  const gates = new Map<string, GateState>();
  const byStage = new Map<GateStage, boolean>();
  for (const [special, stage] of stagesOfSpecialGates) {
    const on = enabled.get(special);
    if (on !== undefined) byStage.set(stage, on);
  }
  for (const [name, spec] of specs) {
    const unnamed = (stagesOfSpecialGates.has(name) ? undefined : byStage.get(spec.stage)) ?? spec.default;
    gates.set(name, gateState(name, spec, enabled.get(name) ?? unnamed));
  }
  const unmet = facts.checksGateDependencies ? unmetDependencies(known, gates, named.values) : [];
  return unmet.length > 0 ? { ok: false, problems: unmet } : { ok: true, gates };
}

/** The last spec in effect; later specs inherit the min compatibility version of earlier ones. */
function specAt(gate: GateFacts, versions: RequestedVersions, facts: BinaryFacts): GateSpec | undefined {
  const unversioned = facts.unversionedClientGates && gate.components.every((component) => component === 'client-go');
  const version = unversioned ? versions.binary : versions.emulation.minor;
  let needed = 0;
  let last: GateSpec | undefined;
  for (const spec of specsIn(gate, versions.binary)) {
    needed = Math.max(needed, spec.minCompatibilityVersion ?? 0);
    if (spec.version <= version && needed <= versions.minCompatibility.minor) last = spec;
  }
  return last;
}

function gateState(name: string, spec: GateSpec, enabled: boolean): GateState {
  return {
    name,
    stage: spec.stage,
    enabled,
    default: spec.default,
    locked: spec.lockToDefault,
    since: spec.version,
  };
}

interface GateSetting extends Setting {
  readonly on: boolean;
}

type ReadSettings =
  | { readonly ok: true; readonly values: readonly GateSetting[] }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/** The last setting of each gate. `kube:A=true` is the same as `A=true` where flags name components, but not beside it. */
function readSettings(settings: readonly Setting[], component: string, facts: BinaryFacts): ReadSettings {
  const problems: TargetProblem[] = [];
  const values = new Map<string, GateSetting>();
  const prefixes = new Set<string>();
  for (const setting of settings) {
    const colon = facts.emulationFloor === undefined ? -1 : setting.key.indexOf(':');
    const prefix = setting.key.slice(0, Math.max(colon, 0)).trim();
    const key = setting.key.slice(colon + 1).trim();
    const on = parseGoBool(setting.value);
    prefixes.add(prefix);
    if (colon >= 0 && prefix !== 'kube' && prefix !== '') {
      const message = `"${prefix}" is not a component of ${component}`;
      const corrections: readonly Correction[] = [{ kind: 'setting', setting: { key, value: setting.value } }];
      problems.push(targetProblem(flag, formatSetting(setting), message, `kube:${key}, or ${key} alone`, corrections));
    } else if (on === undefined) {
      const message = `the gate ${key} needs true or false${setting.value === '' ? '' : `, not "${setting.value}"`}`;
      const corrections = [switchCorrection(setting.key, true), switchCorrection(setting.key, false)];
      problems.push(targetProblem(flag, formatSetting(setting), message, goBoolWords, corrections));
    } else values.set(key, { key, value: setting.value, on });
  }
  const mixed = settings.find(({ key }) => key.startsWith('kube:'));
  if (problems.length === 0 && mixed !== undefined && prefixes.size > 1) {
    const message = 'gates are named both with and without "kube:"';
    problems.push(targetProblem(flag, formatSetting(mixed), message, 'the same notation for all of them'));
  }
  return problems.length > 0 ? { ok: false, problems } : { ok: true, values: [...values.values()] };
}

function settingProblem(
  { key, value, on }: GateSetting,
  known: ReadonlyMap<string, GateFacts>,
  specs: ReadonlyMap<string, GateSpec>,
  versions: RequestedVersions,
  catalog: Catalog,
): TargetProblem | undefined {
  const { emulation, minCompatibility } = versions;
  const written = formatSetting({ key, value });
  const gate = known.get(key);
  if (gate === undefined) return unknownGate({ key, value, on }, known, versions, catalog.gates.get(key));
  const spec = specs.get(key);
  if (spec === undefined) {
    const first = gate.specs[0];
    const since = first === undefined ? '' : `: it is introduced in ${formatMinor(first.version)}`;
    const message = `the feature gate ${key} does not exist at emulation version ${emulation.text} and min compatibility version ${minCompatibility.text}${since}`;
    return targetProblem(flag, written, message, 'leave it out, or emulate a version that has it', [removeSetting]);
  }
  if (!spec.lockToDefault || spec.default === on) return undefined;
  const message = `the feature gate ${key} is locked to ${spec.default} at ${emulation.text}`;
  return targetProblem(flag, written, message, `${key}=${spec.default}, or leave it out`, [
    removeSetting,
    switchCorrection(key, spec.default),
  ]);
}

/** A gate that the binary does not know: gone since, not there yet, or misspelt. */
function unknownGate(
  { key, value, on }: GateSetting,
  known: ReadonlyMap<string, GateFacts>,
  { component, binary }: RequestedVersions,
  elsewhere: GateFacts | undefined,
): TargetProblem {
  const written = formatSetting({ key, value });
  const message = `${component} ${formatMinor(binary)} has no feature gate "${key}"`;
  const last = elsewhere?.declared.findLast((span) => span.last !== undefined && span.last < binary)?.last;
  const first = elsewhere?.declared.find((span) => span.first > binary)?.first;
  if (elsewhere !== undefined && last !== undefined) {
    // A graduated gate's feature is always on; an abandoned gate's feature is gone.
    const state = elsewhere.specs.at(-1)?.default;
    const gone = `${component} ${formatMinor(binary)} no longer has feature gate "${key}": it was last in ${formatMinor(last)}, ${state === true ? 'always on' : 'always off'}`;
    return targetProblem(flag, written, gone, 'leave it out', [state === on ? removeIdle : removeSetting]);
  }
  if (first !== undefined) {
    return targetProblem(flag, written, `${message} yet: it is introduced in ${formatMinor(first)}`, 'leave it out', [
      removeSetting,
    ]);
  }
  const allowed = didYouMean(key, known.keys(), `a gate that ${formatMinor(binary)} knows`);
  return targetProblem(flag, written, message, allowed, [...rename({ key, value }, known.keys()), removeSetting]);
}

function unmetDependencies(
  known: ReadonlyMap<string, GateFacts>,
  gates: ReadonlyMap<string, GateState>,
  named: readonly GateSetting[],
): readonly TargetProblem[] {
  const problems: TargetProblem[] = [];
  const isOn = (name: string) => gates.get(name)?.enabled === true;
  for (const { name, dependsOn } of known.values()) {
    if (!isOn(name)) continue;
    const off = dependsOn.filter((dependency) => known.has(dependency) && !isOn(dependency));
    if (off.length === 0) continue;
    const blame = named.find(({ key }) => key === name) ?? named.find(({ key }) => off.includes(key));
    const stage = named.find(({ key }) => stagesOfSpecialGates.get(key) === gates.get(name)?.stage);
    const special = named.find(({ key }) => stagesOfSpecialGates.has(key));
    const setting = blame ?? stage ?? special;
    const message = `the feature gate ${name} is on but depends on ${off.join(', ')}, which ${off.length === 1 ? 'is' : 'are'} off`;
    const allowed = `${name}=false, or ${off.map((dependency) => `${dependency}=true`).join(' and ')}`;
    const off1 = setting === undefined ? undefined : off.find((dependency) => dependency === setting.key);
    const corrections =
      off1 !== undefined
        ? [switchCorrection(off1, true)]
        : setting?.key === name
          ? [switchCorrection(name, false)]
          : [];
    problems.push(
      targetProblem(flag, setting === undefined ? name : formatSetting(setting), message, allowed, corrections),
    );
  }
  return problems;
}
