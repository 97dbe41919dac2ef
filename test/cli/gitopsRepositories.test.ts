import { at136, runScenarios } from './scenario.ts';

const policy = (more = '') =>
  `apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 1${more} }\n`;

const chainsaw = `apiVersion: chainsaw.kyverno.io/v1alpha1
kind: Test
metadata: { name: a }
spec:
  steps:
    - try:
        - apply: { file: sent.yaml }
        - assert: { file: expected/web.yaml }
        - error: { file: ./absent.yaml }
        - assert: { file: sent.yaml }
`;

runScenarios('files that tests name', [
  {
    title: 'are no manifests where they say what is expected of objects',
    files: {
      'tests/a/chainsaw-test.yaml': chainsaw,
      'tests/a/expected/web.yaml': policy(),
      'tests/a/absent.yaml': policy(),
      'kuttl/00-assert.yaml': policy(),
      'kuttl/01-errors.yml': policy(),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found', 'not judged  5 documents: no API resource'],
    never: ['missing'],
  },
  {
    title: 'may lie beside the tests, and what a test sends has expressions in parentheses',
    files: {
      'tests/a/chainsaw-test.yaml': chainsaw.replace('expected/web.yaml', '../expected.yaml'),
      'tests/expected.yaml': policy(),
      'tests/a/sent.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: "(join(\'-\', [$a, $b]))" }\n',
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found'],
  },
  {
    title: 'are manifests where a test sends them, whatever it expects as well',
    files: { 'tests/a/chainsaw-test.yaml': chainsaw, 'tests/a/sent.yaml': policy(), 'kuttl/00-install.yaml': policy() },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: ['"file":"tests/a/sent.yaml"', '"file":"kuttl/00-install.yaml"', 'spec.selector'],
  },
]);

const generator = `apiVersion: policy.open-cluster-management.io/v1
kind: PolicyGenerator
metadata: { name: a }
policies:
  - name: one
    manifests:
      - path: input/
`;

runScenarios('files that a generator of policies compares with objects', [
  {
    title: 'are judged as parts: what they lack says nothing, what they have does',
    files: {
      'kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\ngenerators: [generator.yaml]\n',
      'generator.yaml': generator,
      'input/web.yaml': policy(', replica: 2'),
      'other/web.yaml': policy(),
    },
    type: `check . ${at136} --format json`,
    exit: 1,
    stdout: ['"file":"input/web.yaml"', 'spec.replica', '"file":"other/web.yaml"', 'spec.selector'],
    never: [
      '"resource":"input/web.yaml#0","file":"input/web.yaml","document":0,"target":"1.36","code":"missing-field"',
    ],
  },
]);

const flux = (name: string, path: string, more = '') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: ${name} }\nspec:\n  interval: 1h\n  prune: true\n  path: ${path}\n  sourceRef: { kind: OCIRepository, name: flux-system }\n${more}`;

const values = '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: shared }] }\n';

const shared = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: shared }\ndata: { DOMAIN: example.com }\n';

const route = (variable: string) =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: web }\nspec: { parentRefs: [{ name: gw }], hostnames: ["web.\u0024{${variable}}"] }\n`;

runScenarios('variables in a repository in which Flux fills in some', [
  {
    title: 'may be filled in where no Kustomization applies the file, and where others name their values',
    files: {
      '.git/HEAD': '',
      'kubernetes/cluster.yaml': flux('cluster', './apps/overlay', values),
      'kubernetes/shared.yaml': shared,
      'kubernetes/apps/overlay/web.yaml': flux('web', './apps/web'),
      'kubernetes/apps/web/route.yaml': route('DOMAIN'),
      'archive/route.yaml': route('OTHER'),
    },
    type: `check . ${at136}`,
    exit: 0,
    never: ['unfilled-placeholder'],
  },
  {
    title: 'are told where a Kustomization applies them without values, and nobody names any',
    files: {
      '.git/HEAD': '',
      'kubernetes/cluster.yaml': flux('cluster', './apps/overlay', values),
      'kubernetes/shared.yaml': shared,
      'kubernetes/apps/overlay/web.yaml': flux('web', './apps/web'),
      'kubernetes/apps/web/route.yaml': route('OTHER'),
    },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: ['"code":"unfilled-placeholder"'],
  },
]);

const defaults = `  patches:
    - target: { group: kustomize.toolkit.fluxcd.io, kind: Kustomization }
      patch: |
        apiVersion: kustomize.toolkit.fluxcd.io/v1
        kind: Kustomization
        metadata: { name: _ }
        spec: { interval: 30m, prune: true }
`;

const short =
  'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: late }\nspec: { path: ./off, sourceRef: { kind: GitRepository, name: a } }\n';

runScenarios('what no Kustomization of Flux applies yet', [
  {
    title: 'would get what is patched into all objects of its kind',
    files: {
      '.git/HEAD': '',
      'cluster.yaml': flux('cluster', './apps', defaults),
      'apps/ns.yaml': 'apiVersion: v1\nkind: Namespace\nmetadata: { name: a }\n',
      'archive/off.yaml': short,
    },
    type: `check . ${at136}`,
    exit: 0,
    never: ['spec.interval'],
  },
  {
    title: 'lacks what nothing patches into it',
    files: { '.git/HEAD': '', 'cluster.yaml': flux('cluster', './apps'), 'archive/off.yaml': short },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: ['spec.interval'],
  },
]);

const release = (chart: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: volsync }\nspec:\n  interval: 1h\n  chartRef: { kind: OCIRepository, name: volsync }\n---\napiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: { name: volsync }\nspec: { interval: 1h, url: "oci://charts.example/${chart}", ref: { tag: 1.2.3 } }\n`;

const source =
  'apiVersion: volsync.backube/v1alpha1\nkind: ReplicationSource\nmetadata: { name: a }\nspec: { sourcePVC: a, kopia: {} }\n';

runScenarios("definitions in whose place somebody else's are installed", [
  {
    title: 'say nothing of their objects, which count as not judged',
    files: { 'release.yaml': release('volsync-fork'), 'source.yaml': source },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['not judged  1 resource: no definition of their kind is known'],
    never: ['kopia'],
  },
  {
    title: "count where a copy of the project's own chart is installed",
    files: { 'release.yaml': release('volsync'), 'source.yaml': source },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['kopia'],
  },
]);

const group = (more: string) =>
  `apiVersion: user.openshift.io/v1\nkind: Group\nmetadata: { name: "ldap:admins" }\n${more}`;

runScenarios('kinds that an aggregated API server serves', [
  {
    title: 'are judged by its types, and in part: it validates in code, and takes names of its own',
    files: { 'group.yaml': group('users: null\n') },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['1 resource judged', 'some rules of their definitions are not known'],
  },
  {
    title: 'have no other fields and no values of other types',
    files: { 'group.yaml': group('user: [a]\n'), 'other.yaml': group('users: a\n') },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: ['"user\\" is not a field', '"path":"users"', 'No release of OpenShift API server from'],
  },
]);
