import type { Value } from '../value.ts';

/** A pod with what the version of the policy and the binary make of it. */
export interface PodToCheck {
  readonly spec: Value;
  readonly annotations: ReadonlyMap<string, string>;
  /** All of them, those that run first before the others. */
  readonly containers: readonly Value[];
  readonly isWindows: boolean;
  /** Its users are those of a namespace of their own, so that checks of users pass it. */
  readonly exemptsUsers: boolean;
  readonly exemptsProcMount: boolean;
  /** Defaulting writes every port of a container as a port of the host. */
  readonly defaultsHostPorts: boolean;
  /** The server says who sets a forbidden AppArmor profile. */
  readonly namesAppArmorSetters: boolean;
  /** Seccomp profiles are looked for in fields; in annotations else. */
  readonly readsSeccompFields: boolean;
  readonly checksProbeHosts: boolean;
  /** The sources of volumes that everybody may use. */
  readonly volumes: readonly string[];
  /** The other sources that the server knows by name. */
  readonly namedVolumes: readonly string[];
  /** What containers may add at the level baseline. */
  readonly capabilities: readonly string[];
  readonly seLinuxTypes: readonly string[];
  readonly sysctls: readonly string[];
}
