import { compareVersions, formatGroupVersion } from '../../targets/groupVersion.ts';
import type { TargetProblem } from '../../targets/target.ts';
import { formatMinor, type Minor } from '../../targets/version.ts';
import { factAt } from '../catalog.ts';
import type { EffectiveVersions, GateState } from '../surface.ts';
import type { Enablement, InstalledKind } from './enablement.ts';
import { removeSetting, targetProblem } from './problem.ts';
import { isOfStability } from './runtimeConfig.ts';
import type { Switches } from './switches.ts';

/** The rules that decide whether an installed kind is served. */
export interface ServingRules {
  readonly versions: EffectiveVersions;
  readonly gates: ReadonlyMap<string, GateState>;
  readonly enablement: Enablement;
  readonly switches: Switches;
  /** Whether the binary can emulate, and so depends on the lifecycle that is announced in its code. */
  readonly emulates: boolean;
  /** Whether the binary refuses to start if `--runtime-config` names something newer than the emulation version. */
  readonly refusesNewer: boolean;
}

/** The served kinds, and the problems that stop the server while installing them. */
export interface ServedKinds {
  readonly kinds: readonly InstalledKind[];
  readonly problems: readonly TargetProblem[];
}

/**
 * Selects the served kinds from the installed ones: enabled, gates on, not removed at the emulation version, and not
 * newer than it unless a switch admits it (`RemoveUnavailableKinds` in `k8s.io/apiserver/pkg/server/deleted_kinds.go`).
 */
export function servedKinds(installed: readonly InstalledKind[], rules: ServingRules): ServedKinds {
  const { versions, enablement } = rules;
  const groups = new Map<string, Map<string, InstalledKind[]>>();
  for (const candidate of installed) {
    const { kind, resource } = candidate;
    if (!enablement.isOn(kind, resource) || gatesOff(candidate, rules).length > 0) continue;
    if (rules.emulates && isRemoved(candidate, versions)) continue;
    const group = groups.get(kind.group) ?? new Map<string, InstalledKind[]>();
    groups.set(kind.group, group.set(kind.version, [...(group.get(kind.version) ?? []), candidate]));
  }
  if (!rules.emulates)
    return { kinds: [...groups.values()].flatMap((group) => [...group.values()].flat()), problems: [] };
  const kinds: InstalledKind[] = [];
  const problems: TargetProblem[] = [];
  for (const group of groups.values()) {
    const lowestFirst = [...group].sort(([a], [b]) => compareVersions(b, a));
    const keptResources = new Set<string>();
    for (const [version, candidates] of lowestFirst) {
      const kept = candidates.filter((candidate) => keeps(candidate, rules, keptResources));
      if (rules.refusesNewer) problems.push(...newerProblems(candidates, kept, rules));
      kinds.push(...kept);
      if (!isOfStability(version, 'alpha')) for (const { resource } of kept) keptResources.add(resource);
    }
  }
  return { kinds, problems };
}

/** The gates of a kind in the binary's code that are off at the emulation version. */
export function gatesOff(
  { kind }: InstalledKind,
  { versions, gates }: Pick<ServingRules, 'versions' | 'gates'>,
): readonly string[] {
  return (factAt(kind.gates, versions.binary) ?? []).filter((gate) => gates.get(gate)?.enabled !== true);
}

/** Whether the binary's code removes the kind at the emulation version. */
export function isRemoved({ kind }: InstalledKind, { binary, emulation }: EffectiveVersions): boolean {
  const removed = factAt(kind.lifecycle, binary)?.removed;
  return removed !== undefined && removed <= emulation;
}

/** The minor that introduced the kind, if after the emulation version. */
export function newerThanEmulation(
  { kind }: InstalledKind,
  { binary, emulation }: EffectiveVersions,
): Minor | undefined {
  const introduced = factAt(kind.lifecycle, binary)?.introduced;
  return introduced !== undefined && introduced > emulation ? introduced : undefined;
}

function keeps(candidate: InstalledKind, rules: ServingRules, keptResources: ReadonlySet<string>): boolean {
  const { versions, enablement, switches } = rules;
  if (newerThanEmulation(candidate, versions) === undefined) return true;
  const { kind, resource } = candidate;
  if (switches.forwardCompatible && keptResources.has(resource)) return true;
  const named = enablement.namesVersion(kind) || enablement.namesResource(kind, resource);
  return switches.runtimeConfigForwardCompatible && named;
}

function newerProblems(
  candidates: readonly InstalledKind[],
  kept: readonly InstalledKind[],
  { versions, enablement }: ServingRules,
): readonly TargetProblem[] {
  const emulation = formatMinor(versions.emulation);
  const allowed = 'leave it out, or add --runtime-config-emulation-forward-compatible=true';
  const dropped = candidates.filter((candidate) => !kept.includes(candidate));
  const resources = dropped.filter(({ kind, resource }) => enablement.namesResource(kind, resource));
  const problems = resources.map((candidate) => {
    const name = `${formatGroupVersion(candidate.kind)}/${candidate.resource}`;
    const introduced = newerThanEmulation(candidate, versions);
    const since = introduced === undefined ? 'later' : `in ${formatMinor(introduced)}`;
    return targetProblem(
      'runtime-config',
      name,
      `${name} is introduced ${since}, after the emulation version ${emulation}`,
      allowed,
      [removeSetting],
    );
  });
  const [first] = dropped;
  if (problems.length > 0 || first === undefined || kept.length > 0 || !enablement.namesVersion(first.kind)) {
    return problems;
  }
  const name = formatGroupVersion(first.kind);
  const message = `everything in ${name} is newer than the emulation version ${emulation}`;
  return [targetProblem('runtime-config', name, message, allowed, [removeSetting])];
}
