import { type Drawing, drawingFrom } from './drawing.ts';

/** The objects of a cluster, and objects that are created while it has these. */
export interface ClusterScene {
  readonly subject: string;
  readonly given: readonly object[];
  readonly asked: readonly object[];
}

type Drawn = Omit<ClusterScene, 'subject'>;

/** The scene of a seed: seeds have different subjects. */
export function clusterScene(seed: number): ClusterScene {
  const drawing = drawingFrom(seed, `c${seed}`);
  const names = Object.keys(subjects);
  const subject = names[seed % names.length] ?? '';
  const { given, asked } = subjects[subject]?.(drawing) ?? { given: [], asked: [] };
  const { namespace } = drawing;
  const hasNamespace = given.some((object) => 'kind' in object && object.kind === 'Namespace');
  return {
    subject,
    given: hasNamespace
      ? [...given, account('default', namespace)]
      : [namespaceOf(namespace), account('default', namespace), ...given],
    asked,
  };
}

const subjects: Readonly<Record<string, (drawing: Drawing) => Drawn>> = {
  priority,
  runtime,
  bounds,
  quotas,
  classes,
  accounts,
  devices,
  others,
};

function many<T>(count: number, make: (index: number) => T): T[] {
  return Array.from({ length: count }, (_, index) => make(index));
}

function namespaceOf(name: string, metadata: object = {}): object {
  return { apiVersion: 'v1', kind: 'Namespace', metadata: { name, ...metadata } };
}

function account(name: string, namespace: string, more: object = {}): object {
  return { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name, namespace }, ...more };
}

function pod(name: string, namespace: string, spec: object, metadata: object = {}): object {
  const containers = [{ name: 'a', image: 'nginx' }];
  return { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace, ...metadata }, spec: { containers, ...spec } };
}

function deployment(name: string, namespace: string, spec: object): object {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'a', image: 'nginx' }], ...spec } },
    },
  };
}

function priorityClass(name: string, { pick, odds }: Drawing): object {
  return {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name },
    value: pick(100, 2000, 0, -5),
    ...(odds(4) ? { globalDefault: odds(7) } : {}),
    ...(odds(4) ? { preemptionPolicy: pick('Never', 'PreemptLowerPriority') } : {}),
  };
}

function priority(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const spec = () => ({
    ...(odds(7)
      ? { priorityClassName: pick('pa', 'pa', 'pb', '', 'none', 'system-node-critical', 'system-cluster-critical') }
      : {}),
    ...(odds(4) ? { priority: pick<number | null>(100, 2000, 0, -5, 2000001000, null) } : {}),
    ...(odds(3) ? { preemptionPolicy: pick('Never', 'PreemptLowerPriority') } : {}),
  });
  return {
    given: ['pa', 'pb'].filter(() => odds(8)).map((name) => priorityClass(name, drawing)),
    asked: [
      ...many(9, (index) => pod(`x${index}`, namespace, spec())),
      deployment('d', namespace, spec()),
      priorityClass('pc', drawing),
      { ...priorityClass('pd', drawing), globalDefault: true },
    ],
  };
}

function tolerations({ pick, odds }: Drawing): object[] {
  return many(pick(0, 1, 1, 2), () => ({
    ...(odds(8) ? { key: pick('kata', 'gpu', 'node.kubernetes.io/not-ready') } : {}),
    operator: 'Exists',
    ...(odds(6) ? { effect: pick('NoSchedule', 'NoExecute') } : {}),
  })).map((toleration) =>
    'effect' in toleration && toleration.effect === 'NoExecute' && odds(5)
      ? { ...toleration, tolerationSeconds: 60 }
      : toleration,
  );
}

