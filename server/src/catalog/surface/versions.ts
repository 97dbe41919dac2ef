import type { Correction, Target, TargetFlag, TargetProblem } from '../../targets/target.ts';
import { formatMinor, isMinor, type Minor } from '../../targets/version.ts';
import type { BinaryFacts } from '../catalog.ts';
import type { EffectiveVersions } from '../surface.ts';
import { parseComponentVersion, type WrittenVersion } from './componentVersion.ts';
import { removeSetting, targetProblem, versionsBetween } from './problem.ts';

/** The versions before their ranges are checked; gates are already resolved with these. */
export interface RequestedVersions {
  /** The program that gets the flags. */
  readonly component: string;
  readonly binary: Minor;
  readonly emulation: WrittenVersion;
  readonly minCompatibility: WrittenVersion;
  readonly emulationIsSet: boolean;
  readonly minCompatibilityIsSet: boolean;
}

/** The requested versions, or why the flags cannot be read. */
export type VersionRequest =
  | { readonly ok: true; readonly versions: RequestedVersions }
  | { readonly ok: false; readonly problems: readonly TargetProblem[] };

/**
 * Reads the version flags and fills in defaults: the emulation version is the binary's, the min compatibility version
 * is one below it, but not below the floor (`SetEmulationVersion` in `k8s.io/component-base/compatibility`).
 */
export function requestVersions(target: Target, facts: BinaryFacts, component = 'kube-apiserver'): VersionRequest {
  const { binary } = target;
  const emulated = readVersion('emulated-version', target.emulatedVersion, binary);
  if (!emulated.ok) return { ok: false, problems: [emulated.problem] };
  const compatible = readVersion('min-compatibility-version', target.minCompatibilityVersion, binary);
  if (!compatible.ok) return { ok: false, problems: [compatible.problem] };
  const emulation = emulated.version ?? written(binary);
  return {
    ok: true,
    versions: {
      component,
      binary,
      emulation,
      minCompatibility: compatible.version ?? defaultMinCompatibility(binary, emulation, facts),
      emulationIsSet: emulated.version !== undefined,
      minCompatibilityIsSet: compatible.version !== undefined,
    },
  };
}

function defaultMinCompatibility(binary: Minor, emulation: WrittenVersion, facts: BinaryFacts): WrittenVersion {
  const { emulationFloor, fixedMinCompatibility } = facts;
  if (fixedMinCompatibility !== undefined) return written(fixedMinCompatibility);
  if (emulationFloor === undefined) return written(Math.max(binary - 1, 0));
  if (emulation.minor === binary) return written(binary - 1);
  return written(Math.max(emulation.minor - 1, emulationFloor));
}

function written(minor: number): WrittenVersion {
  return { text: `1.${minor}`, minor };
}

type ReadVersion =
  | { readonly ok: true; readonly version: WrittenVersion | undefined }
  | { readonly ok: false; readonly problem: TargetProblem };

function readVersion(flag: TargetFlag, value: string | undefined, binary: Minor): ReadVersion {
  if (value === undefined) return { ok: true, version: undefined };
  const read = parseComponentVersion(value);
  if (read.ok) return read;
  const allowed = `one minor, such as ${formatMinor(binary)} or kube=${formatMinor(binary)}`;
  const minor = /^(?:kube=)?v?(1\.\d+)/.exec(value)?.[1];
  const corrections: readonly Correction[] = minor === undefined ? [removeSetting] : [{ kind: 'value', value: minor }];
  return { ok: false, problem: targetProblem(flag, value, `--${flag}: ${read.reason}`, allowed, corrections) };
}

/** Versions outside the binary's range (`effectiveVersion.Validate` in `k8s.io/component-base/compatibility`). */
export function rangeProblems(
  target: Target,
  versions: RequestedVersions,
  facts: BinaryFacts,
): readonly TargetProblem[] {
  const { component, binary, emulation, minCompatibility } = versions;
  const floor = facts.emulationFloor;
  if (floor === undefined) return [];
  const problems: TargetProblem[] = [];
  if (emulation.minor > binary || emulation.minor < floor) {
    const range = `${formatMinor(floor)} to ${formatMinor(binary)}`;
    const message = `${component} ${formatMinor(binary)} cannot emulate ${emulation.text}`;
    const corrections = [...versionsBetween(floor, binary), removeSetting];
    problems.push(targetProblem('emulated-version', target.emulatedVersion ?? '', message, range, corrections));
  }
  // A default out of range follows from the emulation version, which must be corrected instead.
  if (versions.minCompatibilityIsSet && (minCompatibility.minor > emulation.minor || minCompatibility.minor < floor)) {
    const range = `${formatMinor(floor)} to the emulation version, ${emulation.text}`;
    const message = `the min compatibility version ${minCompatibility.text} is not in the range ${range}`;
    const corrections = [...versionsBetween(floor, Math.min(emulation.minor, binary)), removeSetting];
    problems.push(
      targetProblem('min-compatibility-version', target.minCompatibilityVersion ?? '', message, range, corrections),
    );
  }
  return problems;
}

/** The effective versions of requested ones that passed `rangeProblems`. */
export function effectiveVersions({ binary, emulation, minCompatibility }: RequestedVersions): EffectiveVersions {
  return {
    binary,
    emulation: isMinor(emulation.minor) ? emulation.minor : binary,
    minCompatibility: isMinor(minCompatibility.minor) ? minCompatibility.minor : binary,
  };
}
