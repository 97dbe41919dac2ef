import type { Value, ValueMap } from '../../../server/src/conversion/value.ts';

/** Patches of one kind for one object. */
export interface PatchCases {
  readonly type: 'json' | 'merge' | 'strategic';
  readonly object: keyof typeof objects;
  readonly patches: readonly Value[];
}

const labels = { app: 'shop' };

/** The objects that are patched, with the paths of their collections. */
export const objects = {
  deployment: {
    path: '/apis/apps/v1/namespaces/default/deployments',
    object: {
      apiVersion: 'apps/v1',
      kind: 'Deployment',
      metadata: { name: 'shop', namespace: 'default', labels, finalizers: ['example.com/a', 'example.com/b'] },
      spec: {
        replicas: 2,
        selector: { matchLabels: labels },
        template: {
          metadata: { labels },
          spec: {
            containers: [
              { name: 'shop', image: 'shop:1', args: ['a', 'b'], env: [{ name: 'A', value: '1' }] },
              { name: 'log', image: 'log:1', ports: [{ containerPort: 80 }, { containerPort: 81, name: 'b' }] },
            ],
            volumes: [{ name: 'data', emptyDir: { medium: 'Memory' } }],
            tolerations: [{ key: 'a', operator: 'Exists' }],
          },
        },
      },
    },
  },
  service: {
    path: '/api/v1/namespaces/default/services',
    object: {
      apiVersion: 'v1',
      kind: 'Service',
      metadata: { name: 'shop', namespace: 'default' },
      spec: {
        clusterIP: 'None',
        selector: labels,
        ports: [
          { port: 80, name: 'a' },
          { port: 81, name: 'b' },
        ],
      },
    },
  },
  configMap: {
    path: '/api/v1/namespaces/default/configmaps',
    object: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: 'shop', namespace: 'default', annotations: { 'a/b': '1' } },
      data: { a: '1', b: '2' },
    },
  },
} as const satisfies Readonly<Record<string, { readonly path: string; readonly object: ValueMap }>>;

function op(name: string, path: string, value?: Value, from?: string): ValueMap {
  return { op: name, path, ...(value === undefined ? {} : { value }), ...(from === undefined ? {} : { from }) };
}

const spec = (of: ValueMap): ValueMap => ({ spec: { template: { spec: of } } });

