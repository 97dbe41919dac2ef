import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { CrdSetChoice } from '../../targets/crds.ts';
import { Installers } from './installers.ts';
import { linkInstallations } from './linkInstallations.ts';
import { mayHoldInstallations, readInstallFacts } from './readInstallFacts.ts';
import { exactVersion } from './versions.ts';

const certManager = ['v1.15.5', 'v1.16.5'];
const gatewayApi = ['v1.1.0', 'v1.2.0', 'v1.2.1'];
const sets = [
  { name: 'cert-manager', channels: [], releases: certManager },
  { name: 'gateway-api', channels: ['experimental', 'standard'], releases: gatewayApi },
  { name: 'source-controller', channels: [], releases: ['v1.4.1'] },
];

/** Only the last patch of a cert-manager minor is known, and represents all; for Gateway API every release is. */
function choose(set: string, release: string, channel: string | undefined): CrdSetChoice | undefined {
  const plain = exactVersion(release) ?? '';
  const minor = plain.slice(0, plain.lastIndexOf('.') + 1);
  const known =
    set === 'gateway-api'
      ? gatewayApi.filter((release) => release === `v${plain}`)
      : sets.flatMap((candidate) => (candidate.name === set ? candidate.releases : []));
  const found = known.find((release) => release.startsWith(`v${minor}`));
  return found === undefined ? undefined : { set, release: found, written: `v${plain}`, channel };
}

const installers = new Installers(
  {
    'cert-manager': {
      charts: [
        {
          name: 'cert-manager',
          repositories: ['charts.jetstack.io', 'quay.io/jetstack/charts'],
          release: 'same',
          off: ['crds.enabled'],
        },
        { name: 'bundle', repositories: ['charts.example'], release: { '9.0.1': 'v1.15.5' } },
      ],
      repositories: [
        { name: 'cert-manager/cert-manager', files: [{ path: 'cert-manager.crds.yaml' }, { path: 'deploy/crds' }] },
      ],
    },
    'gateway-api': {
      repositories: [
        {
          name: 'kubernetes-sigs/gateway-api',
          files: [
            { path: 'config/crd/experimental', channel: 'experimental' },
            { path: 'standard-install.yaml', channel: 'standard' },
            { path: 'config/crd', only: true, channel: 'standard' },
          ],
        },
      ],
    },
    'source-controller': { images: ['ghcr.io/fluxcd/source-controller'] },
    unknown: { images: ['example.com/unknown'] },
  },
  sets,
  choose,
);

/** `cert-manager v1.16.5 release.yaml:9`, one per release; `?` for an unknown one. */
function installed(files: Readonly<Record<string, string>>): readonly string[] {
  const read = Object.entries(files).map(([file, text]) => ({
    path: `/w/${file}`,
    file,
    facts: readInstallFacts(file, text),
  }));
  return linkInstallations(read, installers).map(({ set, choice, isPart, from: { file, line } }) => {
    const release =
      choice === undefined ? '?' : `${choice.release}${choice.channel === undefined ? '' : ` ${choice.channel}`}`;
    return `${set} ${release} ${file}:${line + 1}${isPart ? ' in part' : ''}`;
  });
}

const repository = `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmRepository
metadata: { name: jetstack, namespace: flux-system }
spec: { url: https://charts.jetstack.io/ }
`;

const helmRelease = (version: string, more = '') => `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cm, namespace: cert-manager }
spec:
  chart:
    spec:
      chart: cert-manager
      version: ${version}
      sourceRef: { kind: HelmRepository, name: jetstack, namespace: flux-system }
${more}`;

