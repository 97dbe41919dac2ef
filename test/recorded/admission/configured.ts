import type { Value } from '../../../server/src/conversion/value.ts';
import type { ClusterScene } from './clusters.ts';
import { type Drawing, drawingFrom } from './drawing.ts';

/** The server's plugins besides those that are on by default. */
export const configuredPlugins = 'PodNodeSelector,PodTolerationRestriction,ExtendedResourceToleration';

const tolerationsOf = {
  gpu: { key: 'gpu', operator: 'Exists' },
  spot: { key: 'spot', operator: 'Equal', value: 'yes', effect: 'NoSchedule' },
  anySpot: { key: 'spot', operator: 'Exists', effect: 'NoSchedule' },
  short: { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 60 },
  usual: [
    { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    { key: 'node.kubernetes.io/unreachable', operator: 'Exists', effect: 'NoExecute', tolerationSeconds: 300 },
    { key: 'node.kubernetes.io/memory-pressure', operator: 'Exists', effect: 'NoSchedule' },
  ],
} as const;

const settingsOf = {
  nodes: (podNodeSelectorPluginConfig: Value) => ({
    name: 'PodNodeSelector',
    configuration: { podNodeSelectorPluginConfig },
  }),
  tolerations: (rest: object) => ({
    name: 'PodTolerationRestriction',
    configuration: { apiVersion: 'podtolerationrestriction.admission.k8s.io/v1alpha1', kind: 'Configuration', ...rest },
  }),
  quotas: (limitedResources: readonly object[]) => ({
    name: 'ResourceQuota',
    configuration: { apiVersion: 'apiserver.config.k8s.io/v1', kind: 'ResourceQuotaConfiguration', limitedResources },
  }),
};

const { usual, gpu, spot, anySpot } = tolerationsOf;
const high = { scopeName: 'PriorityClass', operator: 'In', values: ['high'] };

/** The plugins of the recorded AdmissionConfigurations. */
export const configurations: readonly (readonly object[])[] = [
  [],
  [
    settingsOf.nodes({
      clusterDefaultNodeSelector: 'env=dev',
      n1x2: 'env=dev,disk=ssd',
      n1x4: 'env=prod',
      n1x6: 'zone=a',
    }),
    settingsOf.tolerations({ default: [gpu], whitelist: [...usual, gpu, anySpot] }),
    settingsOf.quotas([{ resource: 'pods', matchContains: ['cpu', 'pods'] }]),
  ],
  [
    settingsOf.nodes({ clusterDefaultNodeSelector: 'env in (dev', n2x1: 'env' }),
    settingsOf.tolerations({ whitelist: [{ operator: 'Exists' }] }),
    settingsOf.quotas([
      { resource: 'persistentvolumeclaims', matchContains: ['.storageclass.storage.k8s.io/requests.storage'] },
      { resource: 'pods', matchScopes: [high] },
      { apiGroup: 'apps', resource: 'deployments', matchContains: ['count/deployments.apps'] },
    ]),
  ],
  [
    settingsOf.nodes({ n3x1: 'env=dev' }),
    settingsOf.tolerations({ default: [spot, { operator: 'Exists', effect: 'NoExecute' }] }),
    settingsOf.quotas([
      { resource: 'services', matchContains: ['loadbalancers', 'nodeports'] },
      { resource: 'configmaps', matchContains: ['configmaps'] },
      {
        resource: 'pods',
        matchScopes: [
          { scopeName: 'NotBestEffort', operator: 'Exists' },
          { scopeName: 'Terminating', operator: 'Exists' },
        ],
      },
    ]),
  ],
];

/** The scene of a configuration and a seed. */
export function configuredScene(configuration: number, seed: number): ClusterScene {
  const drawing = drawingFrom(configuration * 1000 + seed, `n${configuration}x${seed}`);
  const { namespace, pick, odds } = drawing;
  const annotations = {
    ...(odds(5)
      ? {
          'scheduler.alpha.kubernetes.io/node-selector': pick(
            'env=test',
            'env=test,zone=a',
            '',
            ' env = dev ',
            'env',
            'env==test',
            'e nv=x',
            'env=test,',
          ),
        }
      : {}),
    ...(odds(4)
      ? {
          'scheduler.alpha.kubernetes.io/defaultTolerations': pick(
            '[]',
            '',
            JSON.stringify([spot]),
            JSON.stringify([gpu, ...usual]),
            '[{"key":',
            '{}',
            'null',
            '[{"Key":"case","operator":"Exists"}]',
          ),
        }
      : {}),
    ...(odds(4)
      ? {
          'scheduler.alpha.kubernetes.io/tolerationsWhitelist': pick(
            '[]',
            '',
            JSON.stringify([...usual, gpu]),
            JSON.stringify([anySpot]),
            JSON.stringify([{ operator: 'Exists' }]),
            'x',
          ),
        }
      : {}),
  };
  return {
    subject: `configuration ${configuration}`,
    given: [
      { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace, ...(odds(9) ? { annotations } : {}) } },
      { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } },
      { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass', metadata: { name: 'high' }, value: 7 },
      {
        ...{ apiVersion: 'node.k8s.io/v1', kind: 'RuntimeClass', metadata: { name: 'kata' }, handler: 'kata' },
        scheduling: { nodeSelector: { runtime: 'kata' }, tolerations: [{ key: 'kata', operator: 'Exists' }] },
      },
      {
        apiVersion: 'storage.k8s.io/v1',
        kind: 'StorageClass',
        metadata: { name: 'fast' },
        provisioner: 'example.com/x',
      },
      ...(odds(6) ? [quota('q', drawing)] : []),
      ...(odds(3) ? [quota('r', drawing)] : []),
      ...(odds(3)
        ? [
            {
              ...{ apiVersion: 'v1', kind: 'LimitRange', metadata: { name: 'l', namespace } },
              spec: { limits: [{ type: 'Container', default: { cpu: '100m' } }] },
            },
          ]
        : []),
    ],
    asked: [...Array.from({ length: 8 }, (_, index) => pod(`x${index}`, drawing)), ...others(drawing)],
  };
}

