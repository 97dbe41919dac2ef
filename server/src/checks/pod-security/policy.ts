import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import type { PodSecuritySettings } from '../../targets/admissionConfiguration.ts';
import { factMinor, formatMinor, type Minor, minor } from '../../targets/version.ts';

const { podSecurity: facts } = table;

/** How strict a policy is, the least strict first. */
export const levels = ['privileged', 'baseline', 'restricted'] as const;

/** A level of the Pod Security Standards. */
export type PodSecurityLevel = (typeof levels)[number];

/** The mode of a policy. */
export type PolicyMode = 'enforce' | 'warn' | 'audit';

/** A level at a version; undefined for the newest that the server knows. */
export interface LevelVersion {
  readonly level: PodSecurityLevel;
  readonly version: Minor | undefined;
}

/** The policy of a namespace. */
export interface Policy {
  readonly enforce: LevelVersion;
  readonly warn: LevelVersion;
  readonly audit: LevelVersion;
}

/** A label that no policy can be read from. */
export interface BadLabel {
  readonly label: string;
  readonly value: string;
  /** The requirement, in the server's words. */
  readonly expected: string;
}

/** In the order in which the server checks them. */
const modes = ['enforce', 'audit', 'warn'] as const;

const privileged: LevelVersion = { level: 'privileged', version: undefined };

/**
 * The policy from the labels of a namespace; undefined if one of them is invalid, so that no server has the namespace.
 * Source: k8s.io/pod-security-admission api/helpers.go, PolicyToEvaluate.
 */
export function policyOf(labels: ReadonlyMap<string, string>, { versions, target }: ApiSurface): Policy | undefined {
  if (badLabels(labels).length > 0) return undefined;
  const { defaults = {} } = target.admissionConfiguration?.settings?.podSecurity ?? {};
  const enforce = levelVersion(labels, 'enforce', defaults);
  const warn = levelVersion(labels, 'warn', defaults);
  const audit = levelVersion(labels, 'audit', defaults);
  const isStricter = levels.indexOf(enforce.level) > levels.indexOf(warn.level);
  const warnsByEnforce = versions.binary >= factMinor(facts.binary.warnsByEnforce);
  const isSet = labels.has(labelOf('enforce')) && !labels.has(labelOf('warn'));
  if (!isSet || !isStricter || !warnsByEnforce) return { enforce, warn, audit };
  const version = labels.has(labelOf('warn', true)) ? warn.version : enforce.version;
  return { enforce, warn: { level: enforce.level, version }, audit };
}

/** The labels of a namespace that a server refuses it for. */
export function badLabels(labels: ReadonlyMap<string, string>): readonly BadLabel[] {
  return modes.flatMap((mode): readonly BadLabel[] => {
    const [level, version] = [labelOf(mode), labelOf(mode, true)];
    const [ofLevel, ofVersion] = [labels.get(level), labels.get(version)];
    const bad: BadLabel[] = [];
    if (ofLevel !== undefined && !isLevel(ofLevel)) {
      bad.push({ label: level, value: ofLevel, expected: `must be one of ${levels.join(', ')}` });
    }
    if (ofVersion !== undefined && ofVersion !== newest && !versionPattern.test(ofVersion)) {
      bad.push({ label: version, value: ofVersion, expected: `must be "${newest}" or "v1.x"` });
    }
    return bad;
  });
}

const newest = 'latest';
const versionPattern = /^v1\.(0|[1-9]\d{0,4})$/;

function labelOf(mode: PolicyMode, ofVersion = false): string {
  return `${facts.labelPrefix}${mode}${ofVersion ? '-version' : ''}`;
}

function isLevel(text: string): text is PodSecurityLevel {
  return levels.some((level) => level === text);
}

function levelVersion(
  labels: ReadonlyMap<string, string>,
  mode: PolicyMode,
  defaults: PodSecuritySettings['defaults'],
): LevelVersion {
  const level = labels.get(labelOf(mode)) ?? defaults[mode] ?? privileged.level;
  const text = labels.get(labelOf(mode, true)) ?? defaults[`${mode}-version`] ?? '';
  const version = versionPattern.exec(text)?.[1];
  return isLevel(level) ? { level, version: version === undefined ? undefined : minor(Number(version)) } : privileged;
}

/** A level at a version as the server writes it: `restricted:latest`. */
export function formatLevelVersion({ level, version }: LevelVersion): string {
  return `${level}:${version === undefined ? newest : `v${formatMinor(version)}`}`;
}

/**
 * The version of the checks that a server runs for a policy: its newest if the policy requests a newer one. Source:
 * k8s.io/pod-security-admission policy/registry.go, NewEvaluator and EvaluatePod.
 */
export function checkedVersion({ version }: LevelVersion, { versions }: ApiSurface): Minor {
  const { binary, emulation } = versions;
  const newestVersion = binary >= factMinor(facts.binary.emulationSince) ? emulation : binary;
  return version === undefined || version > newestVersion ? newestVersion : version;
}

/**
 * The server's warning about the labels of a namespace that its configuration exempts; undefined if they have no effect anyway. Source: k8s.io/pod-security-admission admission/admission.go, exemptNamespaceWarning.
 */
export function exemptPolicy(labels: ReadonlyMap<string, string>, surface: ApiSurface): string | undefined {
  if (surface.versions.binary < factMinor(facts.binary.warnsOfExempt)) return undefined;
  const policy = policyOf(labels, surface);
  const defaults = policyOf(new Map(), surface);
  if (policy === undefined || defaults === undefined) return undefined;
  const isPrivileged = modes.every((mode) => policy[mode].level === privileged.level);
  const isDefault = modes.every((mode) => isEquivalent(policy[mode], defaults[mode]));
  if (isPrivileged || isDefault) return undefined;
  return modes
    .filter((mode) => policy[mode].level !== privileged.level)
    .filter((mode) => labels.has(labelOf(mode)) || labels.has(labelOf(mode, true)))
    .map((mode) => `${mode}=${formatLevelVersion(policy[mode])}`)
    .join(', ');
}

function isEquivalent(a: LevelVersion, b: LevelVersion): boolean {
  const arePrivileged = a.level === privileged.level && b.level === privileged.level;
  return arePrivileged || (a.level === b.level && a.version === b.version);
}