const oci = (
  reference: string,
  url = 'oci://quay.io/jetstack/charts/cert-manager',
) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: OCIRepository
metadata: { name: cert-manager }
spec: { url: "${url}", ref: ${reference} }
`;

const byChartRef = `apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cert-manager }
spec: { chartRef: { kind: OCIRepository, name: cert-manager } }
`;

const git = (reference: string, path: string) => `apiVersion: source.toolkit.fluxcd.io/v1
kind: GitRepository
metadata: { name: gw }
spec: { url: "https://github.com/kubernetes-sigs/gateway-api.git", ref: ${reference} }
---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: gw }
spec: { path: ${path}, sourceRef: { kind: GitRepository, name: gw } }
`;

const argo = (source: string) => `apiVersion: argoproj.io/v1alpha1
kind: Application
metadata: { name: cm }
spec: { source: ${source} }
`;

const kustomization = (...resources: readonly string[]) =>
  `resources:\n${resources.map((resource) => `  - ${resource}\n`).join('')}`;

describe('installations in a workspace', () => {
  const cases: readonly (readonly [
    title: string,
    files: Readonly<Record<string, string>>,
    expected: readonly string[],
  ])[] = [
    [
      'a HelmRelease, with its HelmRepository in another file',
      { 'r.yaml': helmRelease('v1.16.1'), 'repo.yaml': repository },
      ['cert-manager v1.16.5 r.yaml:8'],
    ],
    [
      'a HelmRelease with any patch of a minor',
      { 'r.yaml': helmRelease('1.16.x'), 'repo.yaml': repository },
      ['cert-manager v1.16.5 r.yaml:8'],
    ],
    [
      'a HelmRelease with a version range, without a release',
      { 'r.yaml': helmRelease('">=1.15.0"'), 'repo.yaml': repository },
      ['cert-manager ? r.yaml:8'],
    ],
    [
      'a HelmRelease with a variable, without a release',
      { 'r.yaml': helmRelease('"@@VERSION@@"'), 'repo.yaml': repository },
      ['cert-manager ? r.yaml:8'],
    ],
    [
      'a HelmRelease with an unknown version, without a release',
      { 'r.yaml': helmRelease('v9.0.0'), 'repo.yaml': repository },
      ['cert-manager ? r.yaml:8'],
    ],
    [
      'a HelmRelease whose repository is unknown, without a release',
      { 'r.yaml': helmRelease('v1.16.1') },
      ['cert-manager ? r.yaml:8'],
    ],
    [
      'a chart of this name in another repository, without a release',
      { 'r.yaml': helmRelease('v1.16.1'), 'repo.yaml': repository.replace('charts.jetstack.io', 'mirror.example') },
      ['cert-manager ? r.yaml:8'],
    ],
    [
      'no HelmRelease without the definitions',
      {
        'a.yaml': helmRelease('v1.16.1', '  values: { crds: { enabled: false } }\n'),
        'b.yaml': helmRelease('v1.15.1', '  install: { crds: Skip }\n'),
        'repo.yaml': repository,
      },
      [],
    ],
    [
      'a HelmRelease that applies the definitions only on upgrades',
      {
        'a.yaml': helmRelease('v1.16.1', '  install: { crds: Skip }\n  upgrade: { crds: CreateReplace }\n'),
        'repo.yaml': repository,
      },
      ['cert-manager v1.16.5 a.yaml:8'],
    ],
    [
      'a HelmRelease that is completed in another file',
      {
        'base.yaml': helmRelease('v1.15.1'),
        'over.yaml':
          'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: cm }\nspec: { chart: { spec: { version: v1.16.1 } } }\n',
        'repo.yaml': repository,
      },
      ['cert-manager v1.15.5 base.yaml:8', 'cert-manager v1.16.5 over.yaml:4 in part'],
    ],
    [
      'a patched HelmRelease, without a release',
      {
        'base.yaml': helmRelease('v1.15.1'),
        'kustomization.yaml':
          'resources: [base.yaml]\npatches:\n  - target: { kind: HelmRelease }\n    patch: |\n      - op: replace\n        path: /spec/chart/spec/version\n        value: v1.16.0\n',
        'repo.yaml': repository,
      },
      ['cert-manager ? base.yaml:8'],
    ],
    [
      'a HelmRelease with an inline patch for its kind, without a release',
      {
        'base.yaml': helmRelease('v1.15.1'),
        'kustomization.yaml':
          'patches:\n  - target: { kind: HelmRelease }\n    patch: |\n      apiVersion: helm.toolkit.fluxcd.io/v2\n      kind: HelmRelease\n      metadata: { name: any }\n      spec: { chart: { spec: { version: v1.16.0 } } }\n',
        'repo.yaml': repository,
      },
      ['cert-manager ? base.yaml:8'],
    ],
    [
      'an OCIRepository with a tag',
      { 'r.yaml': byChartRef, 'o.yaml': oci('{ tag: v1.16.1 }') },
      ['cert-manager v1.16.5 o.yaml:4'],
    ],
    [
      'an OCIRepository with a semver range',
      { 'r.yaml': byChartRef, 'o.yaml': oci('{ tag: v1.15.0, semver: ~1.16.0 }') },
      ['cert-manager v1.16.5 o.yaml:4'],
    ],
    [
      'an OCIRepository with a digest, without a release',
      { 'r.yaml': byChartRef, 'o.yaml': oci('{ tag: v1.16.1, digest: "sha256:aa" }') },
      ['cert-manager ? r.yaml:4'],
    ],
    [
      'each of several sources of one name',
      { 'r.yaml': byChartRef, 'a/o.yaml': oci('{ tag: v1.15.1 }'), 'b/o.yaml': oci('{ tag: v1.16.1 }') },
      ['cert-manager v1.15.5 a/o.yaml:4', 'cert-manager v1.16.5 b/o.yaml:4'],
    ],
    [
      'a source with another version in a patch',
      {
        'r.yaml': byChartRef,
        'o.yaml': oci('{ tag: v1.15.1 }'),
        'over.yaml':
          'apiVersion: source.toolkit.fluxcd.io/v1\nkind: OCIRepository\nmetadata: { name: cert-manager }\nspec: { ref: { tag: v1.16.1 } }\n',
      },
      ['cert-manager v1.15.5 o.yaml:4', 'cert-manager v1.16.5 over.yaml:4 in part'],
    ],
    [
      'a HelmChart that a release refers to',
      {
        'c.yaml': `apiVersion: source.toolkit.fluxcd.io/v1