function quota(name: string, { namespace, pick, odds }: Drawing): object {
  const hard = pick<object>(
    { 'requests.cpu': '10', 'limits.cpu': '20', pods: '50', cpu: '10' },
    { pods: '50', 'count/pods': '50' },
    { 'requests.cpu': '10' },
    { 'requests.storage': '50Gi', 'fast.storageclass.storage.k8s.io/requests.storage': '50Gi' },
    { 'count/deployments.apps': '9', configmaps: '9', 'count/configmaps': '9' },
    { services: '9', 'services.loadbalancers': '3', 'services.nodeports': '9' },
  );
  const scope = pick<object>(
    { scopes: ['NotBestEffort'] },
    { scopes: ['Terminating'] },
    { scopeSelector: { matchExpressions: [high] } },
    { scopeSelector: { matchExpressions: [{ scopeName: 'PriorityClass', operator: 'Exists' }] } },
  );
  const ofPods = 'pods' in hard || 'requests.cpu' in hard;
  return {
    ...{ apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name, namespace } },
    spec: { hard, ...(ofPods && odds(4) ? scope : {}) },
  };
}

function pod(name: string, { namespace, pick, odds }: Drawing): object {
  const { usual: _usual, ...single } = tolerationsOf;
  const every = Object.values(single);
  return {
    ...{ apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace } },
    spec: {
      containers: [
        {
          ...{ name: 'a', image: 'nginx:1.27' },
          ...(odds(5)
            ? {
                resources: pick<object>(
                  { requests: { cpu: '10m' } },
                  { limits: { cpu: '1', memory: '64Mi' } },
                  { limits: { 'example.com/gpu': '1' } },
                ),
              }
            : {}),
        },
      ],
      ...(odds(4)
        ? {
            nodeSelector: pick<object>({ env: 'dev' }, { env: 'test' }, { zone: 'a' }, { env: 'dev', disk: 'ssd' }, {}),
          }
        : {}),
      ...(odds(5) ? { tolerations: every.filter(() => odds(3)) } : {}),
      ...(odds(2) ? { runtimeClassName: 'kata' } : {}),
      ...(odds(3) ? { priorityClassName: 'high' } : {}),
      ...(odds(2) ? { activeDeadlineSeconds: 9 } : {}),
    },
  };
}

function others({ namespace, pick, odds }: Drawing): readonly object[] {
  const metadata = (name: string) => ({ name, namespace });
  const labels = { app: 'd' };
  return [
    {
      ...{ apiVersion: 'v1', kind: 'PersistentVolumeClaim', metadata: metadata('v') },
      spec: {
        ...{ accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        ...(odds(7) ? { storageClassName: pick('fast', 'slow', '') } : {}),
      },
    },
    {
      ...{ apiVersion: 'v1', kind: 'Service', metadata: metadata('s') },
      spec: { type: pick('ClusterIP', 'NodePort', 'LoadBalancer'), ports: [{ port: 80 }] },
    },
    { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata('m') },
    {
      ...{ apiVersion: 'apps/v1', kind: 'Deployment', metadata: metadata('d') },
      spec: {
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: { containers: [{ name: 'a', image: 'nginx' }], ...(odds(5) ? { tolerations: [gpu] } : {}) },
        },
      },
    },
  ];
}
