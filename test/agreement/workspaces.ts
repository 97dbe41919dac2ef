import { readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import fc from 'fast-check';
import { lampDefinition } from '../cli/manifests.ts';
import { filesBelow } from '../harness/files.ts';

/** The texts of a workspace by their paths. */
export type Texts = Readonly<Record<string, string>>;

const removed = (name: string, comment = '') =>
  `${comment}apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: ${name} }\nspec: { minAvailable: 1, selector: { matchLabels: { app: a } } }\n`;
const deprecated = (name: string) =>
  `apiVersion: autoscaling/v2beta2\nkind: HorizontalPodAutoscaler\nmetadata: { name: ${name} }\nspec: { maxReplicas: 2, scaleTargetRef: { apiVersion: apps/v1beta1, kind: Deployment, name: a } }\n`;
const wrong = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: { name: ${name} }\ndta: {}\n`;
const lamp = (name: string, colour: string) =>
  `apiVersion: example.com/v1\nkind: Lamp\nmetadata: { name: ${name} }\nspec: { colour: ${colour} }\n`;

/** What says which release of Gateway API is installed. */
const gatewayApi = (release: string) =>
  `resources: ["https://github.com/kubernetes-sigs/gateway-api/releases/download/${release}/standard-install.yaml"]\n`;
const route =
  'apiVersion: gateway.networking.k8s.io/v1\nkind: HTTPRoute\nmetadata: { name: web }\nspec: { hostname: [a.example], parentRefs: [{ name: gw }] }\n';

/** What a file of a generated workspace may hold. */
const documents = [
  removed('plain'),
  removed('ignored', '# kubecompat-ignore removed-api: the pipeline converts it\n'),
  removed('ignored-until', '# kubecompat-ignore removed-api until 2020-01-01: long ago\n'),
  '# kubecompat-ignore invalid-value: nothing of the kind\napiVersion: v1\nkind: Service\nmetadata: { name: fine }\nspec: { ports: [{ port: 80 }] }\n',
  deprecated('scaled'),
  wrong('typo'),
  lamp('red', '1'),
  lamp('blue', '"blue"'),
  'apiVersion: v1\nkind: Pod\n  broken: [\n',
  'apiVersion: v1\nkind: List\nitems:\n- apiVersion: extensions/v1beta1\n  kind: Ingress\n  metadata: { name: web }\n  spec: { backend: { serviceName: a, servicePort: 80 } }\n',
];

const configurations = [
  '',
  'targets: { old: { binaryVersion: "1.24" }, new: { binaryVersion: "1.37", emulatedVersion: "1.36" } }\ndefault: [old, new]\n',
  'severity: { removed-api: off }\n',
  'targets: { old: { binaryVersion: "1.24" }, new: { binaryVersion: "1.37", severity: { removed-api: off } } }\ndefault: [new, old]\nseverity: { unknown-field: hint }\n',
  'files:\n  - { match: "apps/**", severity: { removed-api: off } }\n',
];

const chartYaml = (condition: string) =>
  `apiVersion: v2\nname: shop\nversion: 1.0.0\ndependencies:\n- { name: cache, version: 1.x, condition: ${condition} }\n`;

function chart(isOn: boolean, text: string, subChart: string): Texts {
  return {
    'shop/Chart.yaml': chartYaml('cache.enabled'),
    'shop/values.yaml': `cache: { enabled: ${isOn} }\n`,
    'shop/templates/a.yaml': subChart,
    'shop/charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
    'shop/charts/cache/templates/b.yaml': `{{- if .Values.on }}\n${text}{{- end }}\n`,
    'shop/charts/cache/templates/c.yaml': text,
  };
}

function kustomized(text: string): Texts {
  return {
    'base/kustomization.yaml': 'resources: [a.yaml, gone.yaml]\n',
    'base/a.yaml': text,
    'prod/kustomization.yaml':
      'resources: [../base]\npatches:\n- path: patch.yaml\n  target: { kind: PodDisruptionBudget }\n',
    'prod/patch.yaml':
      'apiVersion: policy/v1beta1\nkind: PodDisruptionBudget\nmetadata: { name: plain }\nspec: { minAvailabel: 2 }\n',
  };
}

const files = fc.uniqueArray(fc.constantFrom('a.yaml', 'apps/b.yaml', 'apps/deep/c.yaml', 'd/e.yml'), {
  minLength: 1,
  maxLength: 4,
});
const text = fc.array(fc.constantFrom(...documents), { minLength: 1, maxLength: 3 }).map((all) => all.join('---\n'));

const generated = fc
  .record({
    names: files,
    texts: fc.array(text, { minLength: 4, maxLength: 4 }),
    config: fc.constantFrom(...configurations),
    inner: fc.constantFrom(...configurations.slice(0, 3)),
    chart: fc.option(fc.record({ isOn: fc.boolean(), text, subChart: text })),
    kustomized: fc.option(text),
    definition: fc.constantFrom(
      undefined,
      'properties: { colour: { type: string } }',
      'properties: { colour: { type: integer } }',
    ),
    otherDefinition: fc.boolean(),
  })
  .map(
    (parts): Texts => ({
      ...Object.fromEntries(parts.names.map((name, index) => [name, parts.texts[index] ?? ''])),
      ...(parts.config === '' ? {} : { '.kubecompat.yaml': parts.config }),
      ...(parts.inner === '' ? {} : { 'apps/.kubecompat.yaml': parts.inner }),
      ...(parts.chart === null ? {} : chart(parts.chart.isOn, parts.chart.text, parts.chart.subChart)),
      ...(parts.kustomized === null ? {} : kustomized(parts.kustomized)),
      ...(parts.definition === undefined ? {} : { 'crds/lamp.yaml': lampDefinition(parts.definition) }),
      ...(parts.otherDefinition
        ? { 'other/lamp.yaml': lampDefinition('properties: { watts: { type: integer } }') }
        : {}),
    }),
  );

/** The bundled sample, what users have met, and generated ones: the same in every run. */
export function workspaces(count: number): ReadonlyMap<string, Texts> {
  const sample = join(import.meta.dirname, '../../sample');
  const samples = filesBelow(sample, /\.[a-z]+$/).map(
    (path) => [relative(sample, path), readFileSync(path, 'utf8')] as const,
  );
  return new Map<string, Texts>([
    ['the bundled sample', Object.fromEntries(samples)],
    [
      'a comment that ignores',
      { 'a.yaml': removed('web', '# kubecompat-ignore removed-api: the pipeline converts it\n') },
    ],
    ['a severity that is off', { '.kubecompat.yaml': 'severity: { removed-api: off }\n', 'a.yaml': removed('web') }],
    [
      'a release that a file names',
      { 'infra/kustomization.yaml': gatewayApi('v1.2.0'), 'apps/route.yaml': route, 'route.yaml': route },
    ],
    [
      'releases that several files name',
      {
        'dev/infra/kustomization.yaml': gatewayApi('v1.1.0'),
        'prod/infra/kustomization.yaml': gatewayApi('v1.2.0'),
        'prod/apps/route.yaml': route,
        'route.yaml': route,
      },
    ],
    ['a sub-chart that is off', chart(false, removed('cache'), wrong('own'))],
    ...fc.sample(generated, { numRuns: count, seed: 18 }).map((texts, index) => [`generated ${index}`, texts] as const),
  ]);
}
