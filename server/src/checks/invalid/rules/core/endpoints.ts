import { dnsLabel, dnsSubdomain } from '../../../../formats/dns.ts';
import { endpointIp, legacyIp } from '../../../../formats/ipRules.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { protocols } from './servicePorts.ts';

/** Endpoints. */
export const endpointsRules: readonly KindRule[] = [
  {
    group: '',
    kind: 'Endpoints',
    rule: validateEndpoints,
    source: 'pkg/apis/core/validation/validation.go, ValidateEndpointsCreate',
  },
];

function validateEndpoints(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  for (const subset of object.at('subsets').items) {
    const [ready, notReady, ports] = [subset.at('addresses'), subset.at('notReadyAddresses'), subset.at('ports')];
    if (ready.empty && notReady.empty) errors.required(subset, 'must specify `addresses` or `notReadyAddresses`');
    for (const address of [...ready.items, ...notReady.items]) validateAddress(address, errors);
    for (const port of ports.items) validatePort(port, ports.length > 1, errors);
  }
}

function validateAddress(address: Value, errors: ErrorList): void {
  const [ip, hostname, nodeName] = [address.at('ip'), address.at('hostname'), address.at('nodeName')];
  errors.invalid(ip, legacyIp(ip.text, errors.gate('StrictIPCIDRValidation')), ip.text);
  errors.invalid(ip, endpointIp(ip.text), ip.text);
  if (!hostname.empty) errors.format(hostname, dnsLabel);
  if (nodeName.present) errors.invalid(nodeName, dnsSubdomain(nodeName.text), nodeName.text);
}

function validatePort(port: Value, nameRequired: boolean, errors: ErrorList): void {
  const [name, number, protocol, appProtocol] = [
    port.at('name'),
    port.at('port'),
    port.at('protocol'),
    port.at('appProtocol'),
  ];
  if (!name.empty) errors.format(name, dnsLabel);
  else if (nameRequired) errors.required(name);
  errors.invalid(number, portNumber(number.number ?? 0));
  if (!protocol.empty) errors.oneOf(protocol, protocols);
  if (appProtocol.present) errors.format(appProtocol, qualifiedName);
}
