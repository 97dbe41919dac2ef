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

/** The resources of a pod's containers. */
export interface PodResources {
  readonly containers: readonly ContainerResources[];
  readonly initContainers: readonly ContainerResources[];
}

/**
 * The resources of a pod's containers after defaulting: a limit without a request sets the request. Source:
 * pkg/apis/core/v1/defaults.go, SetDefaults_Pod.
 */
export function podResources(spec: Value): PodResources {
  const read = (name: string) => spec.at(name).items.map(containerResources);
  return { containers: read('containers'), initContainers: read('initContainers') };
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
export function totalOf({ containers, initContainers }: PodResources, of: 'requests' | 'limits'): Amounts {
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

function larger(a: Amount, b: Amount): Amount {
  return b.nanos > a.nanos ? b : a;
}