/** What is asked: on both sides of each rule. Nothing that hangs up a server. */
export const cases: readonly PatchCases[] = [
  {
    type: 'json',
    object: 'configMap',
    patches: [
      [],
      [op('add', '/data/c', '3')],
      [op('add', '/data/a', '3')],
      [op('add', '/data/a', 3)],
      [op('add', '/binaryData', { c: 'YQ==' })],
      [op('add', '/none/c', '3')],
      [op('replace', '/data/a', '3')],
      [op('replace', '/data/c', '3')],
      [op('replace', '/none/c', '3')],
      [op('remove', '/data/a')],
      [op('remove', '/data/c')],
      [op('remove', '/none/c')],
      [op('test', '/data/a', '1'), op('remove', '/data/a')],
      [op('test', '/data/a', '2'), op('remove', '/data/a')],
      [op('test', '/data/c', null), op('add', '/data/c', '3')],
      [op('test', '/data', { b: '2', a: '1' })],
      [op('test', '/data', { b: '2' })],
      [op('copy', '/data/c', undefined, '/data/a')],
      [op('copy', '/data/c', undefined, '/data/d')],
      [op('move', '/data/c', undefined, '/data/a')],
      [op('move', '/data/c', undefined, '/data/d')],
      [op('replace', '/metadata/annotations/a~1b', '3')],
      [op('remove', '/metadata/annotations/a~0b')],
      [op('add', 'data', '3')],
      [op('jump', '/data/a', '3')],
      [op('replace', '/metadata/name', 'other')],
      [op('replace', '/kind', 'Secret')],
      [op('replace', '/apiVersion', 'v2')],
      [op('remove', '/kind')],
      [op('add', '/immutable', true)],
      [op('add', '/immutable', 'yes')],
      [op('add', '/metadata/labels', { a: '-' })],
      [op('add', '/size', 1)],
      {},
      'add',
      [['add']],
      [{ op: 1, path: '/data/a' }],
    ],
  },
  {
    type: 'json',
    object: 'deployment',
    patches: [
      [op('replace', '/spec/replicas', 5)],
      [op('replace', '/spec/replicas', -5)],
      [op('add', '/spec/template/spec/containers/-', { name: 'c', image: 'c' })],
      [op('add', '/spec/template/spec/containers/0', { name: 'c', image: 'c' })],
      [op('add', '/spec/template/spec/containers/2', { name: 'c', image: 'c' })],
      [op('add', '/spec/template/spec/containers/3', { name: 'c', image: 'c' })],
      [op('remove', '/spec/template/spec/containers/1')],
      [op('remove', '/spec/template/spec/containers/2')],
      [op('replace', '/spec/template/spec/containers/0/image', 'shop:2')],
      [op('replace', '/spec/template/spec/containers/x/image', 'shop:2')],
      [op('replace', '/spec/selector/matchLabels/app', 'other')],
      [op('remove', '/metadata/finalizers/0')],
      [op('move', '/spec/template/spec/containers/0', undefined, '/spec/template/spec/containers/1')],
    ],
  },
  {
    type: 'merge',
    object: 'configMap',
    patches: [
      {},
      { data: { c: '3' } },
      { data: { a: null } },
      { data: { c: null } },
      { data: null },
      { data: { a: 3 } },
      { data: [] },
      { data: 'a' },
      { metadata: { annotations: { 'a/b': null } } },
      { metadata: { name: 'other' } },
      { metadata: { labels: { a: '-' } } },
      { kind: 'Secret' },
      { apiVersion: 'v2' },
      { immutable: true },
      { size: 1 },
      { metadata: { resourceVersion: '1' } },
      null,
      [],
      'a',
      1,
    ],
  },
  {
    type: 'merge',
    object: 'deployment',
    patches: [
      { spec: { replicas: 5 } },
      { spec: { replicas: null } },
      spec({ containers: [{ name: 'shop', image: 'shop:2' }] }),
      spec({ containers: [] }),
      spec({ tolerations: null }),
      { spec: { selector: null } },
      { metadata: { finalizers: ['example.com/c'] } },
    ],
  },
  {
    type: 'strategic',
    object: 'deployment',
    patches: [
      {},
      null,
      [],
      { spec: { replicas: 5 } },
      { spec: { replicas: null } },
      { spec: { replicas: 'five' } },
      { spec: { size: 1 } },
      spec({ containers: [{ name: 'shop', image: 'shop:2' }] }),
      spec({ containers: [{ name: 'new', image: 'new:1' }] }),
      spec({ containers: [{ name: 'log', $patch: 'delete' }] }),
      spec({ containers: [{ name: 'none', $patch: 'delete' }] }),
      spec({ containers: [{ $patch: 'replace' }, { name: 'new', image: 'new:1' }] }),
      spec({
        containers: [
          { name: 'shop', $patch: 'replace' },
          { name: 'new', image: 'new:1' },
        ],
      }),
      spec({ containers: [{ image: 'new:1' }] }),
      spec({ containers: [{ name: 'shop', $patch: 'jump' }] }),
      spec({ containers: [{ name: 'shop', $patch: 'merge' }] }),
      spec({ containers: [{ name: 'shop', args: ['c'] }] }),
      spec({ containers: [{ name: 'shop', args: null }] }),
      spec({
        containers: [
          {
            name: 'shop',
            env: [
              { name: 'A', value: '2' },
              { name: 'B', value: '3' },
            ],
          },
        ],
      }),
      spec({ containers: [{ name: 'shop', env: null }] }),
      spec({ containers: [{ name: 'log', ports: [{ containerPort: 80, name: 'a' }] }] }),
      spec({ containers: [{ name: 'log', ports: [{ containerPort: 82 }] }] }),
      spec({
        '$setElementOrder/containers': [{ name: 'log' }, { name: 'shop' }],
        containers: [{ name: 'shop', image: 'shop:2' }],
      }),
      spec({ '$setElementOrder/containers': [{ name: 'log' }, { name: 'shop' }] }),
      spec({
        '$setElementOrder/containers': [{ name: 'log' }],
        containers: [{ name: 'shop', image: 'shop:2' }],
      }),
      spec({ tolerations: [{ key: 'b', operator: 'Exists' }] }),
      spec({ volumes: [{ name: 'data', configMap: { name: 'c' } }] }),
      spec({ volumes: [{ name: 'data', $retainKeys: ['name', 'configMap'], configMap: { name: 'c' } }] }),
      spec({ volumes: [{ name: 'data', $retainKeys: ['name'], configMap: { name: 'c' } }] }),
      spec({ volumes: [{ name: 'data', emptyDir: { $patch: 'replace' } }] }),
      spec({ volumes: [{ name: 'data', emptyDir: null, configMap: { name: 'c' } }] }),
      { spec: { strategy: { $retainKeys: ['type'], type: 'Recreate' } } },
      { spec: { strategy: { type: 'Recreate' } } },
      { spec: { template: { metadata: { labels: { $patch: 'replace', app: 'shop', b: 'c' } } } } },
      { spec: { template: { metadata: { labels: { $patch: 'delete' } } } } },
      { spec: { template: { metadata: { labels: { $patch: 'jump' } } } } },
      { metadata: { finalizers: ['example.com/c'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/a'] } },
      { metadata: { '$deleteFromPrimitiveList/finalizers': ['example.com/c'] } },
      { metadata: { finalizers: null } },
      { metadata: { '$setElementOrder/finalizers': ['example.com/b', 'example.com/a'] } },
      { metadata: { name: 'other' } },
      { kind: 'DaemonSet' },
    ],
  },
  {
    type: 'strategic',
    object: 'service',
    patches: [
      { spec: { ports: [{ port: 80, name: 'c' }] } },
      { spec: { ports: [{ port: 82, name: 'c' }] } },
      { spec: { ports: [{ port: 81, $patch: 'delete' }] } },
      { spec: { ports: [{ name: 'a' }] } },
      { spec: { selector: { tier: 'front' } } },
      { spec: { selector: { app: null, tier: 'front' } } },
      { spec: { externalIPs: ['1.2.3.4'] } },
      { spec: { type: 'ExternalName', externalName: 'example.com' } },
    ],
  },
  {
    type: 'strategic',
    object: 'configMap',
    patches: [{ data: { c: '3' } }, { data: { a: null } }, { data: null }, { data: { $patch: 'replace', c: '3' } }],
  },
];

const contentTypes = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
} as const;

/** The media type of a kind of patch. */
export function contentTypeOf(type: PatchCases['type']): string {
  return contentTypes[type];
}

/** The path of a dry run of a patch. */
export function pathOf(object: PatchCases['object']): string {
  return `${objects[object].path}/shop?dryRun=All&fieldManager=patches`;
}
