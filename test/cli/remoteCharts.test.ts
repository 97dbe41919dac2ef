import assert from 'node:assert/strict';
import { type Files, runIn } from './harness.ts';
import { at136, runScenarios } from './scenario.ts';

const release = (name: string, spec: string) =>
  `apiVersion: helm.toolkit.fluxcd.io/v2\nkind: HelmRelease\nmetadata: { name: ${name}, namespace: apps }\nspec: { interval: 1h, ${spec} }\n`;

const source = (kind: string, name: string, spec: string) =>
  `apiVersion: source.toolkit.fluxcd.io/v1\nkind: ${kind}\nmetadata: { name: ${name}, namespace: flux-system }\nspec: { interval: 1h, ${spec} }\n`;

const fromRepository = (chart: string, kind: string, name: string, version = '6.5.0') =>
  `chart: { spec: { chart: ${chart}, version: ${version}, sourceRef: { kind: ${kind}, name: ${name} } } }`;

const application = (name: string, from: string) =>
  `apiVersion: argoproj.io/v1alpha1\nkind: Application\nmetadata: { name: ${name}, namespace: argocd }\nspec:\n  project: default\n  destination: { server: https://kubernetes.default.svc, namespace: web }\n  source: ${from}\n`;

const repository: Files = {
  '.git/HEAD': 'ref: refs/heads/main\n',
  'sources.yaml': [
    source('HelmRepository', 'podinfo', 'url: https://example.com/charts'),
    source('HelmRepository', 'registry', 'type: oci, url: oci://example.com/charts'),
    source('OCIRepository', 'chart', 'url: oci://example.com/charts/whole, ref: { tag: 1.2.3 }'),
  ].join('---\n'),
};

