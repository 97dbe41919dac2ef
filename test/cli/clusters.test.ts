import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { delimiter } from 'node:path';
import { Ajv } from 'ajv';
import { helmFolder } from '../harness/helm.ts';
import { type Files, runIn, Workspace } from './harness.ts';
import { runScenarios } from './scenario.ts';

const cronJob = `apiVersion: batch/v1beta1
kind: CronJob
metadata: { name: a, namespace: default }
spec:
  schedule: "* * * * *"
  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }
`;

const kustomization = (...resources: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources: ${JSON.stringify(resources)}\n`;

const flux = (name: string, path: string, more = '') => `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: ${name}, namespace: flux-system }
spec:
  interval: 10m
  path: ${path}
  prune: true
  sourceRef: { kind: GitRepository, name: flux-system }
${more}`;

const entry = (cluster: string): Files => ({
  [`clusters/${cluster}/flux-system/gotk-sync.yaml`]: flux('flux-system', `./clusters/${cluster}`),
  [`clusters/${cluster}/flux-system/kustomization.yaml`]: kustomization('gotk-sync.yaml'),
  [`clusters/${cluster}/apps.yaml`]: flux('apps', `./apps/${cluster}`),
  [`apps/${cluster}/kustomization.yaml`]: kustomization('../base'),
});

const talos = (version: string, name = 'home') =>
  `clusterName: ${name}\ntalosVersion: v1.2.0\nkubernetesVersion: ${version}\nendpoint: https://1.2.3.4:6443\n`;

const k3d = (version: string, name = 'dev') =>
  `apiVersion: k3d.io/v1alpha5\nkind: Simple\nmetadata: { name: ${name} }\nimage: rancher/k3s:v${version}.1-k3s1\n`;

const fleet: Files = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  ...entry('staging'),
  ...entry('production'),
  'apps/base/kustomization.yaml': kustomization('cron.yaml'),
  'apps/base/cron.yaml': cronJob,
  // By the name of its folder, and by the folder that the cluster begins with.
  'talos/staging/talconfig.yaml': talos('v1.24.3'),
  'clusters/production/k3d.yaml': k3d('1.33'),
};