kind: HelmChart
metadata: { name: cm }
spec: { chart: cert-manager, version: 1.16.2, sourceRef: { kind: HelmRepository, name: jetstack } }
---
apiVersion: helm.toolkit.fluxcd.io/v2
kind: HelmRelease
metadata: { name: cm }
spec: { chartRef: { kind: HelmChart, name: cm } }
`,
        'repo.yaml': repository,
      },
      ['cert-manager v1.16.5 c.yaml:4'],
    ],
    [
      'a GitRepository with a tag, with the applied folder',
      { 'g.yaml': git('{ tag: v1.2.0 }', './config/crd/experimental') },
      ['gateway-api v1.2.0 experimental g.yaml:4'],
    ],
    [
      'a GitRepository with a branch, without a release',
      { 'g.yaml': git('{ branch: main }', './config/crd') },
      ['gateway-api ? g.yaml:9'],
    ],
    [
      'a GitRepository with another folder, without a release',
      { 'g.yaml': git('{ tag: v1.2.0 }', './examples') },
      ['gateway-api ? g.yaml:4'],
    ],
    [
      'an Application with a chart',
      { 'a.yaml': argo('{ repoURL: "https://charts.jetstack.io", chart: cert-manager, targetRevision: v1.16.1 }') },
      ['cert-manager v1.16.5 a.yaml:4'],
    ],
    [
      'a chart with a table of releases by its version',
      {
        'a.yaml': argo('{ repoURL: "https://charts.example", chart: bundle, targetRevision: 9.0.1 }'),
        'b.yaml': argo('{ repoURL: "https://charts.example", chart: bundle, targetRevision: 9.0.2 }'),
      },
      ['cert-manager v1.15.5 a.yaml:4', 'cert-manager ? b.yaml:4'],
    ],
    [
      'an Application with a folder of a repository, and several sources',
      {
        'a.yaml': `apiVersion: argoproj.io/v1alpha1
kind: ApplicationSet
metadata: { name: gw }
spec:
  template:
    spec:
      sources:
        - { repoURL: "https://github.com/kubernetes-sigs/gateway-api", path: config/crd, targetRevision: v1.2.1 }
        - { repoURL: "https://charts.jetstack.io", chart: cert-manager, targetRevision: "{{version}}" }
