import { dnsLabel, dnsSubdomain, dnsSubdomainWithUnderscore } from '../../../../formats/dns.ts';
import { isLonger } from '../../../../formats/format.ts';
import { legacyIp } from '../../../../formats/ipRules.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validateLabels } from '../meta/labels.ts';
import { subdomainName } from '../meta/objectMeta.ts';
import {
  allContainers,
  type PodContext,
  validateContainers,
  validateEphemeralContainers,
  validateInitContainers,
} from './containers.ts';
import { validateEvictionResponders } from './evictionResponders.ts';
import type { PodLabels } from './matchLabelKeys.ts';
import { validateHostProcess, validateOperatingSystem } from './operatingSystem.ts';
import { validatePodResources } from './podResources.ts';
import { containerResourceNameProblems } from './resourceNames.ts';
import { validateAmounts, validateHugePages } from './resources.ts';
import { validateAffinity, validateTolerations, validateTopologySpread } from './scheduling.ts';
import { validatePodSecurityContext } from './security.ts';
import { volumeSources } from './volumeSources.ts';
import { validateVolumes } from './volumes.ts';

// Source: pkg/apis/core/validation/validation.go, ValidatePodSpec.

const defaultGracePeriod = 30;

/** The pod that a spec belongs to. A template has none: rules that need its name or labels wait for the real pod. */
export interface PodIdentity {
  readonly name: string;
  readonly labels: PodLabels;
}

/** The changes that a workload makes to its template before creating pods. */
export interface TemplateUse {
  /** Names of claims that are mounted as volumes. */
  readonly claims: ReadonlySet<string>;
  /** Host names are set for each pod, so those of the template are not checked. */
  readonly setsHostNames: boolean;
}

const plainUse: TemplateUse = { claims: new Set(), setsHostNames: false };

/** The spec of a pod, or of a template where `pod` is undefined. */
export function validatePodSpec(
  spec: Value,
  pod: PodIdentity | undefined,
  errors: ErrorList,
  use: TemplateUse = plainUse,
): void {
  const volumes = validateVolumes(spec.at('volumes'), pod?.name ?? '', use.claims, errors);
  const claims = spec.at('resourceClaims');
  validateResourceClaims(claims, errors);
  const context: PodContext = {
    spec,
    volumes,
    resourceClaims: new Set(claims.items.map((item) => item.at('name').text).filter((name) => name !== '')),
    gracePeriod: gracePeriodOf(spec, pod !== undefined),
    hostUsers: spec.at('hostUsers').scalar !== false,
    isPod: pod !== undefined,
    hostPortsDefault: pod !== undefined && spec.at('hostNetwork').isTrue,
  };
  validateContainers(context, errors);
  validateInitContainers(context, errors);
  validateEphemeralContainers(context, errors);
  validatePodResources(spec, context.resourceClaims, pod !== undefined, errors);
  validateHostNetworkPorts(spec, errors);
  validateChoices(spec, errors);
  validateLabels(spec.at('nodeSelector'), errors);
  validatePodSecurityContext(spec.at('securityContext'), spec, errors);
  validateSharedProcesses(spec, errors);
  validateAffinity(spec.at('affinity'), pod?.labels, errors);
  validateDns(spec, errors);
  validateGates(spec, errors);
  validateTopologySpread(spec.at('topologySpreadConstraints'), pod?.labels, errors);
  validateHostProcess(spec, errors);
  validateHostUsers(spec, errors);
  validateNames(spec, use, errors);
  errors.range(spec.at('activeDeadlineSeconds'), 1, 2147483647);
  validateTolerations(spec.at('tolerations'), errors);
  validateHostAliases(spec.at('hostAliases'), errors);
  validateOverhead(spec, errors);
  validateOperatingSystem(spec, errors);
  validateSchedulingGroup(spec, errors);
  validateEvictionResponders(spec, errors);
  validateFileKeyVolumes(spec, errors);
}

/** A negative grace period of a pod becomes 1 second before validation. */
function gracePeriodOf(spec: Value, isPod: boolean): number {
  const seconds = spec.at('terminationGracePeriodSeconds').number ?? defaultGracePeriod;
  return isPod && seconds < 0 ? 1 : seconds;
}

const choices: readonly (readonly [string, readonly string[]])[] = [
  ['restartPolicy', ['Always', 'OnFailure', 'Never']],
  ['dnsPolicy', ['ClusterFirstWithHostNet', 'ClusterFirst', 'Default', 'None']],
];

