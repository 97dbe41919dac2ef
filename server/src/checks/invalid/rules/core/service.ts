import { dnsSubdomain } from '../../../../formats/dns.ts';
import { endpointIp, legacyCidr, legacyIp } from '../../../../formats/ipRules.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabels } from '../meta/labels.ts';
import { label1035Name, labelName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validateClusterIps } from './clusterIps.ts';
import { validateAllocation } from './serviceAllocation.ts';
import { validateNodePortRequests, validateServicePorts } from './servicePorts.ts';

/** Services. */
export const serviceRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'Service',
    rule: validateService,
    source: 'pkg/apis/core/validation/validation.go, ValidateServiceCreate',
  },
];

const types = ['ClusterIP', 'ExternalName', 'LoadBalancer', 'NodePort'];
const hints = 'service.kubernetes.io/topology-aware-hints';
const mode = 'service.kubernetes.io/topology-mode';
const sourceRanges = 'service.beta.kubernetes.io/load-balancer-source-ranges';
const onlyLoadBalancer = "may only be used when `type` is 'LoadBalancer'";
const longestAffinity = 86400;

function validateService(service: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = service.at('spec');
  const type = spec.at('type').or('ClusterIP');
  // Addresses are allocated before the rest is validated: if they are wrong, the server reports only that.
  const before = errors.count;
  if (type !== 'ExternalName') validateClusterIps(spec, errors);
  if (errors.count === before && type !== 'ExternalName') validateAllocation(spec, errors);
  if (errors.count === before) validateNodePortRequests(spec, type, errors);
  if (errors.count > before) return;
  const name = errors.gate('RelaxedServiceNameValidation') ? labelName : label1035Name;
  validateObjectMeta(service.at('metadata'), kind, name, errors);
  validateTopology(service.at('metadata').at('annotations'), errors);
  validateType(spec, type, errors);
  validateServicePorts(spec, type, isHeadless(spec), errors);
  validateLabels(spec.at('selector'), errors);
  validateAffinity(spec, errors);
  validateExternalIps(spec, errors);
  validateSourceRanges(service, type, errors);
  validateLoadBalancer(spec, type, errors);
  validateTraffic(spec, type, errors);
}

function isHeadless(spec: Value): boolean {
  const ips = spec.at('clusterIPs');
  return ips.empty ? spec.at('clusterIP').text === 'None' : ips.length === 1 && ips.texts[0] === 'None';
}

function validateTopology(annotations: Value, errors: ErrorList): void {
  const { entries } = annotations;
  const [ofMode, ofHints] = [entries.get(mode), entries.get(hints)];
  if (ofMode !== undefined && ofHints !== undefined && ofMode.text !== ofHints.text) {
    errors.invalid(ofMode, `must match annotations[${hints}] when both are specified`);
  }
}

function validateType(spec: Value, type: string, errors: ErrorList): void {
  if (!types.includes(type)) errors.unsupported(spec.at('type'), types);
  if ((type === 'LoadBalancer' || type === 'NodePort') && isHeadless(spec)) {
    const ips = spec.at('clusterIPs');
    const none = ips.items[0] ?? spec.at('clusterIP').reportedAtItem(ips, 0);
    errors.invalid(none, `may not be set to 'None' for ${type} services`);
  }
  if (type !== 'ExternalName') return;
  // A single address becomes the list of addresses.
  const ips = spec.at('clusterIPs').empty
    ? spec.at('clusterIP').reportedAt(spec.at('clusterIPs'))
    : spec.at('clusterIPs');
  for (const field of [ips, spec.at('ipFamilies')]) {
    if (!field.empty) errors.forbidden(field, 'may not be set for ExternalName services');
  }
  if (spec.has('ipFamilyPolicy')) {
    errors.forbidden(spec.at('ipFamilyPolicy'), 'may not be set for ExternalName services');
  }
  const name = spec.at('externalName');
  const domain = name.text.endsWith('.') ? name.text.slice(0, -1) : name.text;
  if (domain === '') errors.required(name);
  else errors.invalid(name, dnsSubdomain(domain), domain);
}

