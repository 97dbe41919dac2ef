import { pickFrom } from './drawing.ts';

/** A Service with the addresses, families and ports that it requests. */
export interface AskedService {
  readonly apiVersion: 'v1';
  readonly kind: 'Service';
  readonly metadata: { readonly name: string; readonly namespace: string };
  readonly spec: object;
}

/** The node port range for every setting. */
export const nodePorts = '30000-30100';

/** Service networks, and the emulated version for them. */
export const settings: readonly { readonly networks: string; readonly emulatedVersion?: string }[] = [
  { networks: '10.0.0.0/16' },
  { networks: '10.0.0.0/16,fd00::/108' },
  { networks: 'fd00::/108' },
  { networks: 'fd00::/108,10.0.0.0/16', emulatedVersion: '1.35' },
];

/** The Service of a seed: inside, at the edge of, or outside the networks. */
export function serviceOf(seed: number): AskedService {
  const pick = pickFrom(seed);
  const type = pick('ClusterIP', 'ClusterIP', 'NodePort', 'LoadBalancer', 'ExternalName');
  const isOnNodes = type === 'NodePort' || type === 'LoadBalancer';
  // Each Service requests another address, because a released address is not immediately available.
  const octet = (seed % 250) + 1;
  const ip = () =>
    pick(true, true, false)
      ? pick(`10.0.9.${octet}`, `10.0.9.${octet}`, '10.0.0.0', '10.0.255.255', '10.1.0.1', '192.168.0.1')
      : pick(`fd00::9:${octet}`, `fd00::f:${octet}`, 'fd00::', 'fd00::10:0', 'fd01::1');
  const clusterIP = pick(undefined, undefined, 'None', ip(), ip(), ip());
  const more = clusterIP === 'None' ? [] : [ip()];
  const node = (...of: readonly [number, ...number[]]) =>
    isOnNodes && pick(true, false) ? { nodePort: pick(...of) } : {};
  const spec = {
    type,
    ...(type === 'ExternalName' ? { externalName: 'a.example.com' } : {}),
    ...(pick(true, true, false) ? { selector: { a: 'b' } } : {}),
    ports: [
      { name: 'a', port: 80, ...node(30000, 30100, 30101, 80, 29999) },
      ...(pick(true, false, false)
        ? [{ name: 'b', port: pick(80, 81), protocol: 'UDP', ...node(30001, 31000, 30050) }]
        : []),
    ],
    ...(clusterIP === undefined ? {} : { clusterIP }),
    ...(clusterIP !== undefined && pick(true, false, false)
      ? { clusterIPs: [clusterIP, ...(pick(true, false) ? more : [])] }
      : {}),
    ...pick({}, {}, { ipFamilyPolicy: pick('SingleStack', 'PreferDualStack', 'RequireDualStack') }),
    ...pick({}, {}, { ipFamilies: pick(['IPv4'], ['IPv6'], ['IPv4', 'IPv6'], ['IPv6', 'IPv4']) }),
    ...(type === 'LoadBalancer' ? pick({}, { allocateLoadBalancerNodePorts: false }) : {}),
  };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name: `s${seed}`, namespace: 'default' }, spec };
}
