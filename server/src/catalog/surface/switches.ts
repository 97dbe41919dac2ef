import { goBoolWords, parseGoBool } from '../../targets/goBool.ts';
import type { Correction, Target, TargetFlag, TargetProblem } from '../../targets/target.ts';
import { formatMinor } from '../../targets/version.ts';
import type { BinaryFacts } from '../catalog.ts';
import { removeSetting, targetProblem } from './problem.ts';

/** The two switches that let newer APIs into an emulated version. */
export interface Switches {
  /** `--emulation-forward-compatible` */
  readonly forwardCompatible: boolean;
  /** `--runtime-config-emulation-forward-compatible` */
  readonly runtimeConfigForwardCompatible: boolean;
}

/** The first refusals of flag parsing: unknown flags, and switches that are not booleans. */
export function flagProblems(
  target: Target,
  facts: Pick<BinaryFacts, 'flags'>,
  component = 'kube-apiserver',
): readonly TargetProblem[] {
  const binary = formatMinor(target.binary);
  const unknown = writtenFlags(target)
    .filter(([flag]) => !facts.flags.has(flag))
    .map(([flag, value]) =>
      targetProblem(flag, value, `${component} ${binary} has no flag --${flag}`, `leave it out for binary ${binary}`, [
        removeSetting,
      ]),
    );
  const words = writtenSwitches(target)
    .filter(([flag, value]) => facts.flags.has(flag) && parseGoBool(value) === undefined)
    .map(([flag, value]) => {
      const message = `"${value}" is not a boolean for --${flag}`;
      const corrections: readonly Correction[] = [
        { kind: 'value', value: 'true' },
        { kind: 'value', value: 'false' },
      ];
      return targetProblem(flag, value, message, goBoolWords, corrections);
    });
  return [...unknown, ...words];
}

/** The switches of a target whose flags have been checked. */
export function switchesOf(target: Target): Switches {
  return {
    forwardCompatible: parseGoBool(target.emulationForwardCompatible ?? '') ?? false,
    runtimeConfigForwardCompatible: parseGoBool(target.runtimeConfigEmulationForwardCompatible ?? '') ?? false,
  };
}

/** A switch that is on without emulation (`ServerRunOptions.Validate` in `k8s.io/apiserver`). */
export function switchProblems(target: Target, emulating: boolean): readonly TargetProblem[] {
  if (emulating) return [];
  return writtenSwitches(target)
    .filter(([, value]) => parseGoBool(value) === true)
    .map(([flag, value]) =>
      targetProblem(
        flag,
        value,
        `--${flag} may only be on when the emulation version is older than the binary`,
        `--${flag}=false, or an --emulated-version below ${formatMinor(target.binary)}`,
        [{ kind: 'value', value: 'false' }, removeSetting],
      ),
    );
}

function writtenFlags(target: Target): readonly (readonly [TargetFlag, string])[] {
  const flags: (readonly [TargetFlag, string])[] = [...writtenSwitches(target)];
  const { emulatedVersion, minCompatibilityVersion } = target;
  if (emulatedVersion !== undefined) flags.unshift(['emulated-version', emulatedVersion]);
  if (minCompatibilityVersion !== undefined) flags.push(['min-compatibility-version', minCompatibilityVersion]);
  return flags;
}

function writtenSwitches(target: Target): readonly (readonly [TargetFlag, string])[] {
  const switches: (readonly [TargetFlag, string])[] = [];
  const { emulationForwardCompatible: forward, runtimeConfigEmulationForwardCompatible: named } = target;
  if (forward !== undefined) switches.push(['emulation-forward-compatible', forward]);
  if (named !== undefined) switches.push(['runtime-config-emulation-forward-compatible', named]);
  return switches;
}