runScenarios('charts that are not in the repository', [
  {
    title: 'are counted once each, with the command that renders them',
    files: {
      ...repository,
      'a.yaml': release('a', fromRepository('podinfo', 'HelmRepository', 'podinfo')),
      'b.yaml': release('b', fromRepository('podinfo', 'HelmRepository', 'registry')),
      'c.yaml': release('c', 'targetNamespace: other, chartRef: { kind: OCIRepository, name: chart }'),
      'd.yaml': application('d', '{ repoURL: https://example.com/argo, chart: web, targetRevision: 2.0.0 }'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [
      'not checked  4 releases: their charts are not in the repository',
      'a.yaml (document 1): podinfo 6.5.0 of https://example.com/charts: helm template a podinfo --repo=https://example.com/charts --version=6.5.0 --namespace=apps',
      'helm template b oci://example.com/charts/podinfo --version=6.5.0',
      'oci://example.com/charts/whole 1.2.3: helm template c oci://example.com/charts/whole --version=1.2.3 --namespace=other',
      'web 2.0.0 of https://example.com/argo: helm template d web --repo=https://example.com/argo --version=2.0.0 --namespace=web',
      '  do  Render each with its values and check the output: helm template NAME CHART --values=FILE | kubecompat check -.',
      // The resources that install them are judged.
      '7 resources checked',
    ],
  },
  {
    title: 'are counted where a kustomization renders them, unless they lie in the home of its charts',
    files: {
      '.git/HEAD': 'ref: refs/heads/main\n',
      'a/kustomization.yaml':
        'helmCharts: [{ name: podinfo, repo: https://example.com/charts, version: 6.5.0, releaseName: web, namespace: apps }]\n',
      'b/kustomization.yaml':
        'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nhelmCharts: [{ name: web, repo: oci://example.com/charts }]\n',
      'c/kustomization.yaml': 'helmCharts: [{ name: here, repo: https://example.com/charts }]\n',
      'c/charts/here/Chart.yaml': 'apiVersion: v2\nname: here\nversion: 1.0.0\n',
      'd/kustomization.yaml':
        'helmGlobals: { chartHome: ../home }\nhelmCharts: [{ name: kept, repo: https://example.com/charts, version: 1.0.0 }]\n',
      'home/kept-1.0.0/kept/Chart.yaml': 'apiVersion: v2\nname: kept\nversion: 1.0.0\n',
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [
      'not checked  2 releases: their charts are not in the repository',
      'a/kustomization.yaml (document 1): podinfo 6.5.0 of https://example.com/charts: helm template web podinfo --repo=https://example.com/charts --version=6.5.0 --namespace=apps',
      'helm template NAME oci://example.com/charts/web',
    ],
  },
  {
    title: 'are counted of a part of a repository too',
    files: { ...repository, 'app/a.yaml': release('a', fromRepository('podinfo', 'HelmRepository', 'podinfo')) },
    type: `check app ${at136}`,
    exit: 0,
    stdout: ['not checked  1 release', 'podinfo 6.5.0 of https://example.com/charts: helm template a podinfo'],
  },
  {
    title: 'are counted where nothing says where they are',
    files: { 'app/a.yaml': release('a', fromRepository('podinfo', 'HelmRepository', 'podinfo')) },
    type: `check app ${at136}`,
    exit: 0,
    stdout: ['podinfo 6.5.0 of HelmRepository podinfo: helm template a podinfo --repo=URL --version=6.5.0'],
  },
  {
    title: 'are told from those in a folder of the repository',
    files: {
      ...repository,
      'flux-system/sync.yaml': `${source('GitRepository', 'flux-system', 'url: https://example.com/fleet')}---
apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: flux-system, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ./apps, sourceRef: { kind: GitRepository, name: flux-system } }
`,
      'apps/here.yaml': release('here', fromRepository('./charts/here', 'GitRepository', 'flux-system')),
      'apps/there.yaml': `${release('there', fromRepository('./charts/here', 'GitRepository', 'other'))}---\n${source('GitRepository', 'other', 'url: https://example.com/other')}`,
      'charts/here/Chart.yaml': 'apiVersion: v2\nname: here\nversion: 1.0.0\n',
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [
      'not checked  1 release',
      'apps/there.yaml (document 1): ./charts/here of https://example.com/other: helm template there ./charts/here',
    ],
  },
  {
    title: 'are named in words that a shell takes for words',
    files: {
      ...repository,
      'a.yaml': release('a', fromRepository('podinfo', 'HelmRepository', 'podinfo', '">=6 $(id)"')),
      'b.yaml': release('b', fromRepository('podinfo', 'HelmRepository', 'podinfo', '"\u0024{VERSION}"')),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ["--version='>=6 $(id)'", 'helm template b podinfo --repo=https://example.com/charts --namespace=apps'],
  },
  {
    title: 'are listed as far as people read on',
    files: {
      ...repository,
      'a.yaml': Array.from({ length: 8 }, (_, index) =>
        release(`r${index}`, fromRepository('podinfo', 'HelmRepository', 'podinfo')),
      ).join('---\n'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['not checked  8 releases', 'and 3 more (--format json has all of them)'],
    never: ['(document 6)'],
  },
]);

describe('command line, charts that are not in the repository', () => {
  it('are in every format', () => {
    const files = { ...repository, 'a.yaml': release('a', fromRepository('podinfo', 'HelmRepository', 'podinfo')) };
    const said = (format: string) => runIn(files, ['check', '.', '--target', '1.36', '--format', format]).stdout;
    const report: { readonly notJudged: readonly { readonly reason: string }[] } = JSON.parse(said('json'));
    assert.deepEqual(report.notJudged, [
      {
        file: 'a.yaml',
        reason: 'remote-chart',
        document: 0,
        detail:
          'podinfo 6.5.0 of https://example.com/charts: helm template a podinfo --repo=https://example.com/charts --version=6.5.0 --namespace=apps',
      },
    ]);
    assert.match(said('markdown'), /Not checked: 1 release, their charts are not in the repository\. Render each/);
    for (const format of ['html', 'junit', 'sarif'])
      assert.match(said(format), /helm template a podinfo --repo=/, format);
  });
});
