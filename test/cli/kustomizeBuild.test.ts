import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { symlinkSync } from 'node:fs';
import { notRun } from '../harness/notRun.ts';
import { type Files, runIn, Workspace } from './harness.ts';
import { at136 } from './scenario.ts';

const programs = [
  ['kustomize', 'version'],
  ['kubectl', 'version', '--client'],
] as const;

/** @param schema what its schema says besides its type. */
const cronDefinition = (schema: string) =>
  [
    'apiVersion: apiextensions.k8s.io/v1',
    'kind: CustomResourceDefinition',
    'metadata: { name: crons.example.com }',
    'spec:',
    '  group: example.com',
    '  names: { kind: Cron, plural: crons, singular: cron, listKind: CronList }',
    '  scope: Namespaced',
    '  versions:',
    '    - name: v1',
    '      served: true',
    '      storage: true',
    `      schema: { openAPIV3Schema: { type: object${schema} } }`,
    '',
  ].join('\n');

const deployment = (name: string) =>
  [
    'apiVersion: apps/v1',
    'kind: Deployment',
    `metadata: { name: ${name} }`,
    'spec:',
    `  selector: { matchLabels: { app: ${name} } }`,
    '  template:',
    `    metadata: { labels: { app: ${name} } }`,
    `    spec: { containers: [{ name: ${name}, image: web }] }`,
    '',
  ].join('\n');

const files = {
  'base/kustomization.yaml': 'resources: [web.yaml]\n',
  'base/web.yaml': deployment('web'),
  'prod/kustomization.yaml': [
    'namePrefix: Prod-',
    'resources: [../base]',
    'patches:',
    '  - path: replicas.yaml',
    '  - target: { kind: Deployment }',
    '    patch: |-',
    '      - { op: replace, path: /spec/template/spec/containers/0/image, value: "" }',
    'configMapGenerator:',
    '  - name: settings',
    '    literals: [a=b]',
    '',
  ].join('\n'),
  'prod/replicas.yaml':
    'apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: web\nspec:\n  replicas: -1 # too few\n',
};

/** `file:line path` of what a check with builds finds. */
function found(all: Files, ...args: readonly string[]) {
  const { stdout, exit } = runIn(all, ['check', '.', at136, '--format', 'json', ...args]);
  const report: {
    readonly findings: readonly { file: string; path: string; range: { start: { line: number } } }[];
    readonly notJudged: readonly { file: string; reason: string; detail: string }[];
    readonly resources: readonly { id: string; targets: Record<string, { worst: string | null }> }[];
  } = JSON.parse(stdout);
  return {
    exit,
    findings: report.findings.map(({ file, path, range }) => `${file}:${range.start.line + 1} ${path}`),
    notBuilt: report.notJudged.filter(({ reason }) => reason === 'not-built'),
    worst: report.resources.map(({ id, targets }) => `${id} ${targets['1.36']?.worst}`),
  };
}

