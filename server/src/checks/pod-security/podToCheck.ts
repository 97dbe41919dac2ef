import type { Value } from '../value.ts';

/** A pod with the rules of the policy version and the binary. */
export interface PodToCheck {
  readonly spec: Value;
  readonly annotations: ReadonlyMap<string, string>;
  /** All containers, init containers first. */
  readonly containers: readonly Value[];
  readonly isWindows: boolean;
  /** Whether it has a user namespace, so that user checks pass. */
  readonly exemptsUsers: boolean;
  readonly exemptsProcMount: boolean;
  /** Defaulting writes every port of a container as a port of the host. */
  readonly defaultsHostPorts: boolean;
  /** Whether the server names the setters of a forbidden AppArmor profile. */
  readonly namesAppArmorSetters: boolean;
  /** Whether the server copies AppArmor annotations into containers. Source: pkg/registry/core/pod/strategy.go. */
  readonly copiesAppArmor: boolean;
  /** Whether seccomp profiles are read from fields; otherwise from annotations. */
  readonly readsSeccompFields: boolean;
  readonly checksProbeHosts: boolean;
  /** The sources of volumes that everybody may use. */
  readonly volumes: readonly string[];
  /** The other sources that the server knows by name. */
  readonly namedVolumes: readonly string[];
  /** The capabilities that containers may add at the level baseline. */
  readonly capabilities: readonly string[];
  readonly seLinuxTypes: readonly string[];
  readonly sysctls: readonly string[];
}