`,
      },
      ['gateway-api v1.2.1 standard a.yaml:8', 'cert-manager ? a.yaml:9'],
    ],
    [
      'remote resources of a kustomization',
      {
        'kustomization.yaml': kustomization(
          'https://github.com/kubernetes-sigs/gateway-api/releases/download/v1.2.0/standard-install.yaml',
          'github.com/kubernetes-sigs/gateway-api/config/crd?ref=v1.2.0',
          'https://github.com/cert-manager/cert-manager/releases/download/v1.16.3/cert-manager.crds.yaml',
          'https://raw.githubusercontent.com/kubernetes-sigs/gateway-api/v1.1.0/config/crd/experimental/x_tcproutes.yaml',
          'https://github.com/cert-manager/cert-manager/releases/latest/download/cert-manager.crds.yaml',
          'local.yaml',
        ),
      },
      [
        'gateway-api v1.2.0 standard kustomization.yaml:2',
        'gateway-api v1.2.0 standard kustomization.yaml:3',
        'cert-manager v1.16.5 kustomization.yaml:4',
        'gateway-api v1.1.0 experimental kustomization.yaml:5',
        'cert-manager ? kustomization.yaml:6',
      ],
    ],
    [
      'charts that a kustomization inflates',
      {
        'kustomization.yaml':
          'helmCharts:\n  - name: cert-manager\n    repo: https://charts.jetstack.io\n    version: 1.16.1\n',
      },
      ['cert-manager v1.16.5 kustomization.yaml:4'],
    ],
    [
      'dependencies of a chart',
      {
        'Chart.yaml':
          'apiVersion: v2\nname: infra\nversion: 1.0.0\ndependencies:\n  - name: cert-manager\n    repository: https://charts.jetstack.io\n    version: v1.16.1\n  - name: own\n    repository: file://../own\n    version: 1.0.0\n',
      },
      ['cert-manager v1.16.5 Chart.yaml:7'],
    ],
    [
      'the images of the controllers of Flux',
      {
        'gotk.yaml': `# toolkit.fluxcd.io
apiVersion: apps/v1
kind: Deployment
metadata: { name: source-controller }
spec:
  template:
    spec:
      containers:
        - image: ghcr.io/fluxcd/source-controller:v1.4.1@sha256:abc
        - image: example.com/unknown:v1.0.0
`,
      },
      ['source-controller v1.4.1 gotk.yaml:9'],
    ],
    ['none in other files', { 'a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\n' }, []],
  ];
  for (const [title, files, expected] of cases) {
    it(`include ${title}`, () => assert.deepEqual(installed(files), expected));
  }

  it('are not found in broken files, which do not affect others', () => {
    const broken = {
      'a.yaml': 'apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nspec: [\n',
      'k.yaml': '- helm.toolkit.fluxcd.io\n',
    };
    assert.deepEqual(installed({ ...broken, 'r.yaml': helmRelease('v1.16.1'), 'repo.yaml': repository }), [
      'cert-manager v1.16.5 r.yaml:8',
    ]);
  });

  it('never cause an exception, whatever is left of a file', () => {
    const texts = [
      helmRelease('v1.16.1'),
      repository,
      git('{ tag: v1.2.0 }', 'x'),
      argo('{ repoURL: a, chart: b }'),
      oci('{ tag: a }'),
    ];
    fc.assert(
      fc.property(fc.constantFrom(...texts), fc.nat(400), fc.nat(400), (text, from, length) => {
        const cut = text.slice(0, from) + text.slice(from + length);
        assert.ok(Array.isArray(installed({ 'a.yaml': `${cut}\n# toolkit.fluxcd.io`, 'kustomization.yaml': cut })));
      }),
      { numRuns: 300 },
    );
  });

  it('are not found among too many files that refer to each other', () => {
    const many = Array.from(
      { length: 1_500 },
      (_, index) => `${index % 2 === 0 ? oci('{ tag: v1.16.1 }') : byChartRef}---\n`,
    ).join('');
    assert.deepEqual(installed({ 'a.yaml': many }), []);
  });

  it('are not read from files without a keyword, or from overlong ones', () => {
    assert.equal(mayHoldInstallations('/w/a.yaml', 'kind: HelmRelease\n'), false);
    assert.equal(mayHoldInstallations('/w/a.yaml', helmRelease('1.0.0')), true);
    assert.equal(mayHoldInstallations('/w/a.yaml', helmRelease('1.0.0') + ' '.repeat(5_000_000)), false);
    assert.equal(mayHoldInstallations('/w/Chart.yaml', 'dependencies: []'), true);
  });
});