function validateChoices(spec: Value, errors: ErrorList): void {
  for (const [field, allowed] of choices) {
    const value = spec.at(field);
    if (!value.empty) errors.oneOf(value, allowed);
  }
  const preemption = spec.at('preemptionPolicy');
  if (!preemption.present) return;
  if (preemption.empty) errors.required(preemption);
  else errors.oneOf(preemption, ['PreemptLowerPriority', 'Never']);
}

function validateNames(spec: Value, use: TemplateUse, errors: ErrorList): void {
  for (const field of ['serviceAccountName', 'nodeName', 'priorityClassName']) {
    const name = spec.at(field);
    if (!name.empty) errors.invalid(name, subdomainName(name.text, false));
  }
  // The old name of the account counts where the new one is absent.
  const [account, value] = [spec.at('serviceAccount'), spec.at('serviceAccountName')];
  if (!account.empty && value.empty) errors.invalid(account.reportedAt(value), subdomainName(account.text, false));
  for (const field of use.setsHostNames ? [] : ['hostname', 'subdomain']) {
    const name = spec.at(field);
    if (!name.empty) errors.format(name, dnsLabel);
  }
  const runtimeClass = spec.at('runtimeClassName');
  if (runtimeClass.present) {
    errors.invalid(runtimeClass, subdomainName(runtimeClass.text, false), runtimeClass.text);
  }
  const override = spec.at('hostnameOverride');
  if (!override.present) return;
  if (spec.at('setHostnameAsFQDN').isTrue) {
    errors.forbidden(override, 'may not be specified when setHostnameAsFQDN is true');
  }
  if (spec.at('hostNetwork').isTrue) errors.forbidden(override, 'may not be specified when hostNetwork is true');
  if (isLonger(override.text, 64)) errors.tooLong(override, 64);
  errors.format(override, dnsSubdomain);
}

function validateResourceClaims(claims: Value, errors: ErrorList): void {
  const names = new Set<string>();
  for (const claim of claims.items) {
    const [name, claimName, template] = [
      claim.at('name'),
      claim.at('resourceClaimName'),
      claim.at('resourceClaimTemplateName'),
    ];
    if (name.empty) errors.required(name);
    else if (names.has(name.text)) errors.duplicate(name);
    else {
      errors.format(name, dnsLabel);
      names.add(name.text);
    }
    if (claimName.present && template.present) {
      errors.invalid(claim, 'at most one of `resourceClaimName` or `resourceClaimTemplateName` may be specified');
    }
    if (!claimName.present && !template.present) {
      errors.invalid(claim, 'must specify one of: `resourceClaimName`, `resourceClaimTemplateName`');
    }
    for (const value of [claimName, template]) {
      if (value.present) errors.invalid(value, subdomainName(value.text, false));
    }
  }
}

function validateHostNetworkPorts(spec: Value, errors: ErrorList): void {
  if (!spec.at('hostNetwork').isTrue) return;
  for (const container of spec.at('containers').items) {
    for (const port of container.at('ports').items) {
      const hostPort = port.at('hostPort');
      // An absent host port becomes the container's port, or none where templates are not defaulted.
      if ((hostPort.number ?? 0) !== 0 && hostPort.number !== port.at('containerPort').number) {
        errors.invalid(hostPort, 'must match `containerPort` when `hostNetwork` is true');
      }
    }
  }
}

function validateDns(spec: Value, errors: ErrorList): void {
  const config = spec.at('dnsConfig');
  const [nameservers, searches, options] = [config.at('nameservers'), config.at('searches'), config.at('options')];
  if (spec.at('dnsPolicy').text === 'None') {
    if (!config.present) {
      errors.required(config, 'must provide `dnsConfig` when `dnsPolicy` is None');
      return;
    }
    if (nameservers.empty) {
      errors.required(nameservers, 'must provide at least one DNS nameserver when `dnsPolicy` is None');
      return;
    }
  }
  if (nameservers.length > 3) errors.invalid(nameservers, 'must not have more than 3 nameservers');
  const strict = errors.gate('StrictIPCIDRValidation');
  for (const server of nameservers.items) errors.invalid(server, legacyIp(server.text, strict), server.text);
  if (searches.length > 32) errors.invalid(searches, 'must not have more than 32 search paths');
  if (searches.texts.join(' ').length > 2048) {
    errors.invalid(searches, 'must not have more than 2048 characters (including spaces) in the search list');
  }
  for (const search of searches.items) {
    if (search.text === '.' && errors.gate('RelaxedDNSSearchValidation')) continue;
    const domain = search.text.endsWith('.') ? search.text.slice(0, -1) : search.text;
    const format = errors.gate('RelaxedDNSSearchValidation') ? dnsSubdomainWithUnderscore : dnsSubdomain;
    errors.invalid(search, format(domain), search.text);
  }
  for (const option of options.items) {
    if (option.at('name').empty) errors.required(option, 'must not be empty');
  }
}

