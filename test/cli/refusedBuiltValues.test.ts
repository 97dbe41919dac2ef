import { at136, runScenarios } from './scenario.ts';

const kustomization = (...lines: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${lines.map((line) => `${line}\n`).join('')}`;

const web = `apiVersion: apps/v1
kind: Deployment
metadata: { name: web }
spec:
  selector: { matchLabels: { app: web } }
  template:
    metadata: { labels: { app: web } }
    spec: { containers: [{ name: web, image: nginx }] }
`;

const role = 'apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata: { name: web }\nrules: []\n';

const built = (...lines: readonly string[]) => ({
  'web.yaml': web,
  'kustomization.yaml': kustomization('resources: [web.yaml]', ...lines),
});

const place = (line: number, column: number) => `--> kustomization.yaml:${line}:${column}`;

runScenarios('values of kustomizations that the server refuses in what is built', [
  ...(
    [
      ['namePrefix: Bad_', 13, 'metadata.name: Invalid value: "Bad_web"'],
      ['nameSuffix: -bad-', 13, 'metadata.name: Invalid value: "web-bad-"'],
      ['namespace: my.team', 12, 'metadata.namespace: Invalid value: "my.team": must not contain dots'],
      ['labels: [{ pairs: { a b: c } }]', 21, 'metadata.labels: Invalid value: "a b": name part'],
      ['labels: [{ pairs: { a: c d } }]', 21, 'metadata.labels: Invalid value: "c d": a valid label'],
      ['commonAnnotations: { a b: c }', 22, 'metadata.annotations: Invalid value: "a b"'],
      ['replicas: [{ name: web, count: -1 }]', 32, 'spec.replicas: Invalid value: -1'],
    ] as const
  ).map(([line, column, says]) => ({
    title: `are told at their place: ${line}`,
    files: built(line),
    type: `check . ${at136}`,
    exit: 1 as const,
    stdout: ['error[refused-built-value]', place(4, column), says, '1 error'],
  })),
  ...[
    'namePrefix: \u0024{TEAM}-',
    'nameSuffix: -v1.2',
    'namespace: \u0024{NAMESPACE}',
    'labels: [{ pairs: { app.example.com/a: "" } }]',
    'commonAnnotations: { example.com/Some: "any value, {}" }',
    'replicas: [{ name: other, count: -1 }]',
  ].map((line) => ({
    title: `are no others: ${line}`,
    files: built(line),
    type: `check . ${at136} --format json`,
    exit: 0 as const,
    never: ['refused-built-value'],
  })),
  {
    title: 'are those of resources alone that go by the rule',
    files: {
      'role.yaml': role,
      'kustomization.yaml': kustomization('resources: [role.yaml]', 'namePrefix: "system:"', 'namespace: my.team'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['nothing found'],
  },
  {
    title: 'are warnings where something builds upon the kustomization',
    files: {
      'base/web.yaml': web,
      'base/kustomization.yaml': kustomization('resources: [web.yaml]', 'namespace: my.team'),
      'overlay/kustomization.yaml': kustomization('resources: [../base]', 'namespace: team'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: ['warning[refused-built-value]', '--> base/kustomization.yaml:4:12', '1 warning'],
  },
  {
    title: 'are replaced by what Flux writes',
    files: {
      '.git/HEAD': '',
      'flux.yaml': `apiVersion: kustomize.toolkit.fluxcd.io/v1
kind: Kustomization
metadata: { name: apps, namespace: flux-system }
spec: { interval: 1h, prune: true, path: ./apps, sourceRef: { kind: GitRepository, name: a }, commonMetadata: { labels: { team: right } } }
`,
      'apps/web.yaml': web.replace('{ name: web }', '{ name: web, labels: { team: x y } }'),
      'apps/kept.yaml': role.replace('{ name: web }', '{ name: web, labels: { note: x y } }'),
      'apps/kustomization.yaml': kustomization('resources: [web.yaml, kept.yaml]'),
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [/error\[invalid-value\][^\n]*"x y"[\s\S]*--> apps\/kept\.yaml/, '1 error'],
    never: ['--> apps/web.yaml'],
  },
]);
