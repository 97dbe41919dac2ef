import assert from 'node:assert/strict';
import { readManifest } from '../read/readManifest.ts';
import { findResources } from './findResources.ts';

function found(text: string, path?: string) {
  const { resources, notJudged, problems } = findResources(readManifest(text), path);
  return {
    resources: resources.map(({ document, item, apiVersion, kind, namespace, name, partial }) =>
      [document, item ?? '', apiVersion, kind, namespace ?? '', name ?? '', ...(partial ? ['partial'] : [])].join(' '),
    ),
    notJudged: notJudged.map(({ document, reason }) => `${document} ${reason}`),
    broken: [...new Set(problems.map(({ document }) => document))],
  };
}

describe('findResources', () => {
  it('finds resources with or without metadata', () => {
    const text =
      'apiVersion: v1\nkind: Pod\nmetadata: {name: a, namespace: b}\n---\napiVersion: apps/v1\nkind: Deployment\n';
    assert.deepEqual(found(text), {
      resources: ['0  v1 Pod b a', '1  apps/v1 Deployment  '],
      notJudged: [],
      broken: [],
    });
  });
  it('returns the positions of apiVersion and kind', () => {
    const text = 'kind: "Pod"\napiVersion: v1 # c\n';
    const [resource] = findResources(readManifest(text)).resources;
    assert.ok(resource !== undefined);
    assert.equal(text.slice(resource.kindSpan.start, resource.kindSpan.end), '"Pod"');
    assert.equal(text.slice(resource.apiVersionSpan.start, resource.apiVersionSpan.end), 'v1');
  });
  it('opens Lists, typed and nested ones', () => {
    const pod = '{apiVersion: v1, kind: Pod}';
    const text = `apiVersion: v1\nkind: List\nitems:\n- ${pod}\n- {apiVersion: v1, kind: List, items: [${pod}, ${pod}]}\n- 1\n---\napiVersion: v1\nkind: PodList\nitems:\n- metadata: {name: a}\n- ${pod}\n`;
    assert.deepEqual(found(text).resources, [
      '0 items[0] v1 Pod  ',
      '0 items[1].items[0] v1 Pod  ',
      '0 items[1].items[1] v1 Pod  ',
      '1 items[0] v1 Pod  a',
      '1 items[1] v1 Pod  ',
    ]);
  });
  it('counts an empty List, and treats a kind that only ends in List as a resource', () => {
    assert.deepEqual(found('apiVersion: v1\nkind: List\nitems: []\n').notJudged, ['0 not-a-resource']);
    assert.deepEqual(found('apiVersion: a.io/v1\nkind: AllowList\nspec: {}\n').resources, ['0  a.io/v1 AllowList  ']);
  });
  it('ignores files of other tools', () => {
    const texts = [
      'apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n',
      'apiVersion: kubelet.config.k8s.io/v1beta1\nkind: KubeletConfiguration\n',
      'apiVersion: audit.k8s.io/v1\nkind: Policy\n',
      'apiVersion: v1\nkind: Config\nclusters: []\n',
      'apiVersion: skaffold/v3\nkind: Config\n',
      'apiVersion: v2\nname: chart\n',
      'services: {a: {image: b}}\n',
      '- a\n',
      'apiVersion: 1\nkind: Pod\n',
    ];
    for (const text of texts)
      assert.deepEqual(found(text), { resources: [], notJudged: ['0 not-a-resource'], broken: [] });
    const { notJudged } = findResources(readManifest('a: b\n'), 'x/kustomization.yaml');
    assert.match(notJudged[0]?.detail ?? '', /Kustomization/);
  });
  it('distinguishes templates from resources', () => {
    const template = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: {{ .Values.name }}\n';
    assert.deepEqual(found(template), { resources: [], notJudged: ['0 template'], broken: [] });
    const control = '{{- if .Values.x }}\napiVersion: v1\nkind: Pod\n{{- end }}\n';
    assert.deepEqual(found(control), { resources: [], notJudged: ['0 template'], broken: [] });
    const rules =
      'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: |\n    {{ $labels.x }}\n  b: "{{ c }}"\n  c: d-{{ .e }}\n';
    assert.deepEqual(found(rules).resources, ['0  v1 ConfigMap  ']);
  });
  it('knows the kind of a document with placeholders without quotes', () => {
    const text = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\nspec: {{SPEC}}\n';
    assert.deepEqual(found(text), { resources: ['0  v1 Pod  a partial'], notJudged: ['0 template'], broken: [] });
  });
  it('recognizes lines of variables and Jinja as templates', () => {
    const variable = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n\u0024{EXTRA}\nspec: {}\n';
    assert.deepEqual(found(variable), { resources: ['0  v1 Pod  a partial'], notJudged: ['0 template'], broken: [] });
    const inBraces = 'apiVersion: v1\nkind: Pod\nmetadata:\n  name: a\n  labels: {cpu: \u0024{CPU:-1}}\n';
    assert.deepEqual(found(inBraces), { resources: ['0  v1 Pod  a partial'], notJudged: ['0 template'], broken: [] });
    const jinja =
      '{% if old %}\napiVersion: extensions/v1beta1\n{% else %}\napiVersion: apps/v1\n{% endif %}\nkind: Deployment\n';
    assert.deepEqual(found(jinja), { resources: [], notJudged: ['0 template'], broken: [] });
  });
  it('reports broken text only if it should be a resource', () => {
    const shown = 'kind: Pod\napiVersion: "v1"\nmetadata:\n  labels: {}\n  name: a # c\nspec: [\n';
    assert.deepEqual(found(shown), {
      resources: ['0  v1 Pod  a partial'],
      notJudged: ['0 broken-resource'],
      broken: [0],
    });
    assert.deepEqual(found('a: [\n'), { resources: [], notJudged: ['0 syntax-error'], broken: [] });
    const sibling = 'a: [\n---\napiVersion: v1\nkind: Pod\n';
    assert.deepEqual(found(sibling), { resources: ['1  v1 Pod  '], notJudged: ['0 broken-resource'], broken: [0] });
  });
  it('distinguishes quotes and comments from template actions in broken text', () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\ndata:\n  a: "{{ .x }}" # {{ .y }}\n  b: [\n';
    assert.deepEqual(found(text).broken, [0]);
  });
});
