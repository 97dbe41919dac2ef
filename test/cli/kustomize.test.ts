import assert from 'node:assert/strict';
import { runIn } from './harness.ts';
import { lampDefinition } from './manifests.ts';
import { at136, runScenarios } from './scenario.ts';

const base = [
  'apiVersion: apps/v1',
  'kind: Deployment',
  'metadata: { name: web }',
  'spec:',
  '  selector: { matchLabels: { app: web } }',
  '  template:',
  '    metadata: { labels: { app: web } }',
  '    spec: { containers: [{ name: web, image: web }] }',
  '',
].join('\n');
const patch = 'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n';
const jsonPatch = '- op: replace\n  path: /spec/replicas\n  value: "3"\n';

const tree = {
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': base,
  'prod/kustomization.yaml': [
    'resources: [../base]',
    'patches:',
    '  - path: patches/replicas.yaml',
    '  - path: patches/json.yaml',
    '    target: { kind: Deployment }',
    '',
  ].join('\n'),
  'prod/patches/replicas.yaml': patch,
  'prod/patches/json.yaml': jsonPatch,
};

const judged = (kustomization: string, more: Readonly<Record<string, string>> = {}) => ({
  'web.yaml': base,
  'settings.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings }\ndata: { a: b }\n',
  'kustomization.yaml': `resources: [web.yaml, settings.yaml]\n${kustomization}`,
  ...more,
});