function validateGates(spec: Value, errors: ErrorList): void {
  for (const gate of spec.at('readinessGates').items) {
    errors.invalid(gate.at('conditionType'), qualifiedName(gate.at('conditionType').text));
  }
  const seen = new Set<string>();
  for (const gate of spec.at('schedulingGates').items) {
    const name = gate.at('name').text;
    errors.invalid(gate, qualifiedName(name), name);
    if (seen.has(name)) errors.duplicate(gate, name);
    seen.add(name);
  }
}

function validateSharedProcesses(spec: Value, errors: ErrorList): void {
  const share = spec.at('shareProcessNamespace');
  if (!share.isTrue || !spec.at('hostPID').isTrue) return;
  const inContext = errors.has('share-process-namespace-in-security-context');
  const field = inContext ? share.reportedAt(spec.at('securityContext').at('shareProcessNamespace')) : share;
  errors.invalid(field, 'ShareProcessNamespace and HostPID cannot both be enabled');
}

function validateHostUsers(spec: Value, errors: ErrorList): void {
  if (spec.at('hostUsers').scalar !== false) return;
  if (spec.at('hostNetwork').isTrue && !errors.gate('UserNamespacesHostNetworkSupport')) {
    errors.forbidden(spec.at('hostNetwork'), 'when `hostUsers` is false');
  }
  for (const [field, name] of [
    ['hostPID', 'HostPID'],
    ['hostIPC', 'HostIPC'],
  ] as const) {
    if (spec.at(field).isTrue) errors.forbidden(spec.at(field).reportedAt(spec.at(name)), 'when `hostUsers` is false');
  }
  for (const container of allContainers(spec)) {
    if (!container.at('volumeDevices').empty) {
      errors.forbidden(container.at('volumeDevices'), 'when `hostUsers` is false');
    }
  }
}

function validateHostAliases(aliases: Value, errors: ErrorList): void {
  const strict = errors.gate('StrictIPCIDRValidation');
  for (const alias of aliases.items) {
    errors.invalid(alias.at('ip'), legacyIp(alias.at('ip').text, strict), alias.at('ip').text);
    for (const hostname of alias.at('hostnames').items)
      errors.invalid(hostname, dnsSubdomain(hostname.text), hostname.text);
  }
}

/** Overhead is validated as if it were the limits of a container, and reported so. */
function validateOverhead(spec: Value, errors: ErrorList): void {
  const overhead = spec.at('overhead');
  validateAmounts(overhead.reportedAt(overhead.at('limits')).entries, containerResourceNameProblems, errors);
  validateHugePages(overhead, [...overhead.entries.keys()], errors);
}

function validateSchedulingGroup(spec: Value, errors: ErrorList): void {
  const group = spec.at('schedulingGroup');
  if (!group.present) return;
  const name = group.at('podGroupName');
  if (!name.present) errors.invalid(name, 'must specify one of: `podGroupName`');
  else errors.invalid(name, subdomainName(name.text, false));
}

function validateFileKeyVolumes(spec: Value, errors: ErrorList): void {
  const volumes = new Map(spec.at('volumes').items.map((item) => [item.at('name').text, item]));
  for (const container of allContainers(spec)) {
    for (const variable of container.at('env').items) {
      const reference = variable.at('valueFrom').at('fileKeyRef');
      if (!reference.present) continue;
      const name = reference.at('volumeName');
      const volume = volumes.get(name.text);
      if (volume === undefined) errors.notFound(name);
      else if (!isEmptyDir(volume)) errors.invalid(name, 'referenced volume must be of type emptyDir');
    }
  }
}

/** A volume without any source is an `emptyDir` (`SetDefaults_Volume`). */
function isEmptyDir(volume: Value): boolean {
  return volume.has('emptyDir') || !volumeSources.some(({ field }) => volume.has(field));
}