function runtime(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const runtimeClass = (name: string) => ({
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name },
    handler: 'runc',
    ...(odds(6)
      ? { overhead: odds(9) ? { podFixed: { cpu: '250m', ...(odds(5) ? { memory: '64Mi' } : {}) } } : {} }
      : {}),
    ...(odds(6)
      ? {
          scheduling: {
            ...(odds(7) ? { nodeSelector: { runtime: 'kata', ...(odds(4) ? { zone: 'a' } : {}) } } : {}),
            ...(odds(6) ? { tolerations: tolerations(drawing) } : {}),
          },
        }
      : {}),
  });
  const spec = () => ({
    ...(odds(8) ? { runtimeClassName: pick('ra', 'ra', 'rb', 'none') } : {}),
    ...(odds(4)
      ? { overhead: pick<object>({}, { cpu: '250m' }, { cpu: '0.25', memory: '65536Ki' }, { memory: '1Gi' }) }
      : {}),
    ...(odds(4) ? { nodeSelector: pick<object>({}, { runtime: 'runc' }, { runtime: 'kata' }, { disk: 'ssd' }) } : {}),
    ...(odds(4) ? { tolerations: tolerations(drawing) } : {}),
  });
  return {
    given: ['ra', 'rb'].filter(() => odds(8)).map(runtimeClass),
    asked: [...many(11, (index) => pod(`x${index}`, namespace, spec())), deployment('d', namespace, spec())],
  };
}

const cpu = ['50m', '100m', '0.25', '500m', '1', '2'] as const;
const memory = ['32Mi', '64Mi', '128M', '256Mi', '1Gi', '2e9'] as const;

type List = Readonly<Record<string, string>>;

function amounts({ pick, odds }: Drawing, from: number, to: number, chance = 5): List {
  const at = <T>(list: readonly [T, ...T[]]) =>
    list[from + Math.floor(pick(0, 0.3, 0.6, 0.99) * (to - from + 1))] ?? list[0];
  return {
    ...(odds(chance) ? { cpu: at(cpu) } : {}),
    ...(odds(chance) ? { memory: at(memory) } : {}),
    ...(odds(chance / 4) ? { 'ephemeral-storage': at(memory) } : {}),
  };
}

function resources(drawing: Drawing): object {
  const { odds } = drawing;
  return {
    ...(odds(6) ? { requests: amounts(drawing, 0, 3, 6) } : {}),
    ...(odds(6) ? { limits: amounts(drawing, 3, 5, 6) } : {}),
  };
}

function podWithResources(name: string, drawing: Drawing): object {
  const { namespace, odds } = drawing;
  const container = (containerName: string, more: object = {}) => ({
    name: containerName,
    image: 'nginx:1.27',
    ...(odds(8) ? { resources: resources(drawing) } : {}),
    ...more,
  });
  return pod(name, namespace, {
    containers: [container('a'), ...(odds(4) ? [container('b')] : [])],
    ...(odds(4)
      ? {
          initContainers: [
            container('i', odds(5) ? { restartPolicy: 'Always' } : {}),
            ...(odds(4) ? [container('j')] : []),
          ],
        }
      : {}),
    ...(odds(3)
      ? {
          resources: { requests: amounts(drawing, 4, 5, 6), ...(odds(5) ? { limits: amounts(drawing, 5, 5, 6) } : {}) },
        }
      : {}),
  });
}

function claim(name: string, { namespace, pick, odds }: Drawing): object {
  return {
    apiVersion: 'v1',
    kind: 'PersistentVolumeClaim',
    metadata: {
      name,
      namespace,
      ...(odds(2) ? { annotations: { 'volume.beta.kubernetes.io/storage-class': pick('sa', '') } } : {}),
    },
    spec: {
      accessModes: ['ReadWriteOnce'],
      resources: {
        requests: { storage: pick('512Mi', '1Gi', '3Gi', '10.5G', '30Gi') },
        ...(odds(1) ? { limits: { storage: '40Gi' } } : {}),
      },
      ...(odds(5) ? { storageClassName: pick('sa', 'sb', '') } : {}),
      ...(odds(2) ? { volumeAttributesClassName: pick('gold', 'silver') } : {}),
    },
  };
}