runScenarios('Kustomize', [
  {
    title: 'a JSON patch for what is not in the resource cannot be applied',
    files: judged('patches: [{ path: p.yaml, target: { kind: Deployment } }]\n', {
      'p.yaml':
        '- { op: test, path: /spec/template/spec/containers/0/image, value: web }\n- { op: remove, path: /spec/replicas }\n',
    }),
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['p.yaml:2:29', 'Deployment web has no replicas at /spec/replicas'],
  },
  {
    title: 'a JSON patch for what a base, a component or another patch may have written can be applied',
    files: {
      'base/kustomization.yaml': 'resources: [web.yaml]\nreplicas: [{ name: web, count: 2 }]\ncomponents: [../part]\n',
      'base/web.yaml': base,
      'part/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\npatches: [{ path: volumes.yaml }]\n',
      'part/volumes.yaml':
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { template: { spec: { volumes: [] } } }\n',
      'kustomization.yaml': [
        'resources: [base]',
        'patches:',
        '  - target: { kind: Deployment }',
        '    patch: |-',
        '      - { op: remove, path: /spec/replicas }',
        '      - { op: add, path: /spec/template/spec/volumes/-, value: { name: a, emptyDir: {} } }',
        '      - { op: add, path: /metadata/labels, value: {} }',
        '      - { op: add, path: /metadata/labels/a, value: b }',
        '',
      ].join('\n'),
    },
    type: `check . ${at136}`,
    exit: 0,
  },
  {
    title: 'the sources of replacements have to be one resource, with the path',
    files: judged(
      [
        'replacements:',
        '  - { source: { kind: ConfigMap, name: setting }, targets: [{ select: { kind: Deployment }, fieldPaths: [spec.paused], options: { create: true } }] }',
        '  - { source: { namespace: default }, targets: [{ select: { kind: Deployment }, fieldPaths: [spec.paused], options: { create: true } }] }',
        '  - path: replace.yaml',
        '',
      ].join('\n'),
      {
        'replace.yaml':
          'source: { kind: ConfigMap, name: settings, fieldPath: data.c }\ntargets: [{ select: { kind: Deployment }, fieldPaths: [spec.template.spec.nodeSelector.a] }]\n',
      },
    ),
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'The kustomization has no ConfigMap setting: it cannot be built',
      '2 resources match resource in namespace default',
      'replace.yaml:1:60',
      'ConfigMap settings has no c at data.c',
      'replace.yaml:2:75',
      'Deployment web has no nodeSelector at spec.template.spec.nodeSelector.a',
    ],
  },
  {
    title: 'what selects nothing changes nothing, which is advice, and a patch without a target has to have one',
    files: judged(
      ['patches:', '  - { path: p.yaml, target: { kind: Deployment, name: wep } }', '  - path: q.yaml', ''].join('\n'),
      { 'p.yaml': '- { op: put, path: /spec/nothing }\n', 'q.yaml': patch.replace('name: web', 'name: wep') },
    ),
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'The kustomization has no Deployment wep: the patch changes nothing',
      'The kustomization has no apps/v1 Deployment wep that the patch is for: it cannot be built',
    ],
    never: ['"put"'],
  },
  {
    title: 'of resources that nobody can know nothing is said',
    files: {
      'kustomization.yaml': [
        'resources: [https://example.com/base]',
        'replacements:',
        '  - { source: { kind: ConfigMap, name: settings, fieldPath: data.c }, targets: [{ select: { kind: Foo } }] }',
        'patches:',
        '  - { target: { kind: Deployment, name: web }, patch: "[{\\"op\\": \\"remove\\", \\"path\\": \\"/spec/replica\\"}]" }',
        '',
      ].join('\n'),
    },
    type: `check . ${at136}`,
    exit: 0,
  },
  {
    title: 'the namespace that a kustomization writes is no mistake of the file, nor the name of a Namespace',
    files: {
      'parts/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1alpha1\nkind: Component\nresources: [namespace.yaml]\n',
      'parts/namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: _ }\n',
      'kustomization.yaml': 'namespace: shop\nresources: [settings.yaml]\ncomponents: [parts]\n',
      'settings.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: _, labels: { a: _ } }\n',
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['metadata.labels: Invalid value: "_"', '1 error'],
    never: ['namespace.yaml', 'metadata.namespace'],
  },
  {
    title: 'the same, where no kustomization writes them',
    files: {
      'kustomization.yaml': 'resources: [namespace.yaml]\n',
      'namespace.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: _ }\n',
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['metadata.name: Invalid value: "_"'],
  },
  {
    title: 'a file that a kustomization names as a patch lacks nothing',
    files: tree,
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['prod/patches/json.yaml:3:10', 'spec.replicas must be a 32-bit integer', '3 resources checked in 5 files'],
    never: ['replicas.yaml:'],
  },
  {
    title: 'the same file, where no kustomization names it, is a whole object',
    files: { 'web.yaml': patch },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['spec.selector'],
  },
  {
    title: 'a patch is told by the kustomizations above it when it is checked alone, from standard input too',
    files: tree,
    type: `check - --stdin-filename prod/patches/replicas.yaml ${at136}`,
    stdin: patch,
    exit: 0,
    stdout: ['1 resource checked'],
  },
  {
    title: 'files and folders that a kustomization names and that are not there are pointed out',
    files: {
      'web.yaml': base,
      'there.env': 'a=b\n',
      'kustomization.yaml': [
        'resources: [web.yaml, wep.yaml, "https://example.com/x.yaml", git::https://example.com/y]',
        'components: [parts/blue]',
        'patches: [{ path: patch.yaml }, { path: "<your-patch>.yaml" }]',
        'configMapGenerator:',
        '  - name: settings',
        '    files: [there.env, key=there.env, "key=gone.txt"]',
        '    envs: [there.env, gone.env]',
        'transformers: [change.yaml, "{apiVersion: builtin, kind: PrefixTransformer}"]',
        '',
      ].join('\n'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [
      'information[absent-file] wep.yaml does not exist',
      'kustomization.yaml:1:23',
      'parts/blue does not exist',
      'kustomization.yaml:2:14',
      'patch.yaml does not exist',
      'gone.txt does not exist',
      'kustomization.yaml:6:39',
      'gone.env does not exist',
      'change.yaml does not exist',
    ],
    never: [
      'web.yaml is',
      'there.env is',
      'example.com/x.yaml is',
      'example.com/y is',
      'your-patch>.yaml is',
      'PrefixTransformer} is',
    ],
  },
  {
    title: 'what is in its place is not pointed out',
    files: tree,
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['3 resources checked'],
    never: ['absent-file'],
  },
  {
    title: 'a patch moves to what the target selects by hand alone',
    files: {
      'kustomization.yaml': 'resources: [web.yaml]\npatches:\n  - path: patch.yaml\n',
      'web.yaml': base,
      'patch.yaml': patch.replace('apps/v1', 'apps/v1beta1'),
    },
    type: `fix . --diff ${at136}`,
    exit: 0,
    never: ['patch.yaml'],
  },
  {
    title: 'a kustomization without an extension is one',
    files: { Kustomization: `patches:\n  - patch: |-\n${patch.replace('3', 'x').replace(/^/gm, '      ')}\n` },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['Kustomization:6:'],
  },
]);

describe('deprecated fields of a kustomization', () => {
  const old = [
    '# kept',
    'bases: # kept as well',
    '  - ../base',
    'commonLabels:',
    '  app: web # the app',
    '  team: shop',
    'patchesStrategicMerge:',
    '  - patch.yaml',
    '',
  ].join('\n');
  const files = {
    'base/kustomization.yaml': 'resources: [web.yaml]\n',
    'base/web.yaml': base,
    'prod/patch.yaml': patch,
  };
  const codes = (all: Readonly<Record<string, string>>) => {
    const { stdout } = runIn(all, ['check', '.', at136, '--format', 'jsonl']);
    const lines: { type: string; code?: string; path?: string }[] = stdout
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line));
    return lines.filter(({ type }) => type === 'finding').map(({ code, path }) => `${code} ${path}`);
  };

  it('are found where it can be built', () => {
    assert.deepEqual(codes({ ...files, 'prod/kustomization.yaml': old }), [
      'deprecated-kustomization-field bases',
      'deprecated-kustomization-field commonLabels',
      'deprecated-kustomization-field patchesStrategicMerge',
    ]);
  });
  it('are nothing where a file that it names does not exist', () => {
    const { 'prod/patch.yaml': _, ...fewer } = files;
    assert.deepEqual(codes({ ...fewer, 'prod/kustomization.yaml': old }), ['absent-file patchesStrategicMerge[0]']);
    assert.deepEqual(codes({ 'a/kustomization.yaml': 'bases: [../b]\n', 'b/kustomization.yaml': 'bases: [../a]\n' }), [
      'circular-kustomization bases[0]',
    ]);
  });
  it('are written as their successors, comments and order kept', () => {
    const { stdout } = runIn({ ...files, 'prod/kustomization.yaml': old }, ['fix', '.', at136, '--diff']);
    const after = stdout.split('\n').filter((line) => /^[+ ][^+]/.test(line) || line === '+');
    assert.deepEqual(
      after.map((line) => line.slice(1)),
      [
        '# kept',
        'resources: # kept as well',
        '  - ../base',
        'labels:',
        '- includeSelectors: true',
        '  pairs:',
        '    app: web # the app',
        '    team: shop',
        'patchesStrategicMerge:',
        '  - patch.yaml',
      ],
    );
  });
  it('are moved behind the items of their successors', () => {
    const two = 'resources:\n  - web.yaml # mine\nbases:\n  - ../base\nnamePrefix: a-\n';
    const all = { ...files, 'prod/kustomization.yaml': two, 'prod/web.yaml': base.replaceAll('web', 'api') };
    const { stdout } = runIn(all, ['fix', '.', at136, '--diff']);
    assert.match(stdout, / resources:\n {3}- web.yaml # mine\n-bases:\n {3}- ..\/base\n namePrefix: a-/);
  });
});

runScenarios('converting beside Kustomize', [
  {
    title: 'a patch is not converted by itself: the rest of the object decides',
    files: {
      'kustomization.yaml': 'resources: []\npatches:\n  - path: patch.yaml\n',
      'patch.yaml': patch.replace('apps/v1', 'apps/v1beta1'),
    },
    type: 'convert . --to apps/v1 --diff',
    exit: 1,
    never: ['+apiVersion'],
  },
]);

describe('a path of a JSON patch that the kind does not have', () => {
  it('is said once, as that', () => {
    const all = {
      'kustomization.yaml': [
        'resources: [web.yaml]',
        'patches:',
        '  - target: { group: apps, version: v1, kind: Deployment, name: web }',
        '    patch: |-',
        '      - { op: remove, path: /spec/replica }',
        '',
      ].join('\n'),
      'web.yaml': base,
    };
    const { stdout } = runIn(all, ['check', 'kustomization.yaml', at136, '--format', 'json']);
    const report: { readonly findings: readonly { code: string; range: { start: { line: number } } }[] } =
      JSON.parse(stdout);
    assert.deepEqual(
      report.findings.map(({ code, range }) => `${range.start.line + 1} ${code}`),
      ['5 unknown-field-path'],
    );
  });
});

const lamp = 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: hall }\nspec: { watts: 5 }\n';

