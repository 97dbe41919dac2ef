import { type Pick, pickFrom } from './drawing.ts';

/** A namespace with the objects that the server's plugins read, and objects to create in it. */
export interface NamespaceScene {
  /** The existing objects of the cluster, as manifests; namespaced ones are in the namespace of the scene. */
  readonly given: readonly object[];
  readonly asked: readonly object[];
}

type List = Readonly<Record<string, string>>;

/** The classes of every scene. */
export const classes: readonly object[] = [
  priorityClass('high', 1000, {}),
  priorityClass('still', 500, { preemptionPolicy: 'Never' }),
  runtimeClass('plain', {}),
  runtimeClass('heavy', { overhead: { podFixed: { cpu: '250m', memory: '64Mi' } } }),
  runtimeClass('placed', { scheduling: { nodeSelector: { runtime: 'kata' } } }),
];

/** The scene of a seed. */
export function sceneOf(seed: number): NamespaceScene {
  const pick = pickFrom(seed);
  const namespace = `s${seed}`;
  const given = [
    { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } },
    ...(pick(true, true, false) ? [limitRange(namespace, pick)] : []),
    ...(pick(true, false) ? [quota('first', namespace, pick)] : []),
    ...(pick(true, false, false) ? [quota('second', namespace, pick)] : []),
  ];
  const make = [pod, pod, pod, pod, claim, service, other];
  const asked = Array.from({ length: 14 }, (_, index) =>
    (make[index % make.length] ?? pod)(`x${index}`, namespace, pick),
  );
  return { given, asked };
}

function priorityClass(name: string, value: number, more: object): object {
  return { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name }, value, ...more };
}

function runtimeClass(name: string, more: object): object {
  return { apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name }, handler: 'runc', ...more };
}

const cpu = ['100m', '0.25', '500m', '1', '1500m', '2', '4'] as const;
const memory = ['32Mi', '64Mi', '128M', '256Mi', '0.5Gi', '1Gi', '2e9'] as const;

function someOf(pick: Pick, chance: number): List {
  const isIn = () => pick(...tenths(chance));
  return {
    ...(isIn() ? { cpu: pick(...cpu) } : {}),
    ...(isIn() ? { memory: pick(...memory) } : {}),
    ...(isIn() && pick(true, false, false) ? { 'ephemeral-storage': pick(...memory) } : {}),
    ...(isIn() && pick(true, false, false, false) ? { 'example.com/gpu': pick('1', '2', '4') } : {}),
  };
}

function tenths(chance: number): [boolean, ...boolean[]] {
  return [true, ...Array.from({ length: 9 }, (_, index) => index + 1 < chance)];
}

/** Bounds from which the server takes the highest; minimums are low. */
function limitRange(namespace: string, pick: Pick): object {
  const low = () => ({
    ...(pick(true, false) ? { cpu: pick('50m', '100m', '0.25') } : {}),
    ...(pick(true, false) ? { memory: pick('16Mi', '64Mi') } : {}),
  });
  const high = () => ({
    ...(pick(true, false) ? { cpu: pick('1', '1500m', '2') } : {}),
    ...(pick(true, false) ? { memory: pick('512Mi', '1Gi') } : {}),
  });
  const middle = () => ({
    ...(pick(true, false) ? { cpu: pick('300m', '500m') } : {}),
    ...(pick(true, false) ? { memory: pick('128Mi', '200M') } : {}),
  });
  const ratio = () =>
    pick(true, false, false) ? { maxLimitRequestRatio: { [pick('cpu', 'memory')]: pick('1', '2', '3500m') } } : {};
  const limits = [
    { type: 'Container', min: low(), max: high(), default: middle(), ...ratio() },
    ...(pick(true, false)
      ? [{ type: 'Pod', max: high(), ...(pick(true, false) ? { min: low() } : {}), ...ratio() }]
      : []),
    ...(pick(true, false)
      ? [{ type: 'PersistentVolumeClaim', min: { storage: '1Gi' }, max: { storage: pick('5Gi', '10G') } }]
      : []),
  ];
  return { apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'bounds', namespace }, spec: { limits } };
}