function bounds(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const item = (type: string) => ({
    type,
    ...(odds(5) ? { min: amounts(drawing, 0, 1) } : {}),
    ...(odds(5) ? { max: amounts(drawing, 4, 5) } : {}),
    ...(type === 'Container' && odds(5) ? { default: amounts(drawing, 3, 4) } : {}),
    ...(type === 'Container' && odds(5) ? { defaultRequest: amounts(drawing, 1, 3) } : {}),
    ...(odds(2) ? { maxLimitRequestRatio: { [pick('cpu', 'memory')]: pick('1', '2', '3500m') } } : {}),
  });
  const storage = () => ({
    type: 'PersistentVolumeClaim',
    ...(odds(6) ? { min: { storage: pick('1Gi', '2G') } } : {}),
    ...(odds(6) ? { max: { storage: pick('5Gi', '10G') } } : {}),
  });
  const ranges = many(pick(1, 1, 2, 3), (index) => ({
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: `l${index}`, namespace },
    spec: { limits: [...(odds(8) ? [item('Container')] : []), ...(odds(4) ? [item('Pod')] : []), storage()] },
  }));
  return {
    given: ranges,
    asked: [...many(9, (index) => podWithResources(`x${index}`, drawing)), claim('v', drawing), claim('w', drawing)],
  };
}

const hardNames = [
  ...['pods', 'count/pods', 'requests.cpu', 'cpu', 'limits.cpu', 'requests.memory', 'memory', 'limits.memory'],
  ...['requests.ephemeral-storage', 'limits.ephemeral-storage', 'requests.example.com/gpu', 'hugepages-2Mi'],
  ...['services', 'services.loadbalancers', 'services.nodeports', 'count/services', 'persistentvolumeclaims'],
  ...['requests.storage', 'sa.storageclass.storage.k8s.io/requests.storage', 'count/persistentvolumeclaims'],
  ...['sb.storageclass.storage.k8s.io/persistentvolumeclaims', 'configmaps', 'count/configmaps', 'secrets'],
  ...['count/secrets', 'resourcequotas', 'replicationcontrollers', 'count/deployments.apps', 'count/jobs.batch'],
  ...['count/ingresses.networking.k8s.io', 'count/resourceclaims.resource.k8s.io', 'count/leases.coordination.k8s.io'],
  ...['gpu.deviceclass.resource.k8s.io/devices'],
] as const;

function hardOf(name: string, { pick }: Drawing): string {
  if (/cpu/.test(name)) return pick('500m', '1', '0', '3');
  if (/memory|storage$|hugepages/.test(name)) return pick('256Mi', '1Gi', '0', '20Gi');
  return pick('0', '0', '1', '5');
}

function quota(name: string, drawing: Drawing): object {
  const { namespace, pick, odds } = drawing;
  const isScoped = odds(4);
  const scope = pick(
    ...(['Terminating', 'NotTerminating', 'BestEffort', 'NotBestEffort', 'PriorityClass'] as const),
    ...(['CrossNamespacePodAffinity', 'VolumeAttributesClass'] as const),
  );
  const all: readonly string[] =
    scope === 'BestEffort'
      ? ['pods']
      : scope === 'CrossNamespacePodAffinity'
        ? ['pods', 'count/pods']
        : scope === 'VolumeAttributesClass'
          ? ['persistentvolumeclaims', 'requests.storage', 'count/persistentvolumeclaims']
          : hardNames.slice(0, 10);
  const names = (isScoped ? all : hardNames).filter(() => odds(isScoped ? 5 : 3));
  const isByClass = scope === 'PriorityClass' || scope === 'VolumeAttributesClass';
  const operator = pick('In', 'NotIn', 'Exists', 'DoesNotExist');
  const expression = {
    scopeName: scope,
    operator: isByClass ? operator : 'Exists',
    ...(isByClass && /In$/.test(operator) ? { values: scope === 'PriorityClass' ? ['pa'] : ['gold'] } : {}),
  };
  return {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name, namespace },
    spec: {
      hard: Object.fromEntries(names.map((resourceName) => [resourceName, hardOf(resourceName, drawing)])),
      ...(isScoped
        ? isByClass || odds(3)
          ? { scopeSelector: { matchExpressions: [expression] } }
          : { scopes: [scope] }
        : {}),
    },
  };
}

