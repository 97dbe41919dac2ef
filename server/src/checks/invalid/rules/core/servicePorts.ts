import { dnsLabel } from '../../../../formats/dns.ts';
import { qualifiedName } from '../../../../formats/label.ts';
import { portNumber } from '../../../../formats/number.ts';
import { formatPortRange } from '../../../../formats/portRange.ts';
import type { Value } from '../../../value.ts';
import type { ErrorList } from '../../errorList.ts';
import { validatePortOrName } from '../pod/ports.ts';

// Source: pkg/apis/core/validation/validation.go, validateService, validateServicePort.

/** The transport protocols of ports. */
export const protocols = ['SCTP', 'TCP', 'UDP'];

/** The ports of a service. */
export function validateServicePorts(spec: Value, type: string, headless: boolean, errors: ErrorList): void {
  const ports = spec.at('ports');
  if (ports.empty && !headless && type !== 'ExternalName') errors.required(ports);
  const [names, numbers, nodePorts] = [new Set<string>(), new Set<string>(), new Set<string>()];
  const allocated = allocatedNodePorts(spec, type);
  for (const port of ports.items) {
    validateName(port.at('name'), ports.length > 1, names, errors);
    validatePort(port, errors);
    const protocol = port.at('protocol').or('TCP');
    const nodePort = port.at('nodePort');
    const node = nodePort.number ?? 0;
    if (node !== 0 && type === 'ClusterIP') errors.forbidden(nodePort, "may not be used when `type` is 'ClusterIP'");
    const number = port.at('port').number ?? 0;
    const onNode = node === 0 ? allocated?.(number) : node;
    if (onNode !== undefined) {
      const key = `${protocol}/${onNode}`;
      if (nodePorts.has(key)) errors.duplicate(nodePort);
      nodePorts.add(key);
    }
    const key = `${protocol}/${number}`;
    if (numbers.has(key)) errors.duplicate(port);
    numbers.add(key);
  }
}

/**
 * The node port that a port without one gets: equal numbers share one, a requested one first (`initNodePorts` in
 * `pkg/registry/core/service/storage/alloc.go`). Undefined if none are allocated.
 */
function allocatedNodePorts(spec: Value, type: string): ((port: number) => string) | undefined {
  const isBalanced = type === 'LoadBalancer' && spec.at('allocateLoadBalancerNodePorts').scalar !== false;
  if (type !== 'NodePort' && !isBalanced) return undefined;
  const requested = new Map<number, number>();
  for (const port of spec.at('ports').items) {
    const [number, node] = [port.at('port').number ?? 0, port.at('nodePort').number ?? 0];
    if (node > 0 && !requested.has(number)) requested.set(number, node);
  }
  return (port) => String(requested.get(port) ?? `shared by ${port}`);
}

/**
 * Requested node ports are allocated before validation, each once regardless of protocol; only ports of equal number
 * share one (`initNodePorts`). If allocation fails, the server reports only that.
 */
export function validateNodePortRequests(spec: Value, type: string, errors: ErrorList): void {
  if (type !== 'NodePort' && type !== 'LoadBalancer') return;
  const ports = spec.at('ports').items.map((port) => ({
    number: port.at('port').number ?? 0,
    at: port.at('nodePort'),
    node: port.at('nodePort').number ?? 0,
  }));
  const allocates = type === 'NodePort' || spec.at('allocateLoadBalancerNodePorts').scalar !== false;
  const ofPort = new Map<number, number>();
  const taken = new Set<number>();
  for (const { number, at, node } of ports) {
    if (node === 0 && !allocates) continue;
    // The first of several ports with one number gets the node port that any of them requests, and errors are reported
    // there.
    const asked = ofPort.has(number)
      ? { at, node }
      : ports.find((other) => other.number === number && other.node !== 0);
    if (asked === undefined || asked.node <= 0 || ofPort.get(number) === asked.node) continue;
    const isTaken = taken.has(asked.node) ? 'provided port is already allocated' : undefined;
    const why = whyNotOnNode(asked.node, errors) ?? isTaken;
    if (why !== undefined) {
      errors.invalid(asked.at.reportedAt(at), why);
      return;
    }
    taken.add(asked.node);
    if (!ofPort.has(number)) ofPort.set(number, asked.node);
  }
  const health = spec.at('healthCheckNodePort');
  const port = health.number ?? 0;
  // The health check has a separate port only if traffic stays on the node.
  if (port <= 0 || type !== 'LoadBalancer' || spec.at('externalTrafficPolicy').text !== 'Local') return;
  const why = whyNotOnNode(port, errors);
  if (why !== undefined) errors.invalid(health, `failed to allocate requested HealthCheck NodePort ${port}: ${why}`);
}

/** Why a node port cannot be allocated, in the server's words. Source: pkg/registry/core/service/portallocator. */
function whyNotOnNode(port: number, { surface }: ErrorList): string | undefined {
  const range = surface.serviceNetworks?.nodePorts;
  if (range === undefined || (port >= range.first && port <= range.last)) return undefined;
  return `provided port is not in the valid range. The range of valid ports is ${formatPortRange(range)}`;
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
