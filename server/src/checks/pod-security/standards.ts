import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { ApiSurface } from '../../catalog/surface.ts';
import { factMinor, type Minor } from '../../targets/version.ts';
import { isGateOn } from '../fieldGates.ts';
import type { PodInside } from '../podTemplates.ts';
import type { Value } from '../value.ts';
import type { PodToCheck } from './podToCheck.ts';
import { checkedVersion, type LevelVersion } from './policy.ts';
import { type Check, type CheckId, checksById, type Violation } from './standardChecks.ts';

const { podSecurity: facts } = table;

interface CheckFacts {
  readonly id: string;
  readonly level: string;
  readonly since: string;
  readonly insteadOf?: string;
  readonly binary?: string;
}

const rows: readonly CheckFacts[] = facts.checks;

/**
 * The violations of a policy by a pod, in the server's order. Source: k8s.io/pod-security-admission policy/registry.go.
 */
export function violations(pod: PodInside, policy: LevelVersion, surface: ApiSurface): readonly Violation[] {
  if (policy.level === 'privileged') return [];
  const version = checkedVersion(policy, surface);
  const subject = podToCheck(pod, version, surface);
  return checksOf(policy, version, surface).flatMap((check) => check(subject) ?? []);
}

/** The server's text for violations: `privileged (container "a" must not set …), hostPort (…)`. */
export function describeViolations(all: readonly Violation[]): string {
  return all.map(({ reason, detail }) => `${reason} (${detail})`).join(', ');
}

function checksOf({ level }: LevelVersion, version: Minor, surface: ApiSurface): readonly Check[] {
  const { binary } = surface.versions;
  const known = rows.filter(
    (row) =>
      factMinor(row.since) <= version &&
      (row.level === 'baseline' || level === 'restricted') &&
      (row.binary === undefined || binary >= factMinor(row.binary)),
  );
  const replaces = binary >= factMinor(facts.binary.insteadOf);
  const replaced = new Set(replaces ? known.flatMap(({ insteadOf }) => insteadOf ?? []) : []);
  return known
    .filter(({ id }) => !replaced.has(id))
    .sort((a, b) => order(a) - order(b) || (a.id < b.id ? -1 : 1))
    .flatMap(({ id }) => (isCheckId(id) ? [checksById[id]] : []));
}

function order({ level }: CheckFacts): number {
  return level === 'baseline' ? 0 : 1;
}

function isCheckId(id: string): id is CheckId {
  return Object.hasOwn(checksById, id);
}

function podToCheck({ pod, isTemplate }: PodInside, version: Minor, surface: ApiSurface): PodToCheck {
  const spec = pod.at('spec');
  const { binary } = surface.versions;
  const isAtLeast = (fact: string) => version >= factMinor(fact);
  const hasOwnUsers = spec.at('hostUsers').scalar === false;
  const isRelaxed = binary < factMinor(facts.binary.emulationSince) && isGateOn(surface, facts.userNamespacesGate);
  const isExempt = (relaxedSince: string) =>
    hasOwnUsers && (isRelaxed ? binary >= factMinor(relaxedSince) : isAtLeast(facts.policy.userNamespacesExempt));
  return {
    spec,
    annotations: pod.at('metadata').at('annotations').strings,
    containers: containersOf(spec),
    isWindows: isAtLeast(facts.policy.windowsExempt) && spec.at('os').at('name').text === 'windows',
    exemptsUsers: isExempt(facts.binary.userNamespaces),
    exemptsProcMount: isExempt(facts.binary.userNamespacesProcMount),
    defaultsHostPorts: spec.at('hostNetwork').isTrue && (!isTemplate || templatesDefaultHostPorts(surface)),
    namesAppArmorSetters: binary >= factMinor(facts.binary.appArmorFields),
    copiesAppArmor:
      !isTemplate && binary >= factMinor(facts.binary.appArmorFields) && spec.at('os').at('name').text !== 'windows',
    readsSeccompFields: isAtLeast(facts.policy.seccompFields),
    checksProbeHosts:
      binary >= factMinor(facts.binary.emulationSince) || surface.gates.get(facts.probeHostGate)?.enabled !== false,
    volumes: facts.volumes.filter((name) => name !== 'image' || binary >= factMinor(facts.binary.imageVolumes)),
    namedVolumes: facts.namedVolumes,
    capabilities: facts.capabilities,
    seLinuxTypes: facts.seLinuxTypes.filter(({ since }) => isAtLeast(since)).flatMap(({ types }) => types),
    sysctls: facts.sysctls.filter(({ since }) => isAtLeast(since)).flatMap(({ names }) => names),
  };
}

/** Source: k8s.io/kubernetes pkg/apis/core/v1/defaults.go, SetDefaults_PodSpec of 1.27 and SetDefaults_Pod of 1.28. */
function templatesDefaultHostPorts(surface: ApiSurface): boolean {
  const { binary } = surface.versions;
  return binary < factMinor(facts.hostNetworkPortsSince) || isGateOn(surface, facts.hostNetworkPortsGate);
}

function containersOf(spec: Value): readonly Value[] {
  return ['initContainers', 'containers', 'ephemeralContainers'].flatMap((list) => spec.at(list).items);
}