function quotaPod(name: string, drawing: Drawing): object {
  const { odds, pick } = drawing;
  const pod = podWithResources(name, drawing);
  if (!('spec' in pod) || typeof pod.spec !== 'object') return pod;
  const term = { topologyKey: 'zone', namespaces: ['other'], labelSelector: {} };
  return {
    ...pod,
    spec: {
      ...pod.spec,
      ...(odds(3) ? { activeDeadlineSeconds: 60 } : {}),
      ...(odds(3) ? { priorityClassName: pick('pa', 'pb') } : {}),
      ...(odds(2) ? { affinity: { podAntiAffinity: { requiredDuringSchedulingIgnoredDuringExecution: [term] } } } : {}),
      ...(odds(2) ? { runtimeClassName: 'ra' } : {}),
    },
  };
}

function quotas(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const metadata = (name: string) => ({ name, namespace });
  const service = (name: string) => {
    const type = pick('ClusterIP', 'NodePort', 'LoadBalancer');
    return {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: metadata(name),
      spec: {
        type,
        ports: [{ name: 'a', port: 80 }, ...(odds(5) ? [{ name: 'b', port: 81 }] : [])],
        ...(type === 'LoadBalancer' && odds(5) ? { allocateLoadBalancerNodePorts: odds(5) } : {}),
      },
    };
  };
  const exactly = (count: number) => ({ name: 'r', exactly: { deviceClassName: 'gpu', count } });
  const others = [
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('m') },
    { apiVersion: 'v1', kind: 'Secret', metadata: metadata('s') },
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: metadata('l'), spec: {} },
    {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'Ingress',
      metadata: metadata('i'),
      spec: { defaultBackend: { service: { name: 'x', port: { number: 80 } } } },
    },
    {
      apiVersion: 'resource.k8s.io/v1',
      kind: 'ResourceClaim',
      metadata: metadata('c'),
      spec: { devices: { requests: [exactly(pick(1, 2, 8))] } },
    },
    { apiVersion: 'v1', kind: 'ResourceQuota', metadata: metadata('q'), spec: { hard: { pods: '1' } } },
    deployment('d', namespace, { resources: undefined }),
  ];
  return {
    given: [
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'pa' }, value: 5 },
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'pb' }, value: 6 },
      {
        ...{ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'ra' }, handler: 'runc' },
        overhead: { podFixed: { cpu: '600m' } },
      },
      ...(odds(3) ? [storageClass('sa', 'true', drawing)] : []),
      ...many(pick(1, 2, 3), (index) => quota(`q${index}`, drawing)),
      ...(odds(3)
        ? [
            {
              ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: metadata('l') },
              spec: { limits: [{ type: 'Container', default: { cpu: '500m', memory: '64Mi' } }] },
            },
          ]
        : []),
    ],
    asked: [
      ...many(6, (index) => quotaPod(`x${index}`, drawing)),
      ...many(3, (index) => claim(`v${index}`, drawing)),
      ...many(2, (index) => service(`s${index}`)),
      ...others,
    ],
  };
}

function storageClass(name: string, isDefault: string | undefined, { pick, odds }: Drawing): object {
  const key = pick('storageclass.kubernetes.io/is-default-class', 'storageclass.beta.kubernetes.io/is-default-class');
  return {
    apiVersion: 'storage.k8s.io/v1',
    kind: 'StorageClass',
    metadata: { name, ...(isDefault === undefined ? {} : { annotations: { [key]: isDefault } }) },
    provisioner: 'x',
    ...(odds(5) ? { allowVolumeExpansion: odds(7) } : {}),
  };
}