describe('command line, building kustomizations', () => {
  before(function () {
    const isThere = ([command, ...args]: readonly [string, ...string[]]) => spawnSync(command, args).status === 0;
    if (!programs.some(isThere)) notRun(this, 'neither kustomize nor kubectl is on the PATH');
  });

  it('is done when asked for alone', () => {
    assert.deepEqual(found(files).findings, ['prod/kustomization.yaml:1 namePrefix']);
  });
  it('finds what only the whole shows, where it is written', () => {
    const { exit, findings, worst } = found(files, '--build-kustomizations');
    assert.equal(exit, 1);
    assert.deepEqual(findings, [
      'prod/kustomization.yaml:1 metadata.name',
      'prod/kustomization.yaml:1 metadata.name',
      'prod/kustomization.yaml:7 spec.template.spec.containers[0].image',
      'prod/replicas.yaml:6 spec.replicas',
    ]);
    assert.ok(worst.includes('prod/replicas.yaml#0 error'), worst.join());
  });
  it('finds nothing where a comment ignores it, and such a comment is good for something', () => {
    const ignoring = (comment: string) => ({
      ...files,
      'prod/kustomization.yaml': files['prod/kustomization.yaml'].replace(
        'namePrefix: Prod-',
        `namePrefix: Prod- # kubecompat-ignore ${comment}`,
      ),
    });
    const all = found(files, '--build-kustomizations').findings;
    const rest = all.filter((one) => !one.startsWith('prod/kustomization.yaml:1'));
    const ignored = found(
      ignoring('invalid-value, server-warning: the prefix is taken away later'),
      '--build-kustomizations',
    );
    assert.deepEqual(ignored.findings, rest);
    const expired = found(
      ignoring('invalid-value, server-warning until 2020-01-01: x'),
      '--build-kustomizations',
    ).findings;
    assert.equal(
      expired.filter((one) => one.startsWith('prod/kustomization.yaml:1')).length,
      3,
      'and that it has expired',
    );
  });
  it('says the same in shards', () => {
    const workspace = new Workspace(files);
    try {
      const check = ['check', '.', at136, '--build-kustomizations'];
      for (const shard of ['1', '2', '3']) {
        const { exit, stderr } = workspace.run([...check, `--shard=${shard}/3`, `--output=json=${shard}.part`]);
        assert.ok(exit === 0 || exit === 1, stderr);
      }
      const merged = workspace.run(['merge', '1.part', '2.part', '3.part', '--format=json']);
      const whole = workspace.run([...check, '--format=json']);
      assert.equal(merged.stdout, whole.stdout);
      assert.equal(merged.exit, 1);
    } finally {
      workspace.remove();
    }
  });
  it('knows the definitions of the workspace', () => {
    const definition = cronDefinition(
      ', properties: { spec: { type: object, properties: { every: { type: integer } } } }',
    );
    const cron = 'apiVersion: example.com/v1\nkind: Cron\nmetadata: { name: a }\nspec: {}\n';
    const all = {
      'crds/cron.yaml': definition,
      'kustomization.yaml': 'resources: [cron.yaml]\npatches: [{ path: patch.yaml }]\n',
      'cron.yaml': cron,
      'patch.yaml': cron.replace('{}', '{ every: day }'),
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, ['patch.yaml:4 spec.every']);
  });
  it('is counted', () => {
    const { stdout } = runIn(files, ['check', '.', at136, '--build-kustomizations']);
    assert.match(stdout, /kustomization {2}base\/kustomization.yaml: built; 1 document checked\n/);
    assert.match(stdout, /kustomization {2}prod\/kustomization.yaml: built; 3 documents checked\n/);
  });
  it('finds the sources also where the workspace is reached through a link', () => {
    const workspace = new Workspace({
      ...files,
      'base/web.yaml': deployment('web').replace('image: web', 'image: web, imagePullPolicy: Sometimes'),
    });
    try {
      symlinkSync(workspace.path, `${workspace.path}/prod/linked`);
      const { stdout } = workspace.run(['check', 'prod/linked/base', at136, '--build-kustomizations', '--format=json']);
      assert.deepEqual(stdout.match(/"not-built"/g), null);
      const here = workspace.run(['check', 'prod/linked/prod', 'prod/linked/base', at136, '--build-kustomizations']);
      assert.match(here.stdout, /^--> prod\/linked\/base\/web\.yaml:8:/m);
    } finally {
      workspace.remove();
    }
  });
  it('tells what Kustomize says of its own kustomization, and not of what builds upon it', () => {
    const all = { 'kustomization.yaml': 'resources: [a.yaml, a.yaml]\n', 'a.yaml': deployment('a') };
    const [entry] = found(all, '--build-kustomizations').notBuilt;
    assert.match(entry?.detail ?? '', /^It was not built: (?:recursed|accumulating)[\s\S]*already registered id/);
    assert.doesNotMatch(entry?.detail ?? '', /kubecompat-kustomize-/);
  });
  it('puts nothing into patches of other objects', () => {
    const replicas = (name: string, value: string) =>
      [
        '- target: { kind: Deployment, name: NAME }',
        '  patch: |-',
        '    - { op: add, path: /spec/replicas, value: VALUE }',
        '',
      ]
        .join('\n')
        .replace('NAME', name)
        .replace('VALUE', value);
    const all = {
      'web/kustomization.yaml': `resources: [web.yaml]\nnamePrefix: a-\npatches:\n${replicas('.*', '1')}`,
      'web/web.yaml': deployment('web'),
      'db/kustomization.yaml': `resources: [db.yaml]\nnamePrefix: b-\npatches:\n${replicas('.*', '2')}`,
      'db/db.yaml': deployment('db'),
      'kustomization.yaml': [
        'resources: [web, db]',
        'namePrefix: c-',
        'patches:',
        replicas('a-web', '-1') + replicas('db', '3') + replicas('b-.*', '-2'),
      ].join('\n'),
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, [
      'kustomization.yaml:6 spec.replicas',
      'kustomization.yaml:12 spec.replicas',
    ]);
  });
  it('judges nothing by itself that another kustomization completes', () => {
    const all = {
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
      'base/web.yaml': deployment('web').replace(/ {2}selector.*\n/, ''),
      'prod/kustomization.yaml':
        'resources: [../base, https://example.invalid/base]\npatches: [{ path: whole.yaml }]\n',
      'prod/whole.yaml': deployment('web'),
    };
    const { findings, notBuilt } = found(all, '--build-kustomizations');
    assert.deepEqual(findings, found(all).findings);
    assert.equal(notBuilt.length, 1);
  });
  it('says nothing of definitions beside what they were made of', () => {
    const all = {
      'kustomization.yaml':
        'resources: [cron.yaml]\npatches:\n- target: { kind: CustomResourceDefinition }\n  patch: |-\n    - { op: add, path: /spec/versions/0/schema/openAPIV3Schema/properties, value: { spec: { type: object } } }\n',
      'cron.yaml': cronDefinition(''),
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, []);
  });
  it('decides alone where all that is built of a file was built', () => {
    const namespace = 'apiVersion: v1\nkind: Namespace\nmetadata: { name: _ }\n';
    const base = {
      'base/kustomization.yaml': 'resources: [ns.yaml, web.yaml]\n',
      'base/ns.yaml': namespace,
      'base/web.yaml': deployment('web').replace(', image: web', ''),
    };
    const image = (value: string) =>
      `patches: [{ patch: '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { template: { spec: { containers: [{ name: web, ${value} }] } } } }' }]`;
    const overlay = (...lines: readonly string[]) => ['resources: [../base]', ...lines, ''].join('\n');
    const one = { ...base, 'a/kustomization.yaml': overlay('namespace: shop', image('image: nginx')) };
    assert.deepEqual(found(one, '--build-kustomizations').findings, []);
    const two = { ...one, 'b/kustomization.yaml': overlay('namespace: shop', image('tty: true')) };
    const missing = 'base/web.yaml:8 spec.template.spec.containers[0].image';
    assert.deepEqual(found(two, '--build-kustomizations').findings, [missing]);
    const remote = { ...one, 'b/kustomization.yaml': overlay('components: [https://example.invalid/c]') };
    assert.ok(found(remote, '--build-kustomizations').findings.includes(missing), 'what is not built is not certain');
  });
  it('places what an overlay breaks at its field', () => {
    const fields = [
      'resources: [web.yaml, ns.yaml]',
      'namespace: Bad_Space',
      'images:',
      '- { name: web, newName: "" }',
      'replicas:',
      '- { name: web, count: -2 }',
      'commonAnnotations:',
      '  a/b/c: x',
      'labels:',
      '- pairs:',
      '    team: "not valid!"',
      '',
    ];
    const all = {
      'kustomization.yaml': fields.join('\n'),
      'web.yaml': deployment('web'),
      'ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: shop }\n',
    };
    assert.deepEqual(
      [...new Set(found(all, '--build-kustomizations').findings)],
      [
        'kustomization.yaml:2 metadata.labels',
        'kustomization.yaml:6 spec.replicas',
        'kustomization.yaml:8 metadata.annotations',
        'kustomization.yaml:11 metadata.labels',
      ],
    );
  });
  it('finds the item of a list that patches have moved', () => {
    const all = {
      'kustomization.yaml':
        "resources: [web.yaml]\npatches: [{ patch: '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { template: { spec: { containers: [{ name: proxy, image: proxy }] } } } }' }]\n",
      'web.yaml': deployment('web').replace('image: web', 'image: web, imagePullPolicy: Sometimes'),
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, [
      'web.yaml:8 spec.template.spec.containers[0].imagePullPolicy',
    ]);
  });
  it('knows what Flux changes of what is built', () => {
    const all = {
      'apps/kustomization.yaml': 'resources: [web.yaml]\n',
      'apps/web.yaml': deployment('web').replace(', image: web', ''),
      'ks.yaml': [
        'apiVersion: kustomize.toolkit.fluxcd.io/v1',
        'kind: Kustomization',
        'metadata: { name: apps, namespace: flux-system }',
        'spec:',
        '  interval: 1h',
        '  prune: true',
        '  path: ./apps',
        '  sourceRef: { kind: GitRepository, name: a }',
        '  patches:',
        '  - target: { kind: Deployment }',
        '    patch: "[{ op: add, path: /spec/template/spec/containers/0/image, value: nginx }]"',
        '',
      ].join('\n'),
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, []);
  });
  it('says nothing twice', () => {
    const { 'prod/replicas.yaml': _, ...rest } = files;
    const all = {
      ...rest,
      'base/web.yaml': deployment('web').replace('  template:', '  replicas: x\n  template:'),
      'prod/kustomization.yaml': 'resources: [../base]\n',
    };
    assert.deepEqual(found(all, '--build-kustomizations').findings, found(all).findings);
  });
  it('that cannot be done is counted, and fetches nothing', () => {
    const remote = { 'kustomization.yaml': 'resources: [https://example.invalid/base]\n' };
    assert.deepEqual(found(remote, '--build-kustomizations'), {
      exit: 3,
      findings: [],
      notBuilt: [
        {
          file: 'kustomization.yaml',
          document: 0,
          reason: 'not-built',
          detail: 'It was not built: it names https://example.invalid/base, which is not fetched',
        },
      ],
      worst: [],
    });
    const over = {
      'prod/kustomization.yaml': 'resources: [../base]\n',
      'base/kustomization.yaml': 'resources: [web.yaml]\n',
    };
    assert.deepEqual(
      found(over, '--build-kustomizations').notBuilt.map(({ file, detail }) => `${file} ${detail}`),
      ['prod/kustomization.yaml It was not built: it builds on ../base, which names web.yaml, which does not exist'],
    );
    const circle = {
      'a/kustomization.yaml': 'resources: [../b]\n',
      'b/kustomization.yaml': 'resources: [../a]\n',
    };
    assert.deepEqual(
      found(circle, '--build-kustomizations').notBuilt.map(({ file, detail }) => `${file} ${detail}`),
      ['a', 'b'].map((one) => `${one}/kustomization.yaml It was not built: it builds on itself`),
    );
    const clash = {
      'kustomization.yaml': 'resources: [a.yaml]\npatches: [{ path: b.yaml }]\n',
      'a.yaml': deployment('a'),
      'b.yaml': deployment('b'),
    };
    const [entry] = found(clash, '--build-kustomizations').notBuilt;
    assert.match(entry?.detail ?? '', /no resource matches strategic merge patch/);
  });
});
