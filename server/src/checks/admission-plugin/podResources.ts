import type { ApiSurface } from '../../catalog/surface.ts';
import type { Value } from '../value.ts';
import { type Amount, type Amounts, amountsOf, sum } from './amounts.ts';

/** The resources of a container. */
export interface ContainerResources {
  readonly name: string;
  readonly at: Value;
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** An init container that keeps running. */
  readonly isSidecar: boolean;
}

/** The resources of a pod: of its containers, and of the pod itself. */
export interface PodResources {
  readonly containers: readonly ContainerResources[];
  readonly initContainers: readonly ContainerResources[];
  /** The resources of the pod itself, if it sets any. */
  readonly level: PodLevel | undefined;
}

/** The resources of a pod itself. They replace those of its containers. */
export interface PodLevel {
  readonly requests: Amounts;
  readonly limits: Amounts;
  /** Whether defaults are not in it yet. */
  readonly isLate?: true;
}

/** The resources that a pod itself may set. Source: IsSupportedPodLevelResource in k8s.io/component-helpers/resource/helpers.go. */
function isOfPods(name: string): boolean {
  return name === 'cpu' || name === 'memory' || name.startsWith('hugepages-');
}

/**
 * The resources of a pod after defaulting: a limit without a request sets the request. Source:
 * pkg/apis/core/v1/defaults.go, SetDefaults_Pod.
 */
export function podResources(spec: Value, { gates }: Pick<ApiSurface, 'gates'>): PodResources {
  const read = (name: string) => spec.at(name).items.map(containerResources);
  const pod = { containers: read('containers'), initContainers: read('initContainers'), level: undefined };
  if (!spec.has('resources') || gates.get('PodLevelResources')?.enabled !== true) return pod;
  const podAmounts = (name: string) =>
    new Map([...amountsOf(spec.at('resources').at(name))].filter(([resource]) => isOfPods(resource)));
  const level = { requests: podAmounts('requests'), limits: podAmounts('limits') };
  if (level.requests.size + level.limits.size === 0) return pod;
  // Later binaries default the resources of the pod after admission plugins changed its containers.
  const isLate = gates.get('PodLevelResourcesFixDefaulting')?.enabled === true;
  return { ...pod, level: isLate ? { ...level, isLate } : earlyDefaults({ ...pod, level }) };
}

/** Source: pkg/apis/core/v1/defaults.go, defaultPodRequests. */
function earlyDefaults(pod: PodResources & { readonly level: PodLevel }): PodLevel {
  const { level } = pod;
  if (level.limits.size === 0) return level;
  return { ...level, requests: new Map([...level.limits, ...overcommitted(pod), ...level.requests]) };
}

/** The requests of containers that those of the pod default to. */
function overcommitted(pod: PodResources): Amounts {
  return new Map([...ofAll(pod, 'requests')].filter(([name]) => name === 'cpu' || name === 'memory'));
}

/**
 * The resources of a pod itself, with all defaults; undefined if it sets none. Source: pkg/api/pod/util.go,
 * DefaultPodLevelResources.
 */
export function levelOf(pod: PodResources): PodLevel | undefined {
  const { level } = pod;
  if (level?.isLate !== true) return level;
  const ofContainers = ofAll(pod, 'limits');
  const hugePages = [...ofContainers].filter(([name]) => name.startsWith('hugepages-') && !level.requests.has(name));
  const given = new Map([...hugePages, ...level.limits]);
  const requests = new Map([...given, ...overcommitted(pod), ...level.requests]);
  const containers = [...pod.containers, ...pod.initContainers];
  const limits = [...requests].flatMap(([name, request]): (readonly [string, Amount])[] => {
    const limit = ofContainers.get(name);
    if (given.has(name) || limit === undefined || !containers.every((other) => other.limits.has(name))) return [];
    return [[name, larger(limit, request)]];
  });
  return { requests, limits: new Map([...given, ...limits]) };
}

function containerResources(at: Value): ContainerResources {
  const resources = at.at('resources');
  const limits = amountsOf(resources.at('limits'));
  const requests = new Map([...limits, ...amountsOf(resources.at('requests'))]);
  const isSidecar = at.at('restartPolicy').text === 'Always';
  return { name: at.at('name').text, at: resources.present ? resources : at, requests, limits, isSidecar };
}

/**
 * The total resources of a pod: containers and sidecars run together, and each init container beside the sidecars
 * before it. Source: aggregateContainerResourcesByFn in k8s.io/component-helpers/resource/helpers.go.
 */
export function totalOf(pod: PodResources, of: 'requests' | 'limits'): Amounts {
  const total = ofAll(pod, of);
  return new Map([...total, ...(levelOf(pod)?.[of] ?? [])]);
}

function ofAll(
  { containers, initContainers }: Pick<PodResources, 'containers' | 'initContainers'>,
  of: 'requests' | 'limits',
): Amounts {
  let running: Amounts = new Map();
  let sidecars: Amounts = new Map();
  let starting: Amounts = new Map();
  for (const container of containers) running = merged(running, container[of], sum);
  for (const container of initContainers) {
    const peak = merged(sidecars, container[of], sum);
    if (container.isSidecar) {
      running = merged(running, container[of], sum);
      sidecars = peak;
    }
    starting = merged(starting, peak, larger);
  }
  return merged(running, starting, larger);
}

/** Two lists of amounts in one. */
export function merged(a: Amounts, b: Amounts, join: (left: Amount, right: Amount) => Amount): Amounts {
  const result = new Map(a);
  for (const [name, amount] of b) {
    const present = result.get(name);
    result.set(name, present === undefined ? amount : join(present, amount));
  }
  return result;
}

/** The larger one of two amounts. */
export function larger(a: Amount, b: Amount): Amount {
  return b.nanos > a.nanos ? b : a;
}
