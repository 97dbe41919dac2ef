import { isStrictSubset, parseCidr } from '../../../../formats/ip.ts';
import { legacyCidr } from '../../../../formats/ipRules.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import type { KindRule, ValidatedKind } from '../../rule.ts';
import { validateLabelSelector } from '../meta/labelSelector.ts';
import { subdomainName, validateObjectMeta } from '../meta/objectMeta.ts';
import { validatePortOrName } from '../pod/ports.ts';

/** NetworkPolicies. */
export const networkPolicyRules: readonly KindRule[] = [
  {
    group: 'networking.k8s.io',
    kind: 'NetworkPolicy',
    rule: validateNetworkPolicy,
    source: 'pkg/apis/networking/validation/validation.go, ValidateNetworkPolicy',
  },
];

const protocols = ['TCP', 'UDP', 'SCTP'];

function validateNetworkPolicy(object: Value, errors: ErrorList, kind: ValidatedKind): void {
  const spec = object.at('spec');
  validateObjectMeta(object.at('metadata'), kind, subdomainName, errors);
  validateLabelSelector(spec.at('podSelector'), errors);
  for (const [direction, peers] of [
    ['ingress', 'from'],
    ['egress', 'to'],
  ] as const) {
    for (const rule of spec.at(direction).items) {
      for (const port of rule.at('ports').items) validatePort(port, errors);
      for (const peer of rule.at(peers).items) validatePeer(peer, errors);
    }
  }
  const types = spec.at('policyTypes');
  if (types.length > 2) errors.invalid(types, 'may not specify more than two policyTypes');
  else for (const type of types.items) errors.oneOf(type, ['Ingress', 'Egress']);
}

function validatePort(policyPort: Value, errors: ErrorList): void {
  const [protocol, port, endPort] = [policyPort.at('protocol'), policyPort.at('port'), policyPort.at('endPort')];
  if (protocol.present) errors.oneOf(protocol, protocols);
  if (port.present) validatePortOrName(port, errors);
  if (!endPort.present) return;
  const end = endPort.number ?? 0;
  if (!port.present) errors.invalid(endPort, 'may not be specified when `port` is not specified');
  else if (port.number === undefined) errors.invalid(endPort, 'may not be specified when `port` is non-numeric');
  else {
    if (end < port.number) errors.invalid(endPort, 'must be greater than or equal to `port`');
    errors.invalid(endPort, portNumber(end));
  }
}

function validatePeer(peer: Value, errors: ErrorList): void {
  const [pods, namespaces, block] = [peer.at('podSelector'), peer.at('namespaceSelector'), peer.at('ipBlock')];
  validateLabelSelector(pods, errors);
  validateLabelSelector(namespaces, errors);
  if (block.present) validateIpBlock(block, errors);
  const selected = pods.present || namespaces.present;
  if (!selected && !block.present) errors.required(peer, 'must specify a peer');
  if (selected && block.present) errors.forbidden(peer, 'may not specify both ipBlock and another peer');
}

function validateIpBlock(block: Value, errors: ErrorList): void {
  const cidr = block.at('cidr');
  if (cidr.empty) {
    errors.required(cidr);
    return;
  }
  const strict = errors.gate('StrictIPCIDRValidation');
  errors.invalid(cidr, legacyCidr(cidr.text, strict));
  const outer = parseCidr(cidr.text);
  if (outer === undefined) return;
  for (const except of block.at('except').items) {
    errors.invalid(except, legacyCidr(except.text, strict), except.text);
    const inner = parseCidr(except.text);
    if (inner !== undefined && !isStrictSubset(inner, outer)) {
      errors.invalid(except, 'must be a strict subset of `cidr`');
    }
  }
}
