import type { AddedDefinitions } from './added.ts';
import type { AdmissionConfiguration } from './admissionConfiguration.ts';
import type { TargetCrds } from './crds.ts';
import type { Minor } from './version.ts';
import type { VersionReport } from './versionReport.ts';

/**
 * A kube-apiserver as its flags describe it. Texts that depend on the server's groups and gates are kept as written;
 * `catalog/resolve.ts` interprets them and returns an ApiSurface.
 */
export interface Target {
  /** The minor of the kube-apiserver binary. */
  readonly binary: Minor;
  /** `--emulated-version`; undefined when the flag is absent. */
  readonly emulatedVersion?: string;
  /** `--min-compatibility-version`; undefined when the flag is absent. */
  readonly minCompatibilityVersion?: string;
  /** `--runtime-config`, in the order written. */
  readonly runtimeConfig: readonly Setting[];
  /** `--feature-gates`, in the order written. */
  readonly featureGates: readonly Setting[];
  /** `--emulation-forward-compatible`; undefined when the flag is absent. */
  readonly emulationForwardCompatible?: string;
  /** `--runtime-config-emulation-forward-compatible`; undefined when the flag is absent. */
  readonly runtimeConfigEmulationForwardCompatible?: string;
  /** `--enable-admission-plugins`, in the order written; absent when the flag is. */
  readonly enabledAdmissionPlugins?: readonly string[];
  /** `--disable-admission-plugins`, in the order written; absent when the flag is. */
  readonly disabledAdmissionPlugins?: readonly string[];
  /** `--admission-control-config-file`; absent when the flag is. */
  readonly admissionConfiguration?: AdmissionConfiguration;
  /** `--service-cluster-ip-range` and `--service-node-port-range`; absent when both flags are. */
  readonly services?: ServiceFlags;
  /** The name of the provider that sets the flags of the server, for people: `Amazon EKS`. */
  readonly managedBy?: string;
  /** How the server may write its version, the likeliest first; absent if that is unknown. */
  readonly reports?: readonly VersionReport[];
  /** The CustomResourceDefinitions of the cluster; undefined if unspecified. */
  readonly crds?: TargetCrds;
  /** Definitions added to the workspace; used for kinds that the target does not define otherwise. */
  readonly added?: AddedDefinitions;
}

/** The flags for the addresses and ports of Services. An absent flag means that the cluster's value is unknown. */
export interface ServiceFlags {
  /** `--service-cluster-ip-range`: one or two CIDR blocks, the first of the primary family. */
  readonly clusterIpRange?: string;
  /** `--service-node-port-range`, such as `30000-32767`. */
  readonly nodePortRange?: string;
}

/** One `key=value` of a flag that takes many. A key without `=` has the value ''. */
export interface Setting {
  readonly key: string;
  readonly value: string;
}

/** The flags of a target: those of kube-apiserver by its names, and our own `binary-version` and `crds`. */
export type TargetFlag = (typeof targetFlags)[number];

/** All flags of a target, `binary-version` first. */
export const targetFlags = [
  'binary-version',
  'emulated-version',
  'min-compatibility-version',
  'runtime-config',
  'feature-gates',
  'emulation-forward-compatible',
  'runtime-config-emulation-forward-compatible',
  'enable-admission-plugins',
  'disable-admission-plugins',
  'admission-control-config-file',
  'service-cluster-ip-range',
  'service-node-port-range',
  'crds',
] as const;

/** Whether a word is the name of a flag of a target, without its dashes. */
export function isTargetFlag(word: string): word is TargetFlag {
  return targetFlags.some((flag) => flag === word);
}

/** An invalid setting: the problem, its flag, and the allowed values. */
export interface TargetProblem {
  readonly flag: TargetFlag;
  /** The offending value as written. */
  readonly value: string;
  readonly message: string;
  /** The allowed values. */
  readonly allowed: string;
  /** Ways to fix it that can be written for the author, the likeliest first. */
  readonly corrections?: readonly Correction[];
}

/** A correction of a setting: another value, another setting, or its removal. */
export type Correction =
  | { readonly kind: 'value'; readonly value: string }
  | { readonly kind: 'setting'; readonly setting: Setting }
  /** `same`: the server then does what the setting requested. */
  | { readonly kind: 'remove'; readonly same: boolean };