function validateAffinity(spec: Value, errors: ErrorList): void {
  const affinity = spec.at('sessionAffinity');
  if (!affinity.empty) errors.oneOf(affinity, ['ClientIP', 'None']);
  if (affinity.text !== 'ClientIP') return;
  // Without a complete configuration the default is taken.
  const timeout = spec.at('sessionAffinityConfig').at('clientIP').at('timeoutSeconds');
  const seconds = timeout.number ?? 1;
  if (seconds <= 0 || seconds > longestAffinity) {
    errors.invalid(timeout, `must be greater than 0 and less than ${longestAffinity}`);
  }
}

function validateExternalIps(spec: Value, errors: ErrorList): void {
  const strict = errors.gate('StrictIPCIDRValidation');
  for (const ip of spec.at('externalIPs').items) {
    const wrong = legacyIp(ip.text, strict);
    errors.invalid(ip, wrong.length > 0 ? wrong : endpointIp(ip.text), ip.text);
  }
}

/** The server writes the field with a capital letter. */
function validateSourceRanges(service: Value, type: string, errors: ErrorList): void {
  const spec = service.at('spec');
  const strict = errors.gate('StrictIPCIDRValidation');
  const ranges = spec.at('loadBalancerSourceRanges');
  if (!ranges.empty) {
    const field = spec.at('LoadBalancerSourceRanges');
    if (type !== 'LoadBalancer') errors.forbidden(ranges.reportedAt(field), onlyLoadBalancer);
    for (const [index, range] of ranges.items.entries()) {
      errors.invalid(range.reportedAtItem(field, index), legacyCidr(range.text.trim(), strict));
    }
    return;
  }
  const annotation = service.at('metadata').at('annotations').entries.get(sourceRanges);
  if (annotation === undefined) return;
  if (type !== 'LoadBalancer') errors.forbidden(annotation, onlyLoadBalancer);
  if (annotation.text.trim() === '') return;
  for (const range of annotation.text.split(',')) {
    errors.invalid(annotation, legacyCidr(range.trim(), strict), range.trim());
  }
}

function validateLoadBalancer(spec: Value, type: string, errors: ErrorList): void {
  const [allocate, className] = [spec.at('allocateLoadBalancerNodePorts'), spec.at('loadBalancerClass')];
  if (allocate.present && type !== 'LoadBalancer') errors.forbidden(allocate, onlyLoadBalancer);
  if (!className.present) return;
  if (type === 'LoadBalancer') errors.format(className, qualifiedName);
  else errors.forbidden(className, onlyLoadBalancer);
}

function validateTraffic(spec: Value, type: string, errors: ErrorList): void {
  const external = spec.at('externalTrafficPolicy');
  const reachable =
    type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && !spec.at('externalIPs').empty);
  if (!external.empty) {
    if (reachable) errors.oneOf(external, ['Cluster', 'Local']);
    else errors.invalid(external, 'may only be set for externally-accessible services');
  }
  const healthCheck = spec.at('healthCheckNodePort');
  const port = healthCheck.number ?? 0;
  if (port !== 0 && !(type === 'LoadBalancer' && external.text === 'Local')) {
    errors.invalid(healthCheck, "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'");
  } else if (port !== 0) errors.invalid(healthCheck, portNumber(port));
  const internal = spec.at('internalTrafficPolicy');
  if (internal.present) errors.oneOf(internal, ['Cluster', 'Local']);
  const distribution = spec.at('trafficDistribution');
  if (!distribution.present) return;
  const same = errors.gate('PreferSameTrafficDistribution') ? ['PreferSameZone', 'PreferSameNode'] : [];
  errors.oneOf(distribution, ['PreferClose', ...same]);
}
