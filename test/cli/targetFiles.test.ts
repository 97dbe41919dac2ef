import assert from 'node:assert/strict';
import { runIn, Workspace } from './harness.ts';
import { configMap, oldCronJob } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const pod = (version: string, ...flags: string[]) =>
  [
    'apiVersion: v1',
    'kind: Pod',
    'metadata: { name: kube-apiserver, namespace: kube-system }',
    'spec:',
    '  containers:',
    '    - name: kube-apiserver',
    `      image: registry.k8s.io/kube-apiserver:v${version}`,
    '      command:',
    '        - kube-apiserver',
    ...flags.map((flag) => `        - --${flag}`),
    '',
  ].join('\n');

const emulating = pod('1.37.1', 'etcd-servers=http://localhost:2379', 'emulated-version=1.35');
const k3s = 'kube-apiserver-arg: ["feature-gates=HPAConfigurableTolerance=true"]\n';
const config = 'targets: { edge: { from: clusters/edge.yaml } }\n';

runScenarios('targets out of files', [
  {
    title: 'a configured target comes from the file that describes its cluster',
    files: { '.kubecompat.yaml': config, 'clusters/edge.yaml': emulating, 'a.yaml': configMap },
    type: 'check a.yaml',
    exit: 0,
    stdout: ['edge: Kubernetes 1.37 emulating 1.35', '(clusters/edge.yaml:7:'],
  },
  {
    title: 'the file is named on the command line',
    files: { 'clusters/old.yaml': pod('1.24.9'), 'a.yaml': oldCronJob },
    type: 'check a.yaml --target-from clusters/old.yaml',
    exit: 0,
    stdout: ['Kubernetes 1.24', 'deprecated-api'],
  },
  {
    title: 'a file and a minor side by side',
    files: { 'clusters/old.yaml': pod('1.24.9'), 'a.yaml': oldCronJob },
    type: 'check a.yaml --target-from=clusters/old.yaml --target=1.37',
    exit: 1,
    stdout: ['removed-api', 'deprecated-api'],
  },
  {
    title: 'a file that names no version gets it beside it',
    files: { 'k3s.yaml': k3s, 'a.yaml': configMap },
    type: 'check a.yaml --target-from k3s.yaml --binary-version 1.36',
    exit: 0,
    stdout: ['Kubernetes 1.36, feature gates HPAConfigurableTolerance=true'],
  },
  {
    title: 'a file beside the definitions of its cluster',
    files: {
      'clusters/new.yaml': pod('1.36.1'),
      'a.yaml': 'apiVersion: gateway.networking.k8s.io/v1alpha2\nkind: UDPRoute\nmetadata: { name: a }\n',
    },
    type: 'check a.yaml --target-from clusters/new.yaml --crds gateway-api=v1.2.0/standard',
    exit: 1,
    stdout: ['gateway.networking.k8s.io', 'clusters/new.yaml: Kubernetes 1.36'],
  },
  {
    title: 'a file beside definitions that are not known',
    files: { 'clusters/new.yaml': pod('1.36.1'), 'a.yaml': configMap },
    type: 'check a.yaml --target-from clusters/new.yaml --crds gateway-api=v9.9',
    exit: 2,
    stderr: ['gateway-api=v9.9'],
  },
  {
    title: 'a file that names no version and gets none',
    files: { 'k3s.yaml': k3s, 'a.yaml': configMap },
    type: 'check a.yaml --target-from k3s.yaml',
    exit: 2,
    stderr: ['k3s.yaml:1:1', 'does not say which version', '--binary-version'],
  },
  {
    title: 'a version that the file contradicts',
    files: {
      '.kubecompat.yaml': 'targets: { e: { from: e.yaml, binaryVersion: "1.36" } }\n',
      'e.yaml': emulating,
      'a.yaml': configMap,
    },
    type: 'check a.yaml',
    exit: 2,
    stderr: ['e.yaml:7:', 'the file says Kubernetes 1.37, and 1.36 was given'],
  },
  {
    title: 'server flags beside a file',
    files: { 'e.yaml': emulating, 'a.yaml': configMap },
    type: 'check a.yaml --target-from e.yaml --emulated-version 1.36',
    exit: 2,
    stderr: ['--target-from and --emulated-version exclude each other'],
  },
  {
    title: 'what the server would refuse is told where the flag stands',
    files: { 'e.yaml': pod('1.37.0', 'v=2', 'emulated-version=1.30'), 'a.yaml': configMap },
    type: 'check a.yaml --target-from e.yaml',
    exit: 2,
    stderr: ['e.yaml:11:11: kube-apiserver 1.37 cannot emulate 1.30', '1.34 to 1.37'],
  },
  {
    title: 'the files that describe clusters are checked themselves, by their own version',
    files: { 'e.yaml': pod('1.37.0', 'v=2', 'emulated-version=1.30') },
    type: 'check . --target 1.30',
    exit: 1,
    stdout: ['error[refused-flag]', 'e.yaml:11:', 'cannot emulate 1.30', '1.34 to 1.37'],
  },
  {
    title: 'a systemd unit that is named is checked as well',
    files: {
      'x.service':
        '[Service]\nExecStart=/usr/bin/kube-scheduler \\\n  --runtime-config=api/all=true \\\n  --feature-gates=A=true\n',
    },
    type: 'check x.service --target 1.30',
    exit: 1,
    stdout: ['error[refused-flag]', 'x.service:3:', 'kube-scheduler has no flag --runtime-config'],
  },
  {
    title: 'a template is no target',
    files: { 'e.yaml': pod('1.37.0').replace('    - name', '    {{- range .all }}\n    - name'), 'a.yaml': configMap },
    type: 'check a.yaml --target-from e.yaml',
    exit: 2,
    stderr: ['a template that has not been rendered'],
  },
  {
    title: 'several clusters in one file',
    files: { 'all.yaml': `${pod('1.35.0')}---\n${pod('1.36.0')}`, 'a.yaml': configMap },
    type: 'check a.yaml --target-from all.yaml',
    exit: 2,
    stderr: ['describes 2 clusters', 'name one after "#"'],
  },
  {
    title: 'one of several clusters in one file',
    files: { 'all.yaml': `${pod('1.35.0')}---\n${pod('1.36.0')}`, 'a.yaml': configMap },
    type: 'check a.yaml --target-from all.yaml#2',
    exit: 0,
    stdout: ['Kubernetes 1.36'],
  },
  {
    title: 'a file whose name has a # in it',
    files: { 'all#1.yaml': pod('1.35.0'), 'a.yaml': configMap },
    type: 'check a.yaml --target-from all#1.yaml',
    exit: 0,
    stdout: ['Kubernetes 1.35'],
  },
  {
    title: 'targets lists what the workspace describes, with file and line, and why something is not usable',
    files: {
      'clusters/edge.yaml': emulating,
      'k3s.yaml': k3s,
      'a.yaml': configMap,
      'unit/kubelet.service': '[Service]\n',
    },
    type: 'targets',
    exit: 0,
    stdout: [
      /clusters\/edge\.yaml\s+1\.37\s+1\.35\s+static pod kube-apiserver\s+clusters\/edge\.yaml:7:/,
      'unusable k3s.yaml, line 1: the file does not say',
    ],
    never: ['kubelet.service', 'a.yaml:'],
  },
  {
    title: 'targets says which flags of a file change nothing',
    files: { 'e.yaml': emulating },
    type: 'targets --target-from e.yaml',
    exit: 0,
    stdout: ['ignores a flag that changes no verdict: etcd-servers'],
  },
]);