/** Another project's kind of the same name, of which nobody knows the definition. */
const otherLamp = lamp.replace('example.com', 'other.example.org').replace('hall', 'desk');

const lamps = {
  'crd.yaml': lampDefinition('properties: { watts: { type: integer } }'),
  'base/lamp.yaml': lamp,
  'base/other.yaml': otherLamp,
};

/** What the older version has, the newer one calls otherwise. */
const twoVersions = [
  'apiVersion: apiextensions.k8s.io/v1',
  'kind: CustomResourceDefinition',
  'metadata: { name: lamps.example.com }',
  'spec:',
  '  group: example.com',
  '  names: { kind: Lamp, plural: lamps }',
  '  scope: Namespaced',
  '  versions:',
  ...[
    ['v1', 'true', 'watts'],
    ['v1beta1', 'false', 'volts'],
  ].map(
    ([name, storage, field]) =>
      `  - { name: ${name}, served: true, storage: ${storage}, schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { ${field}: { type: integer } } } } } } }`,
  ),
  '',
].join('\n');

const patchOf = (target: string, field: string) =>
  `patches: [{ target: ${target}, patch: '[{ "op": "add", "path": "/spec/${field}", "value": 5 }]' }]\n`;

const refused = 'is not a field of spec';
const unjudged = '"detail":"Lamp is a custom resource without a known CustomResourceDefinition"';

