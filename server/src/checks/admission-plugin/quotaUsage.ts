import table from '../../../data/authored/admission.json' with { type: 'json' };
import type { Value } from '../value.ts';
import { type Amount, type Amounts, amountOf, sum, wholeAmount } from './amounts.ts';
import { classOfRequest } from './claimClass.ts';
import type { PluginRequest } from './pluginRule.ts';
import { larger, merged, type PodResources, totalOf } from './podResources.ts';

// Source: pkg/quota/v1/evaluator/core/{pods,services,persistent_volume_claims,registry}.go.

/** The kinds whose updates change what they use: others are only counted when they are created. */
const changing: ReadonlySet<string> = new Set(['/Service', '/PersistentVolumeClaim', 'resource.k8s.io/ResourceClaim']);

/** The quota usage of the object of a request, unless it is a pod, or an update does not matter. */
export function objectUsage(request: PluginRequest): Amounts | undefined {
  const { kind, stored } = request;
  return kind === '/Pod' || (stored !== undefined && !changing.has(kind)) ? undefined : usageOf(request);
}

/** The quota usage of the stored object that a request changes; nothing if it is created. */
export function storedUsage(request: PluginRequest): Amounts {
  const { stored } = request;
  return stored === undefined ? new Map() : usageOf({ ...request, root: stored });
}

/** The quota usage of an object other than a pod, by resource name of the quota. */
function usageOf(request: PluginRequest): Amounts {
  const { kind, root, served } = request;
  const amount = count(root, 1);
  const name = served.group === '' ? served.resource : `${served.resource}.${served.group}`;
  const counted: readonly (readonly [string, Amount])[] = [[`count/${name}`, amount]];
  switch (kind) {
    case '/Service':
      return new Map([...counted, ...usageOfService(root)]);
    case '/ConfigMap':
    case '/Secret':
    case '/ReplicationController':
    case '/ResourceQuota':
      return new Map([...counted, [served.resource, amount]]);
    case '/PersistentVolumeClaim':
      return usageOfClaim(root, classOfRequest(request, root));
    case 'resource.k8s.io/ResourceClaim':
      return new Map([...counted, ...usageOfDevices(root)]);
    default:
      return new Map(counted);
  }
}

/**
 * The quota usage of a pod.
 *
 * @param overhead the overhead of its runtime class.
 */
export function usageOfPod(template: Value, pod: PodResources, overhead: Amounts): Amounts {
  const objectCount = count(template, 1);
  const requests = merged(totalOf(pod, 'requests'), overhead, sum);
  const limits = totalOf(pod, 'limits');
  const withOverhead = new Map(
    [...limits].map(([name, amount]) => {
      const more = overhead.get(name);
      return [name, more === undefined || amount.nanos === 0n ? amount : sum(amount, more)];
    }),
  );
  return new Map([['count/pods', objectCount], ['pods', objectCount], ...computed(requests, withOverhead)]);
}

const computedResources: ReadonlySet<string> = new Set(['cpu', 'memory', 'ephemeral-storage']);

/** The names of requests and limits in quotas: podComputeUsageHelper. */
export function computed(requests: Amounts, limits: Amounts): Amounts {
  const usage = new Map<string, Amount>();
  for (const [name, amount] of requests) {
    const isPlain = computedResources.has(name) || name.startsWith('hugepages-');
    if (isPlain) usage.set(name, amount);
    if (isPlain || isExtended(name)) usage.set(`requests.${name}`, amount);
  }
  for (const [name, amount] of limits) if (computedResources.has(name)) usage.set(`limits.${name}`, amount);
  return usage;
}

/** Resources that are not Kubernetes' own: IsExtendedResourceName. */
export function isExtended(name: string): boolean {
  return name.includes('/') && !name.includes('kubernetes.io/') && !name.startsWith('requests.');
}

function usageOfService(root: Value): Amounts {
  const spec = root.at('spec');
  const type = spec.at('type').text;
  const ports = spec.at('ports');
  const usage = new Map([['services', count(root, 1)]]);
  if (type === 'LoadBalancer') usage.set('services.loadbalancers', count(spec.at('type'), 1));
  if (type === 'NodePort') usage.set('services.nodeports', count(ports, ports.length));
  if (type === 'LoadBalancer') {
    const isAllocated = spec.at('allocateLoadBalancerNodePorts').scalar !== false;
    const chosen = ports.items.filter((port) => (port.at('nodePort').number ?? 0) !== 0);
    usage.set('services.nodeports', count(ports, isAllocated ? ports.length : chosen.length));
  }
  return usage;
}

/** The number of devices of each class that a claim asks for. Source: pkg/quota/v1/evaluator/core/resource_claims.go. */
function usageOfDevices(root: Value): Amounts {
  const number = (request: Value) => {
    if (request.at('allocationMode').or(exactCount) !== exactCount) return table.deviceQuota.all;
    return request.at('count').number || 1;
  };
  let usage: Amounts = new Map();
  for (const request of root.at('spec').at('devices').at('requests').items) {
    const all = request.has('firstAvailable') ? request.at('firstAvailable').items : [request.at('exactly')];
    let amounts: Amounts = new Map();
    for (const deviceRequest of all.filter(({ present }) => present)) {
      const name = `${deviceRequest.at('deviceClassName').text}${table.deviceQuota.suffix}`;
      amounts = merged(amounts, new Map([[name, count(deviceRequest, number(deviceRequest))]]), larger);
    }
    usage = merged(usage, amounts, sum);
  }
  return usage;
}

const exactCount = 'ExactCount';

/**
 * The quota usage of a claim.
 *
 * @param name its StorageClass; empty if it has none, or an unknown default.
 */
export function usageOfClaim(claim: Value, name: string): Amounts {
  const objectCount = count(claim, 1);
  const size = claim.at('spec').at('resources').at('requests').entry('storage');
  const amount = size.present ? wholeAmount(amountOf(size)) : undefined;
  const usage = new Map([
    ['count/persistentvolumeclaims', objectCount],
    ['persistentvolumeclaims', objectCount],
  ]);
  const suffix = `${name}.storageclass.storage.k8s.io/`;
  if (name !== '') usage.set(`${suffix}persistentvolumeclaims`, objectCount);
  if (amount === undefined) return usage;
  usage.set('requests.storage', amount);
  if (name !== '') usage.set(`${suffix}requests.storage`, amount);
  return usage;
}

function count(at: Value, number: number): Amount {
  return { nanos: BigInt(number) * 1_000_000_000n, format: 'DecimalSI', at };
}
