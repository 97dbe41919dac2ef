import { at136, runScenarios } from './scenario.ts';

const kustomization = (...lines: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${lines.map((line) => `${line}\n`).join('')}`;

const onBase = (...lines: readonly string[]) => kustomization('resources: [../../base]', ...lines);

/** Without an image, which the API server demands. */
const deployment =
  'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec:\n  selector: { matchLabels: { app: web } }\n  template:\n    metadata: { labels: { app: web } }\n    spec: { containers: [{ name: web }] }\n';

const base = { 'base/web.yaml': deployment, 'base/kustomization.yaml': kustomization('resources: [web.yaml]') };

const patched = (container: string) =>
  `patches: [{ patch: '{ apiVersion: apps/v1, kind: Deployment, metadata: { name: web }, spec: { template: { spec: { containers: [{ name: ${container}, image: nginx }] } } } }' }]`;

const operation = (path: string) =>
  `patches: [{ target: { kind: Deployment }, patch: '[{ "op": "add", "path": "${path}", "value": "nginx" }]' }]`;

const json = `${at136} --format json`;
const missing = '"code":"missing-field"';

runScenarios('sources of kustomizations', [
  {
    title: 'that nobody builds upon are judged as they stand',
    files: base,
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['spec.template.spec.containers[0].image: Required value'],
  },
  {
    title: 'have no error that every build fixes, wherever the overlays lie',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase(patched('web')),
      'clusters/b/kustomization.yaml': onBase(operation('/spec/template/spec/containers/0/image')),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
  },
  {
    title: 'have no error that a patch fixes which also writes the version that it selects',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase(
        'patches: [{ target: { group: apps, version: v1, kind: Deployment }, patch: \'[{ "op": "replace", "path": "/apiVersion", "value": "apps/v1" }, { "op": "add", "path": "/spec/template/spec/containers/0/image", "value": "nginx" }]\' }]',
      ),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
  },
  {
    title: 'have nothing twice that comes of a merge key, which every build writes out',
    files: {
      'web.yaml': `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  ports:
    - &first { name: a, port: 80 }
    - { <<: *first, name: b, port: 81 }
`,
      'kustomization.yaml': kustomization('resources: [web.yaml]'),
      'alone/web.yaml': `apiVersion: v1
kind: Service
metadata: { name: web }
spec:
  ports:
    - &first { name: a, port: 80 }
    - { <<: *first, name: b, port: 81 }
`,
      'twice/web.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: web, name: web }\n',
      'twice/kustomization.yaml': kustomization('resources: [web.yaml]'),
    },
    type: `check . ${json}`,
    exit: 1,
    stdout: ['"file":"alone/web.yaml"', '"file":"twice/web.yaml"'],
    never: ['"resource":"web.yaml#0"'],
  },
  {
    title: 'have no error of a patch whose target selects nothing',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase(
        patched('web'),
        'patchesJson6902: [{ target: { group: batch, version: v1, kind: Job, name: other }, path: job.yaml }]',
      ),
      'clusters/a/job.yaml': '- { op: add, path: /spec/nothing, value: 1 }\n',
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"code":"unknown-field","consequence":"build-dependent"', '"code":"nothing-selected"'],
  },
  {
    title: 'keep the API that a patch is written in too',
    files: {
      'base/budget.yaml':
        'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: web }\nspec: { minAvailable: 1, selector: { matchLabels: { app: a } } }\n',
      'base/kustomization.yaml': kustomization('resources: [budget.yaml]'),
      'clusters/a/kustomization.yaml': onBase(
        "patches: [{ target: { kind: PodDisruptionBudget }, patch: '{ apiVersion: policy/v1, kind: PodDisruptionBudget, metadata: { name: other }, spec: { minAvailable: 2 } }' }]",
      ),
    },
    type: `check . ${json}`,
    exit: 1,
    stdout: ['"code":"removed-api"', '"severity":"error"'],
  },
  ...[
    { subject: 'default', exit: 0 },
    { subject: 'runner', exit: 0 },
    { subject: 'elsewhere', exit: 1 },
  ].map(({ subject, exit }) => ({
    title: `get the namespace of a subject where it is certain: ${subject}`,
    files: {
      'binding.yaml': `apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRoleBinding\nmetadata: { name: a }\nroleRef: { apiGroup: rbac.authorization.k8s.io, kind: ClusterRole, name: a }\nsubjects: [{ kind: ServiceAccount, name: ${subject} }]\n`,
      'account.yaml': 'apiVersion: v1\nkind: ServiceAccount\nmetadata: { name: runner }\n',
      'kustomization.yaml': kustomization('namespace: team', 'resources: [binding.yaml, account.yaml]'),
    },
    type: `check . ${json}`,
    exit,
    ...(exit === 0 ? { stdout: ['"findings": []'] } : { stdout: [missing, '"severity":"error"'] }),
  })),
  {
    title: 'have the error where a patch is for another container, or for another field',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase(operation('/spec/template/metadata/annotations')),
      'clusters/b/kustomization.yaml': onBase(
        'replicas: [{ name: web, count: 2 }]',
        'images: [{ name: web, newTag: a }]',
      ),
    },
    type: `check . ${json}`,
    exit: 1,
    stdout: [missing, '"severity":"error"'],
  },
  {
    title: 'are told which builds have it where not all do',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase(patched('web')),
      'clusters/b/kustomization.yaml': onBase('namespace: b'),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [
      missing,
      '"consequence":"build-dependent"',
      'What clusters/b builds has it; what clusters/a builds is something else',
    ],
  },
  {
    title: 'have no error where nobody can tell what a build makes of it',
    files: {
      ...base,
      'clusters/a/kustomization.yaml': onBase('components: [https://example.com/a]'),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [missing, '"consequence":"build-dependent"', 'What clusters/a builds may be something else'],
  },
  {
    title: 'take what transformers write: namespaces, selectors, annotations as text, variables',
    files: {
      'base/a.yaml':
        'apiVersion: v1\nkind: Namespace\nmetadata: { name: _, annotations: { a: true } }\n---\napiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: _ }\n---\napiVersion: v1\nkind: Secret\nmetadata: { name: $(NAME) }\n',
      'base/web.yaml': deployment
        .replace('  selector: { matchLabels: { app: web } }\n', '')
        .replace('metadata: { labels: { app: web } }', 'metadata: {}')
        .replace('name: web }]', 'name: web, image: nginx }]'),
      'base/kustomization.yaml': kustomization('resources: [a.yaml, web.yaml]'),
      'clusters/a/kustomization.yaml': onBase(
        'namespace: shop',
        'commonLabels: { team: a }',
        'vars: [{ name: NAME, objref: { apiVersion: v1, kind: ConfigMap, name: a } }]',
      ),
    },
    type: `check . ${json} --fail-on error`,
    exit: 0,
    never: ['"severity":"error"', '"consequence":"build-dependent"'],
  },
]);

const placeholder = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: "\u0024{APP}-settings" }\n';

const flux = (more: string) =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: web, namespace: flux-system }\nspec:\n  interval: 1h\n  prune: true\n  path: ./apps/web\n  sourceRef: { kind: GitRepository, name: flux-system }\n${more}`;

const child = (labels = '{}') =>
  `apiVersion: kustomize.toolkit.fluxcd.io/v1\nkind: Kustomization\nmetadata: { name: sonarr, labels: ${labels} }\nspec:\n  path: ./apps/sonarr\n  sourceRef: { kind: GitRepository, name: flux-system }\n`;

const defaults = (selector: string, value = '{ op: add, path: /spec/interval, value: 1h }') =>
  [
    '  patches:',
    `    - target: { kind: Kustomization, labelSelector: "${selector}" }`,
    `      patch: "[${value}, { op: add, path: /spec/prune, value: true }]"`,
    '',
  ].join('\n');

const applied = { 'apps/web/kustomization.yaml': kustomization('resources: [../sonarr/ks.yaml]') };

const noInterval = 'spec.interval: Required value';

runScenarios('sources that Flux patches', [
  {
    title: 'lack nothing that the patches of the Kustomization that applies them write',
    files: { ...applied, 'apps/sonarr/ks.yaml': child(), 'ks.yaml': flux(defaults('defaults!=off')) },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
  },
  {
    title: 'lack nothing where an artifact begins below the root, and where Flux makes the kustomization',
    files: {
      'kubernetes/apps/web/sonarr/ks.yaml': child(),
      'kubernetes/apps/web/sonarr/kustomization.yaml': kustomization('resources: [ks.yaml]'),
      'kubernetes/apps/web/radarr.yaml': child(),
      'kubernetes/clusters/ks.yaml': flux(defaults('defaults notin (off, no), !other')),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
  },
  {
    title: 'lack what no patch writes into them, by their labels or by what the patch writes',
    files: {
      ...applied,
      'apps/sonarr/ks.yaml': child('{ defaults: "off" }'),
      'ks.yaml': flux(defaults('defaults!=off')),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [noInterval, 'spec.prune: Required value', '"consequence":"release-dependent"'],
    never: ['"consequence":"build-dependent"'],
  },
  {
    title: 'lack what another field of the patch does not write',
    files: {
      ...applied,
      'apps/sonarr/ks.yaml': child(),
      'ks.yaml': flux(defaults('', '{ op: add, path: /spec/timeout, value: 1h }')),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [noInterval],
    never: ['spec.prune'],
  },
  {
    title: 'may lack something where the labels that the patch goes by may be changed',
    files: {
      'apps/web/kustomization.yaml': kustomization(
        'resources: [../sonarr/ks.yaml]',
        'labels: [{ pairs: { defaults: "off" } }]',
      ),
      'apps/sonarr/ks.yaml': child(),
      'ks.yaml': flux(defaults('defaults!=off')),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [
      '"consequence":"build-dependent"',
      'What apps/web (applied by the Kustomization web of Flux) builds may be',
    ],
  },
  {
    title: 'are told who applies them without the patches',
    files: {
      ...applied,
      'apps/sonarr/ks.yaml': child(),
      'ks.yaml': `${flux(defaults(''))}---\n${flux('').replace('name: web,', 'name: plain,')}`,
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: [
      'What apps/web builds has it; what apps/web (applied by the Kustomization web of Flux) builds is something',
    ],
  },
]);

runScenarios('variables in manifests', [
  {
    title: 'are told where nothing in the repository fills them in',
    files: { 'apps/web/a.yaml': placeholder, 'ks.yaml': flux('') },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"code":"unfilled-placeholder"', '"severity":"warning"'],
  },
  {
    title: 'are counted where Flux fills them in, in what it builds upon as well',
    files: {
      'components/a.yaml': placeholder,
      'components/kustomization.yaml': kustomization('resources: [a.yaml]'),
      'apps/web/kustomization.yaml': kustomization('resources: [../../components]'),
      'ks.yaml': flux('  postBuild: { substituteFrom: [{ kind: Secret, name: settings }] }\n'),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"reason":"template"'],
    never: ['unfilled-placeholder'],
  },
  {
    title: 'are counted where a script gives the file to envsubst',
    files: { 'deploy/a.yaml': placeholder, 'release.sh': 'envsubst < deploy/a.yaml | kubectl apply -f -\n' },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"reason":"template"'],
    never: ['unfilled-placeholder'],
  },
]);

const autoscaler = (most: string) =>
  `apiVersion: autoscaling/v2\nkind: HorizontalPodAutoscaler\nmetadata: { name: web }\nspec:\n  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }\n  maxReplicas: ${most}\n`;

const most = (value: string) => `  postBuild: { substitute: { MOST: "${value}" } }\n`;

const settings = (value: string) =>
  `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: settings, namespace: flux-system }\ndata: { MOST: "${value}" }\n`;

const fromSettings = '  postBuild: { substituteFrom: [{ kind: ConfigMap, name: settings }] }\n';

runScenarios('values of variables', [
  {
    title: 'are judged as Flux fills them in, as numbers too',
    files: { 'apps/web/a.yaml': autoscaler('"\u0024{MOST}"'), 'ks.yaml': flux(most('4')) },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
    never: ['"reason":"template"'],
  },
  {
    title: 'are refused where the value is',
    files: { 'apps/web/a.yaml': autoscaler('\u0024{MOST}'), 'ks.yaml': flux(most('-1')) },
    type: `check . ${json}`,
    exit: 1,
    stdout: ['spec.maxReplicas: Invalid value: -1', 'filled in by the Kustomization web of Flux'],
  },
  {
    title: 'are those of a ConfigMap of the repository, and defaults where that has none',
    files: {
      'apps/web/a.yaml': autoscaler('\u0024{MOST}'),
      'apps/web/b.yaml': autoscaler('\u0024{OTHER:=-2}').replace('name: web }\nspec', 'name: other }\nspec'),
      'settings.yaml': settings('0'),
      'ks.yaml': flux(fromSettings),
    },
    type: `check . ${json}`,
    exit: 1,
    stdout: ['spec.maxReplicas: Invalid value: 0', 'spec.maxReplicas: Invalid value: -2'],
  },
  {
    title: 'are open where a Secret may give another one, or ConfigMaps differ',
    files: {
      'apps/web/a.yaml': autoscaler('\u0024{MOST}'),
      'one/settings.yaml': settings('0'),
      'two/settings.yaml': settings('-3'),
      'apps/db/a.yaml': autoscaler('\u0024{OTHER:=-2}'),
      'ks.yaml': flux(fromSettings),
      'db.yaml': flux('  postBuild: { substituteFrom: [{ kind: Secret, name: settings }] }\n').replace(
        'apps/web',
        'apps/db',
      ),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []', '"reason":"template"'],
  },
  {
    title: 'are left alone where an object says so',
    files: {
      'apps/web/a.yaml': autoscaler('\u0024{MOST}').replace(
        '{ name: web }\nspec',
        '{ name: web, annotations: { kustomize.toolkit.fluxcd.io/substitute: disabled } }\nspec',
      ),
      'ks.yaml': flux(most('-1')),
    },
    type: `check . ${json}`,
    exit: 0,
    never: ['Invalid value: -1'],
  },
  {
    title: 'are told for each who fills in others',
    files: {
      'apps/web/a.yaml': autoscaler('\u0024{MOST}'),
      'ks.yaml': `${flux(most('-1'))}---\n${flux(most('3')).replace('name: web,', 'name: plain,')}`,
    },
    type: `check . ${json} --fail-on error`,
    exit: 0,
    stdout: ['"consequence":"build-dependent"', 'filled in by the Kustomization web of Flux.'],
  },
  {
    title: 'come after the namespace that Flux writes',
    files: {
      'apps/web/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a, namespace: _ }\n',
      'ks.yaml': flux('  targetNamespace: shop\n'),
    },
    type: `check . ${json}`,
    exit: 0,
    stdout: ['"findings": []'],
  },
]);