runScenarios('patches for a kind without a group', [
  {
    title: 'are checked by the resources that they are put into',
    files: { ...lamps, 'base/kustomization.yaml': `resources: [lamp.yaml]\n${patchOf('{ kind: Lamp }', 'watt')}` },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: [refused],
    never: [unjudged],
  },
  {
    title: 'are checked where they have a file of their own, and only the group or the version',
    files: {
      ...lamps,
      'base/kustomization.yaml': 'resources: [lamp.yaml]\n',
      'a/kustomization.yaml':
        'resources: [../base]\npatches: [{ path: p.yaml, target: { group: example.com, kind: Lamp, name: h.* } }]\n',
      'a/p.yaml': '- { op: add, path: /spec/watt, value: 5 }\n',
      'b/kustomization.yaml': `resources: [../base]\n${patchOf('{ version: v1, kind: Lamp }', 'watts')}`,
    },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: [refused, '"file":"a/p.yaml"'],
    never: [unjudged],
  },
  {
    title: 'are checked in a component by what it is built with',
    files: {
      ...lamps,
      'part/kustomization.yaml': `kind: Component\napiVersion: kustomize.config.k8s.io/v1alpha1\n${patchOf('{ kind: Lamp }', 'watt')}`,
      'base/kustomization.yaml': 'resources: [lamp.yaml]\ncomponents: [../part]\n',
    },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: [refused, '"file":"part/kustomization.yaml"'],
    never: [unjudged],
  },
  {
    title: 'are checked by what they surely select, whatever else is fetched',
    files: {
      ...lamps,
      'base/kustomization.yaml': `resources: [lamp.yaml, https://example.com/a]\n${patchOf('{ kind: Lamp, name: hall }', 'watt')}`,
    },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: [refused],
  },
  {
    title: 'are not checked where they select kinds of several groups, or nothing that is there',
    files: {
      ...lamps,
      'base/kustomization.yaml': `resources: [lamp.yaml, other.yaml]\n${patchOf('{ kind: Lamp }', 'watt')}`,
      'a/kustomization.yaml': `resources: [https://example.com/a]\n${patchOf('{ kind: Lamp }', 'watt')}`,
      'b/kustomization.yaml': `resources: [../base, https://example.com/a]\n${patchOf('{ kind: Lamp, labelSelector: a=b }', 'watt')}`,
    },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: [unjudged],
    never: [refused],
  },
  {
    title: 'are not checked by one group where they select the kind of another',
    files: {
      ...lamps,
      'base/kustomization.yaml': `resources: [lamp.yaml, other.yaml]\n${patchOf('{ kind: Lamp, name: desk }', 'watt')}`,
    },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: [unjudged],
    never: [refused],
  },
  {
    title: 'are checked by all versions that they select: what one takes is right',
    files: {
      ...lamps,
      'crd.yaml': twoVersions,
      'base/kustomization.yaml': `resources: [lamp.yaml, old.yaml]\n${patchOf('{ kind: Lamp }', 'volts')}`,
      'base/old.yaml': lamp
        .replace('example.com/v1', 'example.com/v1beta1')
        .replace('hall', 'old')
        .replace('watts', 'volts'),
      'base/b/kustomization.yaml': `resources: [lamp.yaml]\n${patchOf('{ kind: Lamp }', 'volts')}`,
      'base/b/lamp.yaml': lamp,
    },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: ['"file":"base/b/kustomization.yaml"'],
    never: ['"resource":"base/kustomization.yaml'],
  },
]);
