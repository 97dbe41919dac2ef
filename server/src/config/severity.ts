import { type Finding, type Severity, severityOf } from '../finding.ts';

/** The configured severity of a check; `off` disables it. */
export type SeverityLevel = Severity | 'off';

/** Levels by check code. */
export type SeverityLevels = ReadonlyMap<string, SeverityLevel>;

/** The configured severities of a file: plain data; files with the same settings share the object. */
export interface SeverityPolicy {
  /** Of the entry of `files:` that matches the file; has precedence. */
  readonly path: SeverityLevels;
  /** Of targets, by their names in reports; has precedence over `general`. */
  readonly targets: ReadonlyMap<string, SeverityLevels>;
  /** For all files and targets. */
  readonly general: SeverityLevels;
}

const none: SeverityLevels = new Map();

/** Every finding has the severity of its consequence. */
export const noPolicy: SeverityPolicy = { path: none, targets: new Map(), general: none };

/** A policy for all files and targets. */
export function generalPolicy(general: SeverityLevels): SeverityPolicy {
  return { ...noPolicy, general };
}

/** The configured level of a code at a target, or for any target; undefined if there is none. */
export function configuredLevel(policy: SeverityPolicy, code: string, target?: string): SeverityLevel | undefined {
  const ofTarget = target === undefined ? undefined : policy.targets.get(target);
  return policy.path.get(code) ?? ofTarget?.get(code) ?? policy.general.get(code);
}

/** The severity of a finding at a target: the configured level, or else that of its consequence. */
export function levelOf(
  policy: SeverityPolicy,
  { code, consequence }: Pick<Finding, 'code' | 'consequence'>,
  target?: string,
): SeverityLevel {
  return configuredLevel(policy, code, target) ?? severityOf[consequence];
}
