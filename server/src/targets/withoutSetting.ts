import type { Setting, Target, TargetProblem } from './target.ts';

/**
 * A target without the setting that a problem is about; undefined if the target does not have it, or if it is the
 * binary version or the definitions.
 */
export function withoutSetting(target: Target, { flag, value }: TargetProblem): Target | undefined {
  switch (flag) {
    case 'emulated-version': {
      const { emulatedVersion, ...rest } = target;
      return emulatedVersion === undefined ? undefined : rest;
    }
    case 'min-compatibility-version': {
      const { minCompatibilityVersion, ...rest } = target;
      return minCompatibilityVersion === undefined ? undefined : rest;
    }
    case 'emulation-forward-compatible': {
      const { emulationForwardCompatible, ...rest } = target;
      return emulationForwardCompatible === undefined ? undefined : rest;
    }
    case 'runtime-config-emulation-forward-compatible': {
      const { runtimeConfigEmulationForwardCompatible, ...rest } = target;
      return runtimeConfigEmulationForwardCompatible === undefined ? undefined : rest;
    }
    case 'enable-admission-plugins': {
      const { enabledAdmissionPlugins, ...rest } = target;
      return enabledAdmissionPlugins === undefined ? undefined : rest;
    }
    case 'disable-admission-plugins': {
      const { disabledAdmissionPlugins, ...rest } = target;
      return disabledAdmissionPlugins === undefined ? undefined : rest;
    }
    case 'admission-control-config-file': {
      const { admissionConfiguration, ...rest } = target;
      return admissionConfiguration === undefined ? undefined : rest;
    }
    case 'service-cluster-ip-range':
    case 'service-node-port-range':
      return withoutServiceFlag(target, flag);
    case 'runtime-config': {
      const runtimeConfig = without(target.runtimeConfig, value);
      return runtimeConfig && { ...target, runtimeConfig };
    }
    case 'feature-gates': {
      const featureGates = without(target.featureGates, value);
      return featureGates && { ...target, featureGates };
    }
    case 'crds':
    case 'binary-version':
      return undefined;
  }
}

function withoutServiceFlag(
  { services, ...rest }: Target,
  flag: 'service-cluster-ip-range' | 'service-node-port-range',
): Target | undefined {
  if (services === undefined) return undefined;
  const { clusterIpRange, nodePortRange } = services;
  if (flag === 'service-node-port-range') {
    return clusterIpRange === undefined ? rest : { ...rest, services: { clusterIpRange } };
  }
  return nodePortRange === undefined ? rest : { ...rest, services: { nodePortRange } };
}

/** The settings without those of the refused key, or none if no setting has it; undefined if there are no settings. */
function without(settings: readonly Setting[], refused: string): readonly Setting[] | undefined {
  if (settings.length === 0) return undefined;
  const key = (refused.split('=', 1)[0] ?? '').trim();
  const remaining = settings.filter((setting) => setting.key.trim() !== key);
  return remaining.length < settings.length ? remaining : [];
}