function quota(name: string, namespace: string, pick: Pick): object {
  const all: readonly (readonly [string, string])[] = [
    ['requests.cpu', pick('1', '1500m')],
    ['cpu', pick('1', '3')],
    ['limits.cpu', pick('2', '500m')],
    ['requests.memory', pick('512Mi', '1Gi')],
    ['limits.memory', pick('1Gi', '256Mi')],
    ['requests.ephemeral-storage', '500Mi'],
    ['requests.example.com/gpu', pick('0', '2')],
    ['pods', pick('0', '10')],
    ['count/pods', pick('0', '10')],
    ['services', pick('0', '3')],
    ['services.loadbalancers', pick('0', '1')],
    ['services.nodeports', pick('0', '1')],
    ['persistentvolumeclaims', pick('0', '3')],
    ['requests.storage', pick('5Gi', '20Gi')],
    ['fast.storageclass.storage.k8s.io/requests.storage', pick('2Gi', '20Gi')],
    ['configmaps', pick('0', '5')],
    ['count/deployments.apps', pick('0', '5')],
    ['count/secrets', pick('0', '5')],
  ];
  const ofPods = all.slice(0, 8);
  const scoped = pick(true, false, false, false);
  const hard = Object.fromEntries((scoped ? ofPods : all).filter(() => pick(true, false, false)));
  const scope = pick('Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass');
  const scopes =
    scope === 'PriorityClass'
      ? { scopeSelector: { matchExpressions: [{ scopeName: scope, operator: pick('In', 'NotIn'), values: ['high'] }] } }
      : { scopes: [scope] };
  const spec = !scoped ? { hard } : { hard: scope === 'BestEffort' ? { pods: pick('0', '3') } : hard, ...scopes };
  return { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name, namespace }, spec };
}

function container(name: string, pick: Pick): object {
  const limits = someOf(pick, 7);
  const gpu = limits['example.com/gpu'];
  const isHigher = (key: string, value: string): boolean => {
    const limit = limits[key];
    const order: readonly string[] = key === 'cpu' ? cpu : memory;
    return limit !== undefined && order.indexOf(value) > order.indexOf(limit);
  };
  // Objects that are refused in every namespace are of little interest.
  const written = Object.entries(someOf(pick, 5)).filter(
    ([key, value]) => key !== 'example.com/gpu' && !isHigher(key, value),
  );
  const requests = { ...Object.fromEntries(written), ...(gpu === undefined ? {} : { 'example.com/gpu': gpu }) };
  return { name, image: 'nginx', resources: { limits, requests } };
}

function pod(name: string, namespace: string, pick: Pick): object {
  const runtimeClassName = pick(undefined, undefined, undefined, undefined, 'plain', 'heavy', 'placed');
  const overhead = pick(
    undefined,
    undefined,
    undefined,
    undefined,
    { cpu: '250m', memory: '64Mi' },
    { cpu: '0.25', memory: '65536Ki' },
    { cpu: '1' },
  );
  const spec = {
    containers: [container('a', pick), ...(pick(true, false) ? [container('b', pick)] : [])],
    ...(pick(true, false, false)
      ? { initContainers: [{ ...container('c', pick), ...(pick(true, false) ? { restartPolicy: 'Always' } : {}) }] }
      : {}),
    ...(pick(true, false, false, false) ? { priorityClassName: pick('high', 'still', 'system-node-critical') } : {}),
    ...(pick(true, false, false, false) ? { priority: pick(1000, 500, 2000001000) } : {}),
    ...(pick(true, false, false, false, false) ? { preemptionPolicy: pick('Never', 'PreemptLowerPriority') } : {}),
    ...(pick(true, false, false, false) ? { activeDeadlineSeconds: 60 } : {}),
    ...(pick(true, false, false, false) ? { nodeSelector: { runtime: pick('kata', 'runc') } } : {}),
    ...(runtimeClassName === undefined ? {} : { runtimeClassName }),
    ...(overhead === undefined ? {} : { overhead }),
  };
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace }, spec };
}

function claim(name: string, namespace: string, pick: Pick): object {
  const spec = {
    accessModes: ['ReadWriteOnce'],
    resources: { requests: { storage: pick('512Mi', '1Gi', '3Gi', '8Gi', '10.5G', '30Gi') } },
    ...(pick(true, false) ? { storageClassName: pick('fast', 'slow') } : {}),
  };
  return { apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name, namespace }, spec };
}

function service(name: string, namespace: string, pick: Pick): object {
  const type = pick('ClusterIP', 'NodePort', 'LoadBalancer');
  const spec = {
    type,
    selector: { app: 'web' },
    ports: [{ name: 'a', port: 80 }, ...(pick(true, false) ? [{ name: 'b', port: 81 }] : [])],
    ...(type === 'LoadBalancer' && pick(true, false) ? { allocateLoadBalancerNodePorts: false } : {}),
  };
  return { apiVersion: 'v1', kind: 'Service', metadata: { name, namespace }, spec };
}

function other(name: string, namespace: string, pick: Pick): object {
  const metadata = { name, namespace };
  const template = { metadata: { labels: { a: 'b' } }, spec: { containers: [container('a', pick)] } };
  return pick<object>(
    { apiVersion: 'v1', kind: 'ConfigMap', metadata },
    { apiVersion: 'v1', kind: 'Secret', metadata },
    { apiVersion: 'apps/v1', kind: 'Deployment', metadata, spec: { selector: { matchLabels: { a: 'b' } }, template } },
  );
}
