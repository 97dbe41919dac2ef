import { type Drawing, drawingFrom } from './drawing.ts';

/** An object that is stored, objects that are created after it, and its updates. */
export interface UpdateScene {
  readonly classes: readonly object[];
  readonly stored: object;
  /** Whether the claim is bound, so that it can be expanded. */
  readonly isBound: boolean;
  readonly given: readonly object[];
  readonly updates: readonly object[];
}

/** The existing storage classes: one that allows volume expansion, and one that does not. */
const classes = [
  {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name: 'grows' },
    provisioner: 'example.com/x',
    allowVolumeExpansion: true,
  },
  { apiVersion: 'storage.k8s.io/v1', kind: 'StorageClass', metadata: { name: 'fixed' }, provisioner: 'example.com/x' },
];

/** The scene of a seed. */
export function updateScene(seed: number): UpdateScene {
  const drawing = drawingFrom(seed, `u${seed}`);
  const make = [claims, services, pods, deployments][seed % 4] ?? claims;
  const { given, ...rest } = make(drawing);
  return { classes, isBound: false, ...rest, given: [...given, ...others(drawing)] };
}

function others({ namespace, pick, odds }: Drawing): readonly object[] {
  const hard = pick<object>(
    { 'requests.storage': pick('2Gi', '5Gi', '0'), persistentvolumeclaims: pick('1', '0', '5') },
    {
      services: pick('0', '1', '5'),
      'services.nodeports': pick('0', '1', '5'),
      'services.loadbalancers': pick('0', '1'),
    },
    { pods: pick('0', '1', '5'), 'requests.cpu': pick('0', '1'), 'count/deployments.apps': pick('0', '1') },
    { 'grows.storageclass.storage.k8s.io/requests.storage': pick('2Gi', '5Gi', '0') },
  );
  return odds(7)
    ? [{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'q', namespace }, spec: { hard } }]
    : [];
}

function claims({ namespace, pick, odds }: Drawing): Omit<UpdateScene, 'classes'> {
  const storageClassName = pick('grows', 'grows', 'fixed', 'gone', '');
  const claim = (storage: string, labels: object = {}) => ({
    ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: { name: 'v', namespace, labels } },
    spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage } }, storageClassName },
  });
  const limits = [
    { type: 'PersistentVolumeClaim', min: { storage: pick('1Gi', '3Gi') }, max: { storage: pick('2Gi', '4Gi') } },
  ];
  return {
    stored: claim('1Gi'),
    isBound: odds(8),
    given: odds(5)
      ? [{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace }, spec: { limits } }]
      : [],
    updates: [claim('1Gi'), claim('1Gi', { a: 'b' }), claim('2Gi'), claim('3Gi'), claim('6Gi')],
  };
}

function services({ namespace, pick }: Drawing): Omit<UpdateScene, 'classes' | 'isBound'> {
  const service = (type: string, ports: number) => ({
    ...{ apiVersion: 'v1', kind: 'Service', metadata: { name: 's', namespace } },
    spec: { type, ports: Array.from({ length: ports }, (_, index) => ({ name: `p${index}`, port: 80 + index })) },
  });
  return {
    stored: service(pick('ClusterIP', 'NodePort', 'LoadBalancer'), pick(1, 2)),
    given: [],
    updates: [
      service('ClusterIP', 1),
      service('NodePort', 1),
      service('NodePort', 3),
      service('LoadBalancer', 1),
      service('LoadBalancer', 2),
    ],
  };
}

function limitRange({ namespace, pick }: Drawing): object {
  const max = { cpu: pick('100m', '1') };
  return {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'l', namespace },
    spec: { limits: [{ type: 'Container', max }] },
  };
}

function pods(drawing: Drawing): Omit<UpdateScene, 'classes' | 'isBound'> {
  const { namespace } = drawing;
  const pod = (image: string, labels: object) => ({
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'p', namespace, labels } },
    spec: { containers: [{ name: 'a', image, resources: { limits: { cpu: '500m' } } }] },
  });
  return {
    stored: pod('nginx:1', {}),
    given: [limitRange(drawing)],
    updates: [pod('nginx:1', {}), pod('nginx:2', { a: 'b' })],
  };
}

function deployments(drawing: Drawing): Omit<UpdateScene, 'classes' | 'isBound'> {
  const { namespace } = drawing;
  const labels = { app: 'd' };
  const deployment = (replicas: number, cpu: string) => ({
    ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'd', namespace } },
    spec: {
      ...{ replicas, selector: { matchLabels: labels } },
      template: {
        metadata: { labels },
        spec: { containers: [{ name: 'a', image: 'nginx', resources: { limits: { cpu } } }] },
      },
    },
  });
  return {
    stored: deployment(1, '500m'),
    given: [limitRange(drawing)],
    updates: [deployment(2, '500m'), deployment(1, '50m')],
  };
}
