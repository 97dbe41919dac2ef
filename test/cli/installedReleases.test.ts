import { at136, runScenarios } from './scenario.ts';

const kustomization = (...resources: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\nresources:\n${resources.map((one) => `- ${one}\n`).join('')}`;

const standard = (release: string) =>
  kustomization(`https://github.com/kubernetes-sigs/gateway-api/releases/download/${release}/standard-install.yaml`);

/** Has a field that no release has; `retry` of the rules is in the experimental channel alone, from v1.2.0 on. */
const route = (more = '') =>
  `apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: web }\nspec:\n  ${more}\n  parentRefs: [{ name: gw }]\n`;

/** BackendTLSPolicy is in the standard channel from v1.4.0 on, as v1. */
const policy =
  'apiVersion: gateway.networking.k8s.io/v1\nkind: BackendTLSPolicy\nmetadata: { name: tls }\nspec:\n  targetRefs: [{ group: "", kind: Service, name: a }]\n  validation: { hostname: a.example, wellKnownCACertificates: System }\n';

const tcpRoute =
  'apiVersion: gateway.networking.k8s.io/v1alpha2\nkind: TCPRoute\nmetadata: { name: a }\nspec: { parentRefs: [{ name: gw }], rules: [{ backendRefs: [{ name: a, port: 1 }] }] }\n';

/** Timeouts are in the standard channel from v1.2.0 on. */
const timeouts = route('rules: [{ timeouts: { request: 10s } }]');

const mistake = route('hostname: [a.example]');

runScenarios('releases that a workspace names itself', [
  {
    title: 'count as if they were configured, and findings say where they were taken from',
    files: { 'infra/kustomization.yaml': standard('v1.2.0'), 'apps/route.yaml': mistake },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      '"hostname" is not a field of spec',
      'Gateway API v1.2.0 (standard channel; release named in infra/kustomization.yaml:4)',
      '1 error; 1 resource judged in 2 files',
    ],
  },
  {
    title: 'count for a run about a part of the workspace as well',
    files: { '.git/HEAD': '', 'infra/kustomization.yaml': standard('v1.2.0'), 'apps/route.yaml': mistake },
    type: `check apps ${at136}`,
    exit: 1,
    stdout: ['release named in infra/kustomization.yaml:4'],
  },
  {
    title: 'without one, what all of them say',
    files: { 'apps/route.yaml': mistake },
    type: `check . ${at136} --format json`,
    exit: 0,
    stdout: ['No release of Gateway API from', '"consequence":"release-dependent"'],
    never: ['release named in'],
  },
  {
    title: 'are those of which there is one, where there are several: what none of them takes is refused',
    files: {
      'infra/kustomization.yaml': standard('v1.1.0'),
      'other/kustomization.yaml': standard('v1.0.0'),
      'apps/route.yaml': timeouts,
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      '"timeouts" is not a field of',
      'release named in infra/kustomization.yaml:4, v1.0.0 in other/kustomization.yaml:4',
    ],
  },
  {
    title: 'are those of which there is one, where there are several: what one of them takes is right',
    files: {
      'infra/kustomization.yaml': standard('v1.2.0'),
      'other/kustomization.yaml': standard('v1.1.0'),
      'apps/route.yaml': timeouts,
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found; 1 resource judged'],
  },
  {
    title: 'may be others where one of several cannot be told',
    files: {
      'infra/kustomization.yaml': standard('v1.1.0'),
      'other/kustomization.yaml': standard('v1.0.0'),
      'third/kustomization.yaml': standard('v9.9.9'),
      'apps/route.yaml': timeouts,
      'apps/mistake.yaml': mistake,
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['No release of Gateway API from', '1 warning; 2 resources judged'],
    never: ['release named in', 'timeouts'],
  },
  {
    title: 'go by parallel trees of clusters',
    files: {
      'clusters/prod/infra/kustomization.yaml': standard('v1.2.0'),
      'clusters/dev/infra/kustomization.yaml': standard('v1.1.0'),
      'clusters/prod/apps/route.yaml': mistake,
      'clusters/dev/apps/route.yaml': mistake,
      'apps/route.yaml': mistake,
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      /clusters\/prod\/apps\/route\.yaml:5:3[\s\S]*v1\.2\.0[^\n]*clusters\/prod\/infra\/kustomization\.yaml:4/,
      /clusters\/dev\/apps\/route\.yaml:5:3[\s\S]*v1\.1\.0[^\n]*clusters\/dev\/infra\/kustomization\.yaml:4/,
      /--> apps\/route\.yaml:5:3[\s\S]*v1\.2\.0[^\n]*clusters\/prod[^\n]*, v1\.1\.0 in clusters\/dev/,
      '3 errors; 3 resources judged',
    ],
  },
  {
    title: 'are both meant where a patch elsewhere says another version, however near the first one lies',
    files: {
      'base/source.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: gw }\nspec: { interval: 1h, url: "https://github.com/kubernetes-sigs/gateway-api", ref: { tag: v1.2.0 } }\n',
      'base/apply.yaml':
        'apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: gw }\nspec: { interval: 1h, prune: true, path: ./config/crd, sourceRef: { kind: GitRepository, name: gw } }\n',
      'base/route.yaml': mistake,
      'dev/source.yaml':
        'apiVersion: source.toolkit.fluxcd.io/v1\nkind: GitRepository\nmetadata: { name: gw }\nspec: { ref: { tag: v1.1.0 } }\n',
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'release named in base/source.yaml:4, v1.1.0 in dev/source.yaml:4',
      '1 error, 2 warnings; 4 resources judged',
    ],
  },
  {
    title: 'come after what is configured',
    files: {
      '.kubecompat.yaml': 'targets:\n  prod: { binaryVersion: "1.36", crds: { gateway-api: { release: v1.4.0 } } }\n',
      'infra/kustomization.yaml': standard('v1.2.0'),
      'apps/policy.yaml': policy,
      'apps/route.yaml': mistake,
    },
    type: 'check .',
    exit: 1,
    stdout: ['Gateway API v1.4.0 (standard channel)', '1 error; 2 resources judged'],
    never: ['v1.2.0', 'custom-version-not-served'],
  },
  {
    title: 'come after definitions in the workspace',
    files: {
      'infra/kustomization.yaml': standard('v1.2.0'),
      'crds/httproutes.yaml': `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: httproutes.gateway.networking.k8s.io, annotations: { api-approved.kubernetes.io: "https://example.com" } }
spec:
  group: gateway.networking.k8s.io
  scope: Namespaced
  names: { plural: httproutes, kind: HTTPRoute, singular: httproute, listKind: HTTPRouteList }
  versions:
    - name: v1
      served: true
      storage: true
      schema: { openAPIV3Schema: { type: object, properties: { spec: { type: object, properties: { hostname: { type: array, items: { type: string } }, parentRefs: { type: array, items: { type: object, x-kubernetes-preserve-unknown-fields: true } } } } } } }
`,
      'apps/route.yaml': mistake,
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found; 2 resources judged'],
  },
  {
    title: 'do not say that kinds of another channel are not there',
    files: { 'infra/kustomization.yaml': standard('v1.2.0'), 'apps/tcp.yaml': tcpRoute },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found; 0 of 1 resource judged'],
  },
  {
    title: 'of Cluster API, by the object of its operator',
    files: {
      'core.yaml':
        'apiVersion: operator.cluster.x-k8s.io/v1alpha2\nkind: CoreProvider\nmetadata: { name: cluster-api }\nspec: { version: v1.9.3 }\n',
      'cluster.yaml':
        'apiVersion: cluster.x-k8s.io/v1beta2\nkind: Cluster\nmetadata: { name: a }\nspec: { paused: true }\n',
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['Cluster API v1.9.3 (release named in core.yaml:4)', 'cluster.x-k8s.io/v1beta1'],
  },
]);
