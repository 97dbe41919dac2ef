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
  // Addresses are allocated before the rest is validated: what is wrong with them is all that the server says.
  const before = errors.count;
  if (type !== 'ExternalName') validateClusterIps(spec, errors);
  if (errors.count === before) validateNodePortRequests(spec, type, errors);
  if (errors.count > before) return;
  const name = errors.gate('RelaxedServiceNameValidation') ? labelName : label1035Name;
  validateObjectMeta(service.at('metadata'), kind, name, errors);
  const annotations = service.at('metadata').given('annotations');
  if (annotations !== undefined) validateTopology(annotations, errors);
  validateType(spec, type, errors);
  validateServicePorts(spec, type, isHeadless(spec), errors);
  const selector = spec.given('selector');
  if (selector !== undefined) validateLabels(selector, errors);
  validateAffinity(spec, errors);
  validateExternalIps(spec, errors);
  validateSourceRanges(spec, annotations, type, errors);
  validateLoadBalancer(spec, type, errors);
  validateTraffic(spec, type, errors);
}

function isHeadless(spec: Value): boolean {
  const ips = spec.given('clusterIPs');
  if (ips === undefined || ips.empty) return spec.given('clusterIP')?.text === 'None';
  return ips.length === 1 && ips.texts[0] === 'None';
}

function validateTopology(annotations: Value, errors: ErrorList): void {
  if (annotations.empty) return;
  const [ofMode, ofHints] = [annotations.entries.get(mode), annotations.entries.get(hints)];
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
  const affinity = spec.given('sessionAffinity');
  if (affinity === undefined) return;
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
  const ips = spec.given('externalIPs');
  if (ips === undefined) return;
  const strict = errors.gate('StrictIPCIDRValidation');
  for (const ip of ips.items) {
    const wrong = legacyIp(ip.text, strict);
    errors.invalid(ip, wrong.length > 0 ? wrong : endpointIp(ip.text), ip.text);
  }
}

/** The server writes the field with a capital letter. */
function validateSourceRanges(spec: Value, annotations: Value | undefined, type: string, errors: ErrorList): void {
  const strict = errors.gate('StrictIPCIDRValidation');
  const ranges = spec.given('loadBalancerSourceRanges');
  if (ranges?.empty === false) {
    const place = spec.at('LoadBalancerSourceRanges');
    if (type !== 'LoadBalancer') errors.forbidden(ranges.reportedAt(place), onlyLoadBalancer);
    for (const [index, range] of ranges.items.entries()) {
      errors.invalid(range.reportedAtItem(place, index), legacyCidr(range.text.trim(), strict));
    }
    return;
  }
  const annotation = annotations?.empty === false ? annotations.entries.get(sourceRanges) : undefined;
  if (annotation === undefined) return;
  if (type !== 'LoadBalancer') errors.forbidden(annotation, onlyLoadBalancer);
  if (annotation.text.trim() === '') return;
  for (const range of annotation.text.split(',')) {
    errors.invalid(annotation, legacyCidr(range.trim(), strict), range.trim());
  }
}

function validateLoadBalancer(spec: Value, type: string, errors: ErrorList): void {
  const className = spec.given('loadBalancerClass');
  if (type === 'LoadBalancer') {
    if (className !== undefined) errors.format(className, qualifiedName);
    return;
  }
  const allocate = spec.given('allocateLoadBalancerNodePorts');
  if (allocate !== undefined) errors.forbidden(allocate, onlyLoadBalancer);
  if (className !== undefined) errors.forbidden(className, onlyLoadBalancer);
}

function validateTraffic(spec: Value, type: string, errors: ErrorList): void {
  const external = spec.given('externalTrafficPolicy');
  if (external?.empty === false) {
    const reachable =
      type === 'LoadBalancer' || type === 'NodePort' || (type === 'ClusterIP' && !spec.at('externalIPs').empty);
    if (reachable) errors.oneOf(external, ['Cluster', 'Local']);
    else errors.invalid(external, 'may only be set for externally-accessible services');
  }
  const healthCheck = spec.given('healthCheckNodePort');
  const port = healthCheck?.number ?? 0;
  if (healthCheck !== undefined && port !== 0) {
    const isChecked = type === 'LoadBalancer' && external?.text === 'Local';
    const why = "may only be set when `type` is 'LoadBalancer' and `externalTrafficPolicy` is 'Local'";
    errors.invalid(healthCheck, isChecked ? portNumber(port) : why);
  }
  const internal = spec.given('internalTrafficPolicy');
  if (internal !== undefined) errors.oneOf(internal, ['Cluster', 'Local']);
  const distribution = spec.given('trafficDistribution');
  if (distribution === undefined) return;
  const same = errors.gate('PreferSameTrafficDistribution') ? ['PreferSameZone', 'PreferSameNode'] : [];
  errors.oneOf(distribution, ['PreferClose', ...same]);
}