describe('command line, targets out of files', () => {
  it('a configuration gets no file outside of its folder and the working folder, not through a link either', () => {
    const outside = new Workspace({ 'e.yaml': emulating });
    try {
      for (const [from, link] of [
        [`${outside.path}/e.yaml`, undefined],
        ['link.yaml', { to: `${outside.path}/e.yaml` }],
      ] as const) {
        const files = { '.kubecompat.yaml': `targets: { e: { from: ${from} } }\n`, 'a.yaml': configMap };
        const run = runIn(link === undefined ? files : { ...files, 'link.yaml': link }, ['check', 'a.yaml']);
        assert.equal(run.exit, 2, run.stdout);
        assert.match(run.stderr, /lies outside of the workspace/);
      }
      assert.equal(
        runIn({ 'a.yaml': configMap }, ['check', 'a.yaml', '--target-from', `${outside.path}/e.yaml`]).exit,
        0,
      );
    } finally {
      outside.remove();
    }
  });

  it('reports say until when the provider of a cluster supports its version', () => {
    const eks = 'apiVersion: eksctl.io/v1alpha5\nkind: ClusterConfig\nmetadata: { name: shop, version: "1.31" }\n';
    const files = { 'eks.yaml': eks, 'a.yaml': configMap };
    const said = 'standard support of Amazon EKS for 1.31 until 2025-11-26, extended support until 2026-11-26';
    const run = (format: string) => runIn(files, ['report', 'a.yaml', '--target-from', 'eks.yaml', '--format', format]);
    assert.match(run('text').stdout, new RegExp(`support {2}${said}`));
    assert.match(run('markdown').stdout, new RegExp(said));
    assert.match(run('html').stdout, new RegExp(said));
    const { targets } = JSON.parse(run('json').stdout);
    assert.deepEqual(
      { ...targets[0].support, source: '' },
      { provider: 'eks', standard: '2025-11-26', extended: '2026-11-26', says: said, source: '' },
    );
    assert.equal(targets[0].support.source.startsWith('https://'), true);
    assert.equal(runIn(files, ['report', 'a.yaml', '--target', '1.31']).stdout.includes('support of'), false);
  });

  it('targets --format json has every described cluster', () => {
    const run = runIn({ 'clusters/edge.yaml': emulating }, ['targets', '--format', 'json']);
    const [found, ...others] = JSON.parse(run.stdout).found;
    assert.deepEqual(others, []);
    assert.deepEqual(found, {
      expression: 'from=clusters/edge.yaml',
      file: 'clusters/edge.yaml',
      line: 7,
      column: 45,
      format: 'static pod',
      name: 'kube-apiserver',
      binary: '1.37',
      emulation: '1.35',
      minCompatibility: '1.34',
      problems: [],
      ignoredFlags: ['etcd-servers'],
    });
  });
});