const application = (name: string, path: string, destination: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: ${name}, namespace: argocd }
spec:
  project: default
  source: { repoURL: https://github.com/acme/fleet, path: ${path}, targetRevision: HEAD }
  destination: ${destination}
`;

const argo: Files = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'terraform/edge/talconfig.yaml': talos('v1.24.3', 'edge'),
  'terraform/core/talconfig.yaml': talos('v1.33.0', 'core'),
};

runScenarios('clusters that files are applied to', [
  {
    title: 'are the targets of what Flux applies to them, by folder and by name',
    files: fleet,
    type: 'check .',
    exit: 1,
    stdout: [
      /warning\[deprecated-api\][\s\S]*apps\/base\/cron\.yaml[\s\S]*at {3}staging/,
      /error\[removed-api\][\s\S]*It was removed in 1\.25; the target is Kubernetes 1\.33/,
      'target  production: Kubernetes 1.33 (clusters/production/k3d.yaml:1:1)',
      'target  staging: Kubernetes 1.24 (talos/staging/talconfig.yaml:1:1)',
    ],
    never: [/cron\.yaml[\s\S]*at {3}1\.37/],
  },
  {
    title: 'are so too where a part of the repository is named',
    files: fleet,
    type: 'check apps/base/cron.yaml',
    exit: 1,
    stdout: ['target  staging: Kubernetes 1.24', 'target  production: Kubernetes 1.33'],
  },
  {
    title: 'decide what a fix may write: a version that all of them serve',
    files: fleet,
    type: 'fix apps --diff',
    exit: 0,
    stdout: ['--- a/apps/base/cron.yaml', '-apiVersion: batch/v1beta1\n+apiVersion: batch/v1\n'],
  },
  {
    title: 'are those of the file that standard input stands for',
    files: fleet,
    stdin: cronJob,
    type: 'check - --stdin-filename apps/base/cron.yaml',
    exit: 1,
    stdout: [/removed-api[\s\S]*at {3}production/, 'target  staging: Kubernetes 1.24'],
    never: ['1.37'],
  },
  {
    title: 'give way to the command line',
    files: fleet,
    type: 'check apps --target 1.24',
    exit: 0,
    stdout: ['target  Kubernetes 1.24'],
    never: ['target  staging', 'target  production'],
  },
  {
    title: 'give way to what a configuration says of the file',
    files: {
      ...fleet,
      '.kubecompat.yaml':
        'targets: { old: { binaryVersion: "1.24" }, new: { binaryVersion: "1.37" } }\nfiles: [{ match: "apps/**", targets: [old] }]\n',
    },
    type: 'check apps',
    exit: 0,
    stdout: ['target  old: Kubernetes 1.24'],
    never: ['target  production'],
  },
  {
    title: 'are not looked for where a configuration says the targets of the part that is checked',
    files: { ...fleet, '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.24" } }\ndefault: [old]\n' },
    type: 'check apps',
    exit: 0,
    stdout: ['target  old: Kubernetes 1.24'],
    never: ['cluster  '],
  },
  {
    title: 'are told of all that is checked, whatever says the targets',
    files: { ...fleet, '.kubecompat.yaml': 'targets: { old: { binaryVersion: "1.24" } }\ndefault: [old]\n' },
    type: 'check .',
    exit: 0,
    stdout: ['cluster  staging: clusters/staging'],
  },
  {
    title: 'are the targets of their names in a configuration that says nothing of the file',
    files: {
      ...fleet,
      '.kubecompat.yaml':
        'targets: { staging: { binaryVersion: "1.23" }, production: { binaryVersion: "1.24" }, other: { binaryVersion: "1.37" } }\n',
    },
    type: 'check apps',
    exit: 0,
    stdout: ['target  staging: Kubernetes 1.23 (.kubecompat.yaml)', 'target  production: Kubernetes 1.24'],
    never: ['other', '1.33'],
  },
  {
    title: 'are not told by a description that may be of another cluster',
    files: {
      '.git/HEAD': 'ref: refs/heads/main\n',
      ...entry('staging'),
      'apps/base/kustomization.yaml': kustomization('cron.yaml'),
      'apps/base/cron.yaml': cronJob,
      'test/k3d.yaml': k3d('1.24'),
      'clusters/staging/workload.yaml':
        'apiVersion: controlplane.cluster.x-k8s.io/v1beta1\nkind: KubeadmControlPlane\nmetadata: { name: edge }\nspec: { version: v1.24.0 }\n',
    },
    type: 'check apps',
    exit: 1,
    stdout: ['target  Kubernetes 1.37'],
  },
  {
    title: 'are named by the kubeconfig of a Kustomization, and by the destination of an Application',
    files: {
      ...argo,
      'management/flux-system/gotk-sync.yaml': flux('flux-system', './management'),
      'management/flux-system/kustomization.yaml': kustomization('gotk-sync.yaml'),
      'management/edge.yaml': flux('edge', './edge', '  kubeConfig: { secretRef: { name: edge-kubeconfig } }\n'),
      'edge/cron.yaml': cronJob,
      'management/core.yaml': application('core', 'core', '{ name: core, namespace: default }'),
      'core/cron.yaml': cronJob,
      'core/deeper/cron.yaml': cronJob,
    },
    type: 'check edge core',
    exit: 1,
    stdout: [
      /warning\[deprecated-api\][\s\S]*edge\/cron\.yaml/,
      'core/cron.yaml',
      'target  edge: Kubernetes 1.24',
      'target  core: Kubernetes 1.33',
      // A folder in the folder is not applied.
      /core\/deeper\/cron\.yaml[\s\S]*the target is Kubernetes 1\.37/,
    ],
  },
  {
    title: 'are told by the generators of an ApplicationSet: lists, folders and clusters',
    files: {
      ...argo,
      'sets/list.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: list, namespace: argocd }
spec:
  goTemplate: true
  generators:
    - matrix:
        generators:
          - list: { elements: [{ cluster: edge }, { cluster: core }] }
          - git: { repoURL: https://github.com/acme/fleet, directories: [{ path: "apps/{{ .cluster }}/*" }, { path: apps/edge/off, exclude: true }] }
  template:
    metadata: { name: "{{ .path.basename }}" }
    spec:
      project: default
      source: { repoURL: https://github.com/acme/fleet, path: "{{ .path.path }}" }
      destination: { name: "{{ .cluster }}", namespace: default }
`,
      'sets/clusters.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: clusters, namespace: argocd }
spec:
  generators: [{ clusters: {} }]
  template:
    metadata: { name: "{{name}}" }
    spec:
      project: default
      source: { repoURL: https://github.com/acme/fleet, path: "each/{{name}}" }
      destination: { server: "{{server}}", namespace: default }
`,
      'apps/edge/a/cron.yaml': cronJob,
      'apps/core/b/cron.yaml': cronJob,
      'apps/edge/off/cron.yaml': cronJob,
      'each/edge/cron.yaml': cronJob,
    },
    type: 'check . --format json',
    exit: 1,
    stdout: [
      /"file":"apps\/edge\/a\/cron\.yaml","document":0,"target":"edge","code":"deprecated-api"/,
      /"file":"apps\/core\/b\/cron\.yaml","document":0,"target":"core","code":"removed-api"/,
      /"file":"apps\/edge\/off\/cron\.yaml","document":0,"target":"1\.37","code":"removed-api"/,
      /"file":"each\/edge\/cron\.yaml","document":0,"target":"edge","code":"deprecated-api"/,
    ],
  },
]);

runScenarios('reports by clusters', [
  {
    title: 'say for each cluster what is applied to it and what was found, and which files nothing applies',
    files: { ...fleet, 'old/cron.yaml': cronJob },
    type: 'check .',
    exit: 1,
    stdout: [
      /cluster {2}production: clusters\/production, \d+ resources checked at production: 1 error\n/,
      /cluster {2}staging: clusters\/staging, \d+ resources checked at staging: 1 warning\n/,
      'not applied  1 file with resources that no cluster applies, while Flux applies others: old/cron.yaml\n  do  ',
    ],
    never: ['on   staging', 'on   production'],
  },
  {
    title: 'name the clusters of a finding where the targets do not',
    files: fleet,
    type: 'check apps --target 1.37',
    exit: 1,
    stdout: ['on   production, staging', 'cluster  staging: clusters/staging, 1 resource checked at 1.37: 1 error'],
  },
  {
    title: 'are in Markdown, in HTML and in JSON Lines as well',
    files: { ...fleet, 'old/cron.yaml': cronJob },
    type: 'check . --output markdown=a.md --output html=a.html --output jsonl=a.jsonl --format jsonl',
    exit: 1,
    stdout: [
      '{"type":"cluster","name":"staging","tool":"Flux","begins":"clusters/staging","targets":["staging"],"files":["apps/base/cron.yaml"',
      '{"type":"notApplied","file":"old/cron.yaml"}',
    ],
  },
  {
    title: 'say nothing of what is not applied where something may be that nobody can tell',
    files: {
      ...fleet,
      'old/cron.yaml': cronJob,
      'clusters/staging/set.yaml':
        'apiVersion: fluxcd.controlplane.io/v1\nkind: ResourceSet\nmetadata: { name: a }\nspec: { inputs: [] }\n',
    },
    type: 'check .',
    exit: 1,
    never: ['not applied'],
  },
  {
    title: 'say nothing of clusters where nothing says what is applied',
    files: { '.git/HEAD': '', 'cron.yaml': cronJob },
    type: 'check . --format json',
    exit: 1,
    never: ['"clusters"', '"notApplied"'],
  },
  {
    title:
      'take a Kustomization in a circle of others for what it begins with, and one that is nowhere applied for none',
    files: {
      '.git/HEAD': '',
      'flux/cluster.yaml': flux('apps', './apps'),
      'apps/instance.yaml':
        'apiVersion: fluxcd.controlplane.io/v1\nkind: FluxInstance\nmetadata: { name: flux }\nspec: { sync: { kind: GitRepository, url: "https://a/b", ref: main, path: flux } }\n',
      'apps/a/ks.yaml': flux('a', './apps/a/app'),
      'apps/a/app/cron.yaml': cronJob,
      'archive/ks.yaml': flux('b', './archive/app'),
      'archive/app/cron.yaml': cronJob,
    },
    type: 'check .',
    exit: 1,
    stdout: [
      'cluster  flux: flux, 4 resources',
      'not applied  1 file with resources that no cluster applies, while Flux applies others: archive/ks.yaml',
    ],
    never: [/cluster {2}(?!flux)/],
  },
]);

describe('command line, clusters in JSON', () => {
  const schema: object = JSON.parse(readFileSync(new URL('../../schemas/report.schema.json', import.meta.url), 'utf8'));
  const files = { ...fleet, 'old/cron.yaml': cronJob };

  it('are as the schema of reports says', () => {
    const report: unknown = JSON.parse(runIn(files, ['check', '.', '--format', 'json']).stdout);
    const agrees = new Ajv({ allowUnionTypes: true }).compile(schema);
    assert.ok(agrees(report), JSON.stringify(agrees.errors));
  });

  it('are the same put together of the shards of a run', () => {
    const workspace = new Workspace(files);
    try {
      const outside = new Workspace({});
      const part = (index: number) => `${outside.path}/${index}.json`;
      for (const index of [1, 2]) workspace.run(['check', '.', `--shard=${index}/2`, `--output=json=${part(index)}`]);
      const merged = workspace.run(['merge', part(1), part(2), '--format', 'json']);
      const whole = workspace.run(['check', '.', '--format', 'json']);
      outside.remove();
      assert.equal(merged.stdout, whole.stdout);
    } finally {
      workspace.remove();
    }
  });
});

describe('command line, charts that are installed in the same repository', () => {
  const release = (more: string) => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: shop, namespace: default }
spec:
  interval: 10m
  chart: { spec: { chart: ./charts/shop, sourceRef: { kind: GitRepository, name: flux-system } } }
${more}`;
  const chart: Files = {
    'charts/shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
    'charts/shop/values.yaml': 'api: { old: false, list: [] }\n',
    'charts/shop/templates/a.yaml':
      'apiVersion: {{ if .Values.api.old }}batch/v1beta1{{ else }}batch/v1{{ end }}\nkind: CronJob\nmetadata: { name: a, namespace: default }\nspec:\n  schedule: "* * * * *"\n  jobTemplate: { spec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } } }\n',
  };

  it('are rendered with the values of what installs them, for the clusters that this goes to', function () {
    const helm = helmFolder(this);
    const env = { PATH: `${helm}${delimiter}${process.env['PATH'] ?? ''}` };
    const codes = (files: Files) => {
      const { stdout } = runIn({ ...fleet, ...chart, ...files }, ['check', 'charts', '--format', 'json'], { env });
      const { findings, clusters }: Report = JSON.parse(stdout);
      const found = findings.map(({ file, target, code }) => `${file} ${target} ${code}`);
      return { found, clusters: clusters.map(({ name }) => name) };
    };
    const template = 'charts/shop/templates/a.yaml';
    const old = '  values: { api: { old: true, "a.b": null } }\n';
    assert.deepEqual(codes({ 'clusters/production/release.yaml': release(old) }), {
      found: [`${template} production removed-api`],
      clusters: ['production'],
    });
    assert.deepEqual(codes({ 'clusters/production/release.yaml': release('') }).found, []);
    const both = { 'clusters/production/release.yaml': release(''), 'clusters/staging/release.yaml': release(old) };
    assert.deepEqual(codes(both).found, [`${template} staging deprecated-api`]);
    const named = release('').replace('chart: ./charts/shop,', 'chart: ./charts/shop, valuesFiles: [values/old.yaml],');
    const files = { 'clusters/production/release.yaml': named, 'values/old.yaml': 'api: { old: true }\n' };
    assert.deepEqual(codes(files).found, [`${template} production removed-api`]);
    const argo = application('shop', 'charts/shop', '{ server: https://kubernetes.default.svc, namespace: default }');
    const parameters = argo.replace(
      'path: charts/shop,',
      'path: charts/shop, helm: { parameters: [{ name: api.old, value: "true" }] },',
    );
    assert.deepEqual(codes({ 'clusters/production/release.yaml': parameters }).found, [
      `${template} production removed-api`,
    ]);
  });
});

interface Report {
  readonly findings: readonly { readonly file: string; readonly target: string; readonly code: string }[];
  readonly clusters: readonly { readonly name: string }[];
}
