import { dnsLabel } from '../../../../formats/dns.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { ErrorList } from '../../errorList.ts';
import type { Value } from '../../value.ts';
import { validatePortOrName } from '../pod/ports.ts';

// Source: pkg/apis/core/validation/validation.go, validateService, validateServicePort.

/** The transport protocols of ports. */
export const protocols = ['SCTP', 'TCP', 'UDP'];

/** The ports of a service. */
export function validateServicePorts(spec: Value, type: string, headless: boolean, errors: ErrorList): void {
  const ports = spec.at('ports');
  if (ports.empty && !headless && type !== 'ExternalName') errors.required(ports);
  const [names, numbers, nodePorts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  for (const port of ports.items) {
    validateName(port.at('name'), ports.length > 1, names, errors);
    validatePort(port, errors);
    const protocol = port.at('protocol').or('TCP');
    const nodePort = port.at('nodePort');
    const node = nodePort.number ?? 0;
    if (node !== 0) {
      if (type === 'ClusterIP') errors.forbidden(nodePort, "may not be used when `type` is 'ClusterIP'");
      const key = `${protocol}/${node}`;
      if (nodePorts.has(key)) errors.duplicate(nodePort);
      nodePorts.add(key);
    }
    const key = `${protocol}/${port.at('port').number ?? 0}`;
    if (numbers.has(key)) errors.duplicate(port);
    numbers.add(key);
  }
}

function validateName(name: Value, required: boolean, names: Set<string>, errors: ErrorList): void {
  if (name.empty) {
    if (required) errors.required(name);
    return;
  }
  errors.format(name, dnsLabel);
  if (names.has(name.text)) errors.duplicate(name);
  names.add(name.text);
}

function validatePort(port: Value, errors: ErrorList): void {
  const [number, protocol, target, appProtocol] = [
    port.at('port'),
    port.at('protocol'),
    port.at('targetPort'),
    port.at('appProtocol'),
  ];
  errors.invalid(number, portNumber(number.number ?? 0));
  if (!protocol.empty) errors.oneOf(protocol, protocols);
  // 0 and an empty name become the port itself.
  if (target.empty || target.number === 0) errors.invalid(number.reportedAt(target), portNumber(number.number ?? 0));
  else validatePortOrName(target, errors);
  if (appProtocol.present) errors.format(appProtocol, qualifiedName);
}
