import { portName } from '../../../../formats/names.ts';
import { portNumber } from '../../../../formats/number.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';

// Source: pkg/apis/core/validation/validation.go.

const protocols = ['SCTP', 'TCP', 'UDP'];

/** The ports of a container: `validateContainerPorts`. */
export function validateContainerPorts(ports: Value, hostPortsDefault: boolean, errors: ErrorList): void {
  const names = new Set<string>();
  for (const port of ports.items) {
    const name = port.at('name');
    if (!name.empty) {
      const wrong = portName(name.text);
      errors.invalid(name, wrong);
      if (wrong.length === 0 && names.has(name.text)) errors.duplicate(name);
      if (wrong.length === 0) names.add(name.text);
    }
    const containerPort = port.at('containerPort');
    if ((containerPort.number ?? 0) === 0) errors.required(containerPort);
    else errors.invalid(containerPort, portNumber(containerPort.number ?? 0));
    const hostPort = hostPortOf(port, hostPortsDefault);
    if (hostPort !== 0) errors.invalid(port.at('hostPort'), portNumber(hostPort));
    // An absent protocol is TCP: the list's key demands it even where defaulting does not run.
    const protocol = port.at('protocol');
    if (!protocol.empty) errors.oneOf(protocol, protocols);
  }
}

/** Host ports that two containers of a list share: `AccumulateUniqueHostPorts`. */
export function validateHostPorts(containers: readonly Value[], hostPortsDefault: boolean, errors: ErrorList): void {
  const taken = new Set<string>();
  for (const container of containers) {
    for (const port of container.at('ports').items) {
      const number = hostPortOf(port, hostPortsDefault);
      if (number === 0) continue;
      const key = `${port.at('protocol').or('TCP')}/${port.at('hostIP').text}/${number}`;
      if (taken.has(key)) errors.duplicate(port.at('hostPort'), key);
      taken.add(key);
    }
  }
}

function hostPortOf(port: Value, defaults: boolean): number {
  return (port.at('hostPort').number ?? 0) || (defaults ? (port.at('containerPort').number ?? 0) : 0);
}

/** A port by number or by name: `ValidatePortNumOrName`. */
export function validatePortOrName(port: Value, errors: ErrorList): void {
  const { scalar } = port;
  if (typeof scalar === 'string') errors.invalid(port, portName(scalar));
  else errors.invalid(port, portNumber(port.number ?? 0));
}
