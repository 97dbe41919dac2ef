import { dnsLabel, dnsSubdomain, fullyQualifiedDomainName } from '../../../../formats/dns.ts';
import { parseIp } from '../../../../formats/ip.ts';
import { canonicalIp, endpointIp, legacyIp } from '../../../../formats/ipRules.ts';
import { labelValue, qualifiedName } from '../../../../formats/label.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';

/** EndpointSlices. */
export const endpointSliceRules: readonly KindRule[] = [
  {
    group: 'discovery.k8s.io',
    kind: 'EndpointSlice',
    rule: validateEndpointSlice,
    source: 'pkg/apis/discovery/validation/validation.go, ValidateEndpointSliceCreate',
  },
];

const addressTypes = ['FQDN', 'IPv4', 'IPv6'];
const protocols = ['SCTP', 'TCP', 'UDP'];
const limits = { endpoints: 1000, addresses: 100, ports: 20_000, hints: 8 };

function validateEndpointSlice(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const type = object.at('addressType');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  if (type.empty) errors.required(type);
  else errors.oneOf(type, addressTypes);
  validatePorts(object.at('ports'), errors);
  const endpoints = object.at('endpoints');
  if (endpoints.length > limits.endpoints) errors.tooMany(endpoints, endpoints.length, limits.endpoints);
  else for (const endpoint of endpoints.items) validateEndpoint(endpoint, type.text, errors);
}

function validatePorts(ports: Value, errors: ErrorList): void {
  if (ports.length > limits.ports) {
    errors.tooMany(ports, ports.length, limits.ports);
    return;
  }
  const seen = new Set<string>();
  for (const port of ports.items) {
    const [name, protocol, appProtocol] = [port.at('name'), port.at('protocol'), port.at('appProtocol')];
    if (!name.empty) errors.format(name, dnsLabel);
    if (seen.has(name.text)) errors.duplicate(name, name.text);
    seen.add(name.text);
    if (protocol.present) errors.oneOf(protocol, protocols);
    if (appProtocol.present) errors.format(appProtocol, qualifiedName);
  }
}

function validateEndpoint(endpoint: Value, type: string, errors: ErrorList): void {
  const [addresses, nodeName, hostname] = [endpoint.at('addresses'), endpoint.at('nodeName'), endpoint.at('hostname')];
  if (addresses.empty) errors.required(addresses, 'must contain at least 1 address');
  else if (addresses.length > limits.addresses) errors.tooMany(addresses, addresses.length, limits.addresses);
  for (const address of addresses.items) validateAddress(address, addresses, type, errors);
  if (nodeName.present) errors.format(nodeName, dnsSubdomain);
  if (hostname.present) errors.format(hostname, dnsLabel);
  validateHints(endpoint.at('hints'), errors);
}

/** Addresses of an unknown type are not checked. */
function validateAddress(address: Value, addresses: Value, type: string, errors: ErrorList): void {
  const { text } = address;
  if (type === 'FQDN') {
    if (text === '') errors.required(address);
    else errors.format(address, fullyQualifiedDomainName);
    return;
  }
  if (type !== 'IPv4' && type !== 'IPv6') return;
  const isOfFamily = `IPv${parseIp(text)?.family}` === type;
  if (!errors.has('endpoint-slice-canonical-address')) {
    if (!isOfFamily) errors.invalid(address, `must be a valid ${type} address`, text);
    errors.invalid(address, endpointIp(text), text);
    return;
  }
  const wrong = type === 'IPv6' ? canonicalIp(text) : legacyIp(text, errors.gate('StrictIPCIDRValidation'));
  errors.invalid(address, wrong, text);
  if (wrong.length > 0) return;
  // The server reports an address of the other family at the list.
  if (!isOfFamily) errors.invalid(address.reportedAt(addresses), `must be an ${type} address`, text);
  errors.invalid(address, endpointIp(text), text);
}

function validateHints(hints: Value, errors: ErrorList): void {
  for (const [field, format] of [
    ['forZones', labelValue],
    ['forNodes', dnsSubdomain],
  ] as const) {
    const list = hints.at(field);
    if (list.length > limits.hints) {
      errors.tooMany(list, list.length, limits.hints);
      return;
    }
    const seen = new Set<string>();
    for (const name of list.items.map((item) => item.at('name'))) {
      if (seen.has(name.text)) errors.duplicate(name, name.text);
      seen.add(name.text);
      errors.invalid(name, format(name.text), name.text);
    }
  }
}