function classes(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const marked = () => pick(undefined, 'true', 'true', 'false');
  const ingressClass = (name: string) => {
    const value = marked();
    return {
      apiVersion: 'networking.k8s.io/v1',
      kind: 'IngressClass',
      metadata: {
        name,
        ...(value === undefined ? {} : { annotations: { 'ingressclass.kubernetes.io/is-default-class': value } }),
      },
      spec: { controller: 'example.com/x' },
    };
  };
  const ingress = (name: string) => ({
    apiVersion: 'networking.k8s.io/v1',
    kind: 'Ingress',
    metadata: {
      name,
      namespace,
      ...(odds(3) ? { annotations: { 'kubernetes.io/ingress.class': pick('ia', '') } } : {}),
    },
    spec: {
      defaultBackend: { service: { name: 'x', port: { number: 80 } } },
      ...(odds(2) ? { ingressClassName: 'ib' } : {}),
    },
  });
  const set = {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name: 't', namespace },
    spec: {
      serviceName: 't',
      selector: { matchLabels: { a: 'b' } },
      template: { metadata: { labels: { a: 'b' } }, spec: { containers: [{ name: 'a', image: 'nginx' }] } },
      volumeClaimTemplates: [
        {
          metadata: { name: 'd' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  };
  return {
    given: [
      ...['sa', 'sb'].filter(() => odds(7)).map((name) => storageClass(name, marked(), drawing)),
      ...['ia', 'ib'].filter(() => odds(7)).map(ingressClass),
    ],
    asked: [
      ...many(4, (index) => claim(`v${index}`, drawing)),
      ...many(4, (index) => ingress(`i${index}`)),
      set,
      storageClass('sc', 'true', drawing),
    ],
  };
}

function accounts(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const accountOf = (name: string) =>
    account(name, namespace, {
      metadata: {
        name,
        namespace,
        ...(odds(5)
          ? { annotations: { 'kubernetes.io/enforce-mountable-secrets': pick('true', 'true', 'false', 'yes') } }
          : {}),
      },
      ...(odds(5) ? { automountServiceAccountToken: odds(4) } : {}),
      ...(odds(5) ? { imagePullSecrets: [{ name: 'pull' }] } : {}),
      ...(odds(5) ? { secrets: [{ name: 'known' }] } : {}),
    });
  const secret = () => pick('known', 'known', 'other');
  const spec = () => ({
    ...(odds(7) ? { [pick('serviceAccountName', 'serviceAccount')]: pick('aa', 'aa', 'ab', 'none') } : {}),
    ...(odds(3) ? { automountServiceAccountToken: odds(5) } : {}),
    ...(odds(3) ? { imagePullSecrets: odds(8) ? [{ name: pick('pull', 'other') }] : [] } : {}),
    containers: [
      {
        name: 'a',
        image: 'nginx',
        ...(odds(3) ? { env: [{ name: 'E', valueFrom: { secretKeyRef: { name: secret(), key: 'k' } } }] } : {}),
        ...(odds(2) ? { envFrom: [{ secretRef: { name: secret() } }] } : {}),
        ...(odds(3)
          ? { volumeMounts: [{ name: 'v', mountPath: pick('/x', '/var/run/secrets/kubernetes.io/serviceaccount') }] }
          : {}),
      },
    ],
    volumes: [{ name: 'v', ...(odds(3) ? { secret: { secretName: secret() } } : { emptyDir: {} }) }],
    ...(odds(2)
      ? { initContainers: [{ name: 'i', image: 'nginx', envFrom: [{ secretRef: { name: secret() } }] }] }
      : {}),
  });
  const mirror = () => (odds(2) ? { annotations: { 'kubernetes.io/config.mirror': 'x' } } : {});
  return {
    given: ['aa', 'ab'].filter(() => odds(8)).map(accountOf),
    asked: [...many(12, (index) => pod(`x${index}`, namespace, spec(), mirror())), deployment('d', namespace, spec())],
  };
}

function devices(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const request = (name: string) => ({
    name,
    ...(odds(8)
      ? { exactly: { deviceClassName: 'gpu', ...(odds(5) ? { adminAccess: odds(8) } : {}) } }
      : { firstAvailable: [{ name: 's', deviceClassName: 'gpu' }] }),
  });
  const spec = () => ({ devices: { requests: many(pick(1, 2), (index) => request(`r${index}`)) } });
  const version = 'resource.k8s.io/v1';
  const labels = pick<object>(
    {},
    { 'resource.kubernetes.io/admin-access': pick('true', 'false') },
    {
      'resource.k8s.io/admin-access': 'true',
    },
  );
  return {
    given: [namespaceOf(namespace, { labels })],
    asked: [
      ...many(5, (index) => ({
        apiVersion: version,
        kind: 'ResourceClaim',
        metadata: { name: `x${index}`, namespace },
        spec: spec(),
      })),
      ...many(4, (index) => ({
        ...{ apiVersion: version, kind: 'ResourceClaimTemplate', metadata: { name: `y${index}`, namespace } },
        spec: { spec: spec() },
      })),
      pod('p', namespace, { resourceClaims: [{ name: 'c', resourceClaimTemplateName: 'y0' }] }),
    ],
  };
}

function others(drawing: Drawing): Drawn {
  const { namespace, pick, odds } = drawing;
  const zone = { 'topology.kubernetes.io/zone': 'z1', 'topology.kubernetes.io/region': 'r1', other: 'x' };
  const node = (name: string, more: object = {}) => ({
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, labels: zone },
    ...more,
  });
  const nodeName = `n-${namespace}`;
  const owner = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    name: 'm',
    uid: 'u1',
    controller: true,
    blockOwnerDeletion: true,
  };
  return {
    given: odds(7) ? [node(nodeName)] : [],
    asked: [
      ...many(3, (index) =>
        pod(
          `x${index}`,
          namespace,
          { ...(odds(7) ? { nodeName } : {}), tolerations: tolerations(drawing) },
          odds(5) ? { labels: { 'topology.kubernetes.io/zone': 'mine', app: 'x' } } : {},
        ),
      ),
      node('m0'),
      node('m1', { spec: { taints: [{ key: pick('node.kubernetes.io/not-ready', 'gpu'), effect: 'NoSchedule' }] } }),
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace, ownerReferences: [owner] } },
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'm', namespace: 'absent' } },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'new', namespace } },
      {
        ...{ apiVersion: 'v1', kind: 'PersistentVolume', metadata: { name: 'v' } },
        spec: { capacity: { storage: '1Gi' }, accessModes: ['ReadWriteOnce'], hostPath: { path: '/x' } },
      },
      namespaceOf(
        'fresh',
        odds(5) ? { labels: { 'pod-security.kubernetes.io/enforce': pick('baseline', 'restricted') } } : {},
      ),
      {
        apiVersion: 'autoscaling/v2',
        kind: 'HorizontalPodAutoscaler',
        metadata: { name: 'h', namespace },
        spec: { maxReplicas: 3, scaleTargetRef: { apiVersion: 'apps/v1', kind: 'Deployment', name: 'x' } },
      },
      { apiVersion: 'batch/v1', kind: 'Job', metadata: { name: 'j', namespace }, spec: jobSpec(drawing) },
      {
        apiVersion: 'batch/v1',
        kind: 'CronJob',
        metadata: { name: 'c', namespace },
        spec: { schedule: '* * * * *', jobTemplate: { spec: jobSpec(drawing) } },
      },
    ],
  };
}

function jobSpec({ odds }: Drawing): object {
  return {
    ...(odds(5) ? { parallelism: 2 } : {}),
    template: {
      ...(odds(5) ? { metadata: { labels: { a: 'b' } } } : {}),
      spec: { restartPolicy: 'Never', containers: [{ name: 'a', image: 'nginx' }] },
    },
  };
}
