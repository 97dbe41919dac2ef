import { groupResource } from '../../catalog/catalog.ts';
import type { ServedResource } from '../../catalog/surface.ts';
import { isValueList, isValueMap, sameValue, type Value, type ValueMap, valueAt } from '../../conversion/value.ts';

/**
 * An object of an update after the changes by the strategy of its kind (`PrepareForUpdate` in k8s.io/kubernetes pkg/registry).
 *
 * @param time of the update.
 */
export function updated(old: ValueMap, object: ValueMap, served: ServedResource, time: string): ValueMap {
  const timed = withTimes(object, served, time);
  return served.group === '' && served.resource === 'services' ? ofItsType(old, timed) : timed;
}

/** Fills in the time of new taints. Source: k8s.io/kubernetes pkg/apis/resource/v1/defaults.go, SetDefaults_DeviceTaint. */
export function withTimes(object: ValueMap, { group, resource }: ServedResource, time: string): ValueMap {
  const name = groupResource(group, resource);
  const spec = object['spec'];
  if (!isValueMap(spec)) return object;
  if (name === 'devicetaintrules.resource.k8s.io') {
    const { taint } = spec;
    return isValueMap(taint) ? { ...object, spec: { ...spec, taint: { timeAdded: time, ...taint } } } : object;
  }
  const { devices } = spec;
  if (name !== 'resourceslices.resource.k8s.io' || !isValueList(devices)) return object;
  const timed = devices.map((device): Value => {
    const taints = isValueMap(device) ? device['taints'] : undefined;
    if (!isValueMap(device) || !isValueList(taints)) return device;
    return { ...device, taints: taints.map((taint) => (isValueMap(taint) ? { timeAdded: time, ...taint } : taint)) };
  });
  return { ...object, spec: { ...spec, devices: timed } };
}

/** Fields of a Service, with the types that have them. */
const ofTypes: readonly (readonly [field: string, types: readonly string[]])[] = [
  ...['clusterIP', 'clusterIPs', 'ipFamilies', 'ipFamilyPolicy', 'internalTrafficPolicy'].map(
    (field) => [field, ['ClusterIP', 'NodePort', 'LoadBalancer']] as const,
  ),
  ['healthCheckNodePort', ['LoadBalancer']],
  ['allocateLoadBalancerNodePorts', ['LoadBalancer']],
  ['loadBalancerClass', ['LoadBalancer']],
  ['externalTrafficPolicy', ['NodePort', 'LoadBalancer']],
];
const withNodePorts = ['NodePort', 'LoadBalancer'];

/**
 * A Service without the fields that its new type does not have and that stay as they are. Source: k8s.io/kubernetes
 * pkg/registry/core/service/strategy.go, dropTypeDependentFields.
 */
function ofItsType(old: ValueMap, object: ValueMap): ValueMap {
  const [before, spec] = [old['spec'], object['spec']];
  if (!isValueMap(before) || !isValueMap(spec)) return object;
  const loses = (types: readonly string[]) => types.includes(typeOf(before)) && !types.includes(typeOf(spec));
  const isExternal = 'externalIPs' in spec;
  const kept = Object.entries(spec).filter(([field, value]) => {
    const types = ofTypes.find(([name]) => name === field)?.[1];
    if (types === undefined || !loses(types) || (field === 'externalTrafficPolicy' && isExternal)) return true;
    return !sameValue(before[field], value);
  });
  const left: ValueMap = Object.fromEntries(kept);
  if (!loses(withNodePorts) || !sameValue(nodePortsIn(before), nodePortsIn(spec))) return { ...object, spec: left };
  return { ...object, spec: { ...left, ports: portsIn(spec).map(withoutNodePort) } };
}

function typeOf(spec: ValueMap): string {
  const { type } = spec;
  return typeof type === 'string' && type !== '' ? type : 'ClusterIP';
}

function portsIn(spec: ValueMap): readonly Value[] {
  const { ports } = spec;
  return isValueList(ports) ? ports : [];
}

function nodePortsIn(spec: ValueMap): readonly Value[] {
  return portsIn(spec).map((port) => valueAt(port, ['nodePort']) ?? 0);
}

function withoutNodePort(port: Value): Value {
  if (!isValueMap(port)) return port;
  const { nodePort: _, ...others } = port;
  return others;
}
