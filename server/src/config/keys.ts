import type { TargetFlag } from '../targets/target.ts';

/** The keys at the top of a configuration. */
export const topKeys = ['targets', 'default', 'files', 'conversions', 'deprecations', 'helm', 'severity'] as const;

/** The keys of an entry of `files:`. */
export const fileRuleKeys = ['match', 'targets', 'helm', 'severity'] as const;

/** The keys of an entry of `deprecations:`. */
export const deprecationKeys = ['group', 'version', 'kind', 'deprecated', 'removed', 'instead'] as const;

/** The keys of `helm:`. */
export const helmKeys = ['values'] as const;

/** The values of `severity:`. */
export const severities = ['error', 'warning', 'information', 'hint', 'off'] as const;

/** The settings of a target, with their flags of kube-apiserver or ours. */
export const targetKeys: ReadonlyMap<string, TargetFlag> = new Map<string, TargetFlag>([
  ['binaryVersion', 'binary-version'],
  ['emulatedVersion', 'emulated-version'],
  ['minCompatibilityVersion', 'min-compatibility-version'],
  ['runtimeConfig', 'runtime-config'],
  ['featureGates', 'feature-gates'],
  ['emulationForwardCompatible', 'emulation-forward-compatible'],
  ['runtimeConfigEmulationForwardCompatible', 'runtime-config-emulation-forward-compatible'],
  ['enableAdmissionPlugins', 'enable-admission-plugins'],
  ['disableAdmissionPlugins', 'disable-admission-plugins'],
  ['admissionControlConfigFile', 'admission-control-config-file'],
  ['serviceClusterIPRange', 'service-cluster-ip-range'],
  ['serviceNodePortRange', 'service-node-port-range'],
]);

/** The key of a target's CustomResourceDefinitions, allowed in every target. */
export const crdsKey = 'crds';

/** The key of a target's severities, allowed in every target. */
export const severityKey = 'severity';

/**
 * The key of a target that another file describes; besides the keys for every target, only `binaryVersion` is allowed.
 */
export const fromKey = 'from';

/** The key of a live cluster target: a context of the user's kubeconfig. */
export const contextKey = 'context';

/** The keys at the top of the file of a fleet. */
export const fleetKeys = ['targets', 'workloads'] as const;

/** The keys of an entry of `workloads:`. */
export const fleetRuleKeys = ['match', 'targets'] as const;
