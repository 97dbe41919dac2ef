import type { ClusterScene } from './clusters.ts';

/** Values that JSON patches of policies write into an object, most of a wrong type: the object, the path, the value. */
const patches: readonly (readonly [keyof typeof bodies, string, unknown])[] = [
  ['Pod', '/spec/containers/0/imagePullPolicy', 3],
  ['Pod', '/spec/containers/0/imagePullPolicy', { a: 1 }],
  ['Pod', '/spec/containers/0/ports', [{ containerPort: 'x' }]],
  ['Pod', '/spec/containers/0/env', [{ name: 1 }]],
  ['Pod', '/spec/containers/0/livenessProbe', { httpGet: { port: true } }],
  ['Pod', '/spec/hostPID', 'x'],
  ['Pod', '/spec/affinity', 'x'],
  ['Pod', '/spec/nodeSelector', ['a']],
  ['Pod', '/spec/securityContext', { supplementalGroups: ['a'] }],
  ['Pod', '/spec/terminationGracePeriodSeconds', 1.5],
  ['Pod', '/spec/priority', 99_999_999_999],
  ['Pod', '/spec/tolerations', [{ operator: 1 }]],
  ['Pod', '/spec/tolerations', ['x']],
  ['Pod', '/spec/tolerations', 'x'],
  ['Pod', '/spec/volumes', [{ name: 'v', emptyDir: { medium: 1 } }]],
  ['Pod', '/spec/volumes', [{ name: 'v', emptyDir: { sizeLimit: 'x' } }]],
  ['Pod', '/spec/volumes', [{ name: 'v', configMap: { name: 1 } }]],
  ['Pod', '/spec/nodeName', 'node-1'],
  ['Service', '/spec/ports/0/targetPort', true],
  ['Service', '/spec/ports/0/targetPort', { a: 1 }],
  ['Service', '/spec/ports/0/protocol', 1],
  ['Service', '/spec/ipFamilies', 'x'],
  ['Service', '/spec/ipFamilies', [1]],
  ['Service', '/spec/selector', { a: 1 }],
  ['Deployment', '/spec/replicas', 'x'],
  ['Deployment', '/spec/strategy', 'x'],
  ['Deployment', '/spec/strategy', { rollingUpdate: { maxSurge: true } }],
  ['Deployment', '/spec/template/spec/containers/0/resources', { limits: 'x' }],
  ['Deployment', '/spec/template/spec/containers/0/resources', { limits: { cpu: 'x' } }],
  ['Deployment', '/spec/template/spec/containers/0/resources', { limits: { cpu: { a: 1 } } }],
  ['Deployment', '/spec/template/spec/containers/0/unknown', 'x'],
  ['Secret', '/data/a', '%%'],
  ['Secret', '/data/a', 1],
  ['Secret', '/data', 'x'],
  ['Secret', '/type', 1],
  ['Secret', '/metadata/labels', { a: 1 }],
  ['Secret', '/metadata/creationTimestamp', 1],
  ['Secret', '/metadata/ownerReferences', [{ uid: 1 }]],
];

const podSpec = { containers: [{ name: 'a', image: 'nginx' }] };
const labels = { app: 'a' };
const bodies = {
  Pod: { apiVersion: 'v1', spec: podSpec },
  Service: { apiVersion: 'v1', spec: { ports: [{ port: 80 }] } },
  Deployment: {
    apiVersion: 'apps/v1',
    spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: podSpec } },
  },
  Secret: { apiVersion: 'v1', data: { a: 'eA==' } },
};

/** A MutatingAdmissionPolicy for each patch, and the only object that it changes. */
export function patchScene(): ClusterScene {
  const named = patches.map(([kind, path, value], index) => ({ name: `patch-${index}`, kind, path, value }));
  return {
    subject: 'patches',
    given: named.flatMap(({ name, path, value }) => [policy(name, path, value), binding(name)]),
    asked: named.map(({ name, kind }) => ({ kind, metadata: { name, namespace: 'default' }, ...bodies[kind] })),
  };
}

const apiVersion = 'admissionregistration.k8s.io/v1';

function policy(name: string, path: string, value: unknown): object {
  const expression = `[JSONPatch{op: "add", path: "${path}", value: ${celOf(value)}}]`;
  return {
    apiVersion,
    kind: 'MutatingAdmissionPolicy',
    metadata: { name },
    spec: {
      failurePolicy: 'Fail',
      reinvocationPolicy: 'Never',
      matchConstraints: {
        resourceRules: [
          { apiGroups: ['', 'apps'], apiVersions: ['v1'], operations: ['CREATE'], resources: Object.values(resources) },
        ],
      },
      matchConditions: [{ name: 'named', expression: `object.metadata.name == "${name}"` }],
      mutations: [{ patchType: 'JSONPatch', jsonPatch: { expression } }],
    },
  };
}

const resources: Readonly<Record<keyof typeof bodies, string>> = {
  Pod: 'pods',
  Service: 'services',
  Deployment: 'deployments',
  Secret: 'secrets',
};

function binding(name: string): object {
  return { apiVersion, kind: 'MutatingAdmissionPolicyBinding', metadata: { name }, spec: { policyName: name } };
}

/** A value as a CEL literal; maps can have values of several types. */
function celOf(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(celOf).join(', ')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const entries = Object.entries(value).map(([key, each]) => `${JSON.stringify(key)}: dyn(${celOf(each)})`);
  return `{${entries.join(', ')}}`;
}
