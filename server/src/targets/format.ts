import { formatCrds } from './crds.ts';
import { formatSetting } from './settings.ts';
import type { Target, TargetFlag } from './target.ts';
import { formatMinor } from './version.ts';

/** Formats a target as an expression that parses to the same target: `1.37,emulated-version=1.35,feature-gates=A=true;B=false`. */
export function formatTarget(target: Target): string {
  const settings = flagsOf(target).map(([flag, value]) => `${flag}=${value.replaceAll(',', ';')}`);
  return [formatMinor(target.binary), ...settings].join(',');
}

/** Formats a target as flags: `--binary-version=1.37`, `--emulated-version=1.35`, … */
export function formatTargetFlags(target: Target): readonly string[] {
  const flags: readonly (readonly [TargetFlag, string])[] = [
    ['binary-version', formatMinor(target.binary)],
    ...flagsOf(target),
  ];
  return flags.map(([flag, value]) => `--${flag}=${value}`);
}

/** Writes a target's flags of kube-apiserver: without `binary-version` and `crds`, which are ours. */
export function formatServerFlags(target: Target): readonly string[] {
  return flagsOf(target)
    .filter(([flag]) => flag !== 'crds')
    .map(([flag, value]) => `--${flag}=${value}`);
}

function flagsOf(target: Target): readonly (readonly [TargetFlag, string])[] {
  const flags: (readonly [TargetFlag, string])[] = [];
  const add = (flag: TargetFlag, value: string | undefined) => {
    if (value !== undefined) flags.push([flag, value]);
  };
  add('emulated-version', target.emulatedVersion);
  add('min-compatibility-version', target.minCompatibilityVersion);
  if (target.runtimeConfig.length > 0) add('runtime-config', target.runtimeConfig.map(formatSetting).join(','));
  if (target.featureGates.length > 0) add('feature-gates', target.featureGates.map(formatSetting).join(','));
  add('emulation-forward-compatible', target.emulationForwardCompatible);
  add('runtime-config-emulation-forward-compatible', target.runtimeConfigEmulationForwardCompatible);
  add('enable-admission-plugins', target.enabledAdmissionPlugins?.join(','));
  add('disable-admission-plugins', target.disabledAdmissionPlugins?.join(','));
  add('admission-control-config-file', target.admissionConfiguration?.path);
  add('service-cluster-ip-range', target.services?.clusterIpRange);
  add('service-node-port-range', target.services?.nodePortRange);
  if (target.crds !== undefined) add('crds', formatCrds(target.crds).join(','));
  return flags;
}
