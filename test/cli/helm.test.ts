import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { helmFolder } from '../harness/helm.ts';
import { type CliRun, type Files, runIn, Workspace } from './harness.ts';
import { lampDefinition } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const chart: Files = {
  'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
  'shop/values.yaml': 'kind: Deployment\nreplicas: 1\n',
  'shop/templates/_helpers.tpl':
    '{{- define "api" -}}{{ if .Capabilities.APIVersions.Has "policy/v1" }}policy/v1{{ else }}policy/v1beta1{{ end }}{{- end -}}',
  'shop/templates/budget.yaml':
    'apiVersion: {{ include "api" . }}\nkind: PodDisruptionBudget\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  minAvailble: 1\n',
  'shop/templates/workload.yaml':
    'apiVersion: apps/v1beta1\nkind: {{ .Values.kind }}\nmetadata:\n  name: {{ required "a name is needed" .Values.name }}\n',
  'named.yaml': 'name: web\n',
};

const bare = { PATH: '/nowhere' };

/** Packs a folder as `helm package` does. */
function pack(workspace: Workspace, folder: string, archive: string): void {
  mkdirSync(dirname(join(workspace.path, archive)), { recursive: true });
  const { status, stderr } = spawnSync('tar', ['-czf', archive, folder], { cwd: workspace.path, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
}

describe('command line, packed charts', () => {
  it('knows the templates that a packed library chart defines', () => {
    const workspace = new Workspace({
      'common/Chart.yaml': 'apiVersion: v2\nname: common\nversion: 1.0.0\ntype: library\n',
      'common/templates/_api.tpl': '{{- define "common.api" -}}extensions/v1beta1{{- end -}}',
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies: [{name: common, version: 1.x}]\n',
      'shop/templates/a.yaml': 'apiVersion: {{ include "common.api" . }}\nkind: Ingress\nmetadata: {name: a}\n',
      'shop/charts/broken.tgz': 'no archive',
    });
    try {
      const absent = workspace.run(['check', 'shop', '--target=1.37'], { env: bare });
      assert.match(absent.stdout, /information\[absent-dependency\][^\n]+\n--> shop\/Chart\.yaml:4:23/);
      assert.doesNotMatch(absent.stdout, /removed-api/);
      pack(workspace, 'common', 'shop/charts/common-1.0.0.tgz');
      const { exit, stdout } = workspace.run(['check', 'shop', '--target=1.37'], { env: bare });
      assert.equal(exit, 1, stdout);
      assert.match(stdout, /error\[removed-api\][^\n]+\n--> shop\/templates\/a\.yaml:1:13/);
      assert.doesNotMatch(stdout, /absent-dependency/);
    } finally {
      workspace.remove();
    }
  });
});

describe('command line, conversions in templates', () => {
  it('converts what no value decides, and says of the rest why not', () => {
    const ingress = (spec: string) =>
      `apiVersion: networking.k8s.io/v1beta1\nkind: Ingress\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n${spec}`;
    const workspace = new Workspace({
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'shop/templates/a.yaml': ingress('  backend:\n    serviceName: {{ .Values.name }}\n    servicePort: 80\n'),
      'shop/templates/b.yaml': ingress('  {{- toYaml .Values.spec | nindent 2 }}\n'),
    });
    const text = (name: string) => readFileSync(join(workspace.path, 'shop/templates', name), 'utf8');
    try {
      const { exit, stdout, stderr } = workspace.run(['convert', 'shop', '--to-target=1.37', '--write'], { env: bare });
      assert.equal(exit, 1, stdout);
      assert.match(stdout + stderr, /in a template: spec depends on values/);
      assert.match(text('a.yaml'), /name: \{\{ \.Values\.name \}\}\n {6}port:\n {8}number: 80/);
      assert.match(text('b.yaml'), /v1beta1/);
    } finally {
      workspace.remove();
    }
  });
});

describe('command line, definitions in packed charts', () => {
  const lampChart: Files = {
    'lamps/Chart.yaml': 'apiVersion: v2\nname: lamps\nversion: 1.0.0\n',
    'lamps/crds/lamps.yaml': lampDefinition('properties: { colour: { type: string } }'),
    'lamps/templates/_x.tpl': '',
  };
  const shop: Files = {
    'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies: [{name: lamps, version: 1.x}]\n',
    'shop/templates/a.yaml': 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: a}\nspec: {colour: 1}\n',
    'b.yaml': 'apiVersion: example.com/v1\nkind: Lamp\nmetadata: {name: b}\nspec: {size: 1}\n',
  };
  const withPacked = (inner: Files, check: (workspace: Workspace) => void) => {
    const workspace = new Workspace({ ...shop, ...inner });
    try {
      pack(workspace, 'lamps', 'shop/charts/lamps-1.0.0.tgz');
      rmSync(join(workspace.path, 'lamps'), { recursive: true });
      check(workspace);
    } finally {
      workspace.remove();
    }
  };

  it('are known for the custom resources of the workspace', () => {
    withPacked(lampChart, (workspace) => {
      const { exit, stdout } = workspace.run(['check', '.', '--target=1.37', '--no-render']);
      assert.equal(exit, 1, stdout);
      assert.match(stdout, /error\[invalid-value\][^\n]+\n--> shop\/templates\/a\.yaml:4:/);
      assert.match(stdout, /\n--> b\.yaml:4:/);
      assert.match(stdout, /3 resources checked/);
      const parts = ['1/3', '2/3', '3/3'].map((shard) =>
        workspace.run(['check', '.', '--target=1.37', '--no-render', `--shard=${shard}`, '--format=json']),
      );
      parts.forEach((part, index) => {
        workspace.write(`${index}.part`, part.stdout);
      });
      const merged = workspace.run(['merge', '0.part', '1.part', '2.part', '--format=json']).stdout;
      assert.equal(merged, workspace.run(['check', '.', '--target=1.37', '--no-render', '--format=json']).stdout);
    });
  });
  it('are known from the repository around what is checked', () => {
    withPacked({ ...lampChart, '.kubecompat.yaml': '{}\n' }, (workspace) => {
      const { stdout } = workspace.run(['check', 'b.yaml', '--target=1.37']);
      assert.match(stdout, /\n--> b\.yaml:4:/);
    });
  });
  it('are judged as those beside them, and told of the Chart.yaml, rendered or not', function () {
    const PATH = helmFolder(this);
    const definition = lampDefinition('properties: { colour: { type: string } }');
    const old = { ...lampChart, 'lamps/crds/lamps.yaml': definition.replace('.io/v1', '.io/v1beta1') };
    withPacked(old, (workspace) => {
      for (const args of [[], ['--no-render']]) {
        const { stdout } = workspace.run(['check', 'shop', '--target=1.37', ...args], { env: { PATH } });
        assert.match(stdout, /error\[removed-api\][^\n]+\n--> shop\/Chart\.yaml:1:1 {2}CustomResourceDefinition/);
        assert.match(stdout, /It is in charts\/lamps-1\.0\.0\.tgz\/crds\/lamps\.yaml\./);
        assert.match(stdout, /error\[invalid-value\] spec\.colour[^\n]+\n--> shop\/templates\/a\.yaml:4:/);
      }
      workspace.write('shop/Chart.yaml', `# kubecompat-ignore removed-api: it is not ours\n${shop['shop/Chart.yaml']}`);
      assert.doesNotMatch(workspace.run(['check', 'shop', '--target=1.37', '--no-render']).stdout, /removed-api/);
    });
  });
});

runScenarios('Helm charts as they stand', [
  {
    title: 'checks templates without helm, and counts what was not rendered',
    files: chart,
    type: 'check shop --target=1.37',
    env: bare,
    exit: 1,
    stdout: [
      'error[unknown-field]',
      'shop/templates/budget.yaml:6:3',
      '2 documents: a template that was not rendered',
      'chart  shop/Chart.yaml: as its templates stand (there is no helm on the PATH); 1 document checked, 1 of them in part (values that are known only later), 1 not (cannot be checked without rendering)',
    ],
    never: ['removed-api'],
  },
  {
    title: 'counts what was checked of a chart whose templates are named without it',
    files: chart,
    type: 'check shop/templates --target=1.37',
    exit: 1,
    stdout: ['chart  shop/Chart.yaml: as its templates stand (its Chart.yaml is not part of this run); 1 document'],
  },
  {
    title: 'counts many charts together',
    files: Object.fromEntries(
      Array.from({ length: 7 }, (_, index) => [`${index}/Chart.yaml`, `apiVersion: v2\nname: a\nversion: 0.1.0\n`]),
    ),
    type: 'check . --target=1.37',
    env: bare,
    exit: 0,
    stdout: ['chart  3/Chart.yaml: ', 'chart  3 more, 0 of them rendered; 0 documents checked'],
    never: ['chart  4/Chart.yaml'],
  },
  {
    title: 'says that values need helm',
    files: chart,
    type: 'check shop --helm-values=named.yaml',
    env: bare,
    exit: 2,
    stderr: ['--helm-values needs helm'],
  },
  {
    title: 'says that values cannot be used without rendering',
    files: chart,
    type: 'check shop --helm-values=named.yaml --no-render',
    exit: 2,
    stderr: ['--helm-values and --no-render exclude each other'],
  },
  {
    title: 'says that a file of values is not there',
    files: chart,
    type: 'check shop --helm-values=nowhere.yaml',
    exit: 2,
    stderr: ['--helm-values=nowhere.yaml is not a file'],
  },
  {
    title: 'refuses a configuration whose values lie elsewhere, are not there or are no file',
    files: { ...chart, 'shop/.kubecompat.yaml': 'helm:\n  values: [../named.yaml, nowhere.yaml, templates]\n' },
    type: 'check shop --target=1.37',
    exit: 2,
    stderr: [
      'shop/.kubecompat.yaml:2:12: helm, values: ../named.yaml leads out of the folder',
      'shop/.kubecompat.yaml:2:27: helm, values: there is no nowhere.yaml',
      'shop/.kubecompat.yaml:2:41: helm, values: templates is not a file',
    ],
  },
  {
    title: 'refuses a configuration that says of helm what there is not',
    files: { ...chart, '.kubecompat.yaml': 'helm: {value: a}\nfiles: [{match: a, helm: {values: a}}]\n' },
    type: 'check shop --target=1.37',
    exit: 2,
    stderr: ['.kubecompat.yaml:1:8: ', '.kubecompat.yaml:2:35: helm of files, values must be a list'],
  },
  {
    title: 'counts a template outside of a chart as not checked, and says nothing of it',
    files: { 'a.yaml': '{{- if .Values.a }}\napiVersion: extensions/v1beta1\nkind: Ingress\n{{- end }}\n' },
    type: 'check . --target=1.37',
    exit: 0,
    stdout: ['1 document: a template that was not rendered'],
    never: ['removed-api'],
  },
  {
    title: 'takes values and descriptions of charts for no resources',
    files: {
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\nkubeVersion: "<1.30-0"\n',
      'shop/values.yaml': 'a: 1\n',
    },
    type: 'check . --target=1.37',
    exit: 0,
    stdout: ['information[chart-kube-version]', '2 documents: no API resource'],
  },
  {
    title: 'says where a template is none',
    files: { ...chart, 'shop/templates/broken.yaml': 'a: {{ if .b }}\n' },
    type: 'check shop/templates/broken.yaml --target=1.37',
    env: bare,
    exit: 1,
    stdout: ['error[template-error]', 'shop/templates/broken.yaml:1:4'],
  },
]);

describe('command line, Helm charts rendered', () => {
  const run = (context: Mocha.Context, files: Files, ...args: readonly string[]): CliRun =>
    runIn(files, ['check', 'shop', '--target=1.37', ...args], { env: { PATH: helmFolder(context) } });

  it('says why a chart is not rendered where Helm says it, and judges it as it stands', function () {
    const { exit, stdout } = run(this, chart);
    assert.equal(exit, 1, stdout);
    assert.match(stdout, /information\[chart-not-rendered\][^\n]+a name is needed/);
    assert.match(stdout, /--> shop\/templates\/workload\.yaml:4:\d+/);
    assert.match(stdout, /error\[unknown-field\]/);
  });
  it('renders with values, and shows what it finds in the templates', function () {
    const { exit, stdout } = run(this, chart, '--helm-values=named.yaml');
    assert.equal(exit, 1, stdout);
    assert.doesNotMatch(stdout, /chart-not-rendered|a template that was not rendered/);
    assert.match(stdout, /error\[unknown-field\][^\n]+\n--> shop\/templates\/budget\.yaml:6:3/);
    assert.match(stdout, /error\[removed-api\][^\n]+\n--> shop\/templates\/workload\.yaml:1:13 {2}Deployment web/);
  });
  it('renders with the values that configuration names, those of the command line instead', function () {
    const files = { ...chart, 'other.yaml': 'name: other\n', '.kubecompat.yaml': 'helm: {values: [named.yaml]}\n' };
    const configured = run(this, files);
    assert.match(
      configured.stdout,
      /error\[removed-api\][^\n]+\n--> shop\/templates\/workload\.yaml:1:13 {2}Deployment web/,
    );
    const named = run(this, files, '--helm-values=other.yaml');
    assert.match(named.stdout, /workload\.yaml:1:13 {2}Deployment other/);
    const rules = 'helm: {values: [named.yaml]}\nfiles:\n  - {match: "shop/**", helm: {values: [other.yaml]}}\n';
    const ruled = run(this, { ...files, '.kubecompat.yaml': rules });
    assert.match(ruled.stdout, /workload\.yaml:1:13 {2}Deployment other/);
    // A rule that names none renders with the chart's own.
    const none = run(this, { ...files, '.kubecompat.yaml': rules.replace('[other.yaml]', '[]') });
    assert.match(none.stdout, /a name is needed/);
  });
  it('judges packed charts and charts with an alias by what they render to', function () {
    const files = {
      'shop/Chart.yaml':
        'apiVersion: v2\nname: shop\nversion: 0.1.0\ndependencies:\n' +
        '  - {name: cache, version: 1.0.0, alias: first}\n  - {name: packed, version: 1.0.0}\n',
      'shop/charts/folder/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
      'shop/charts/folder/templates/a.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndatta: {}\n',
      'packed/Chart.yaml': 'apiVersion: v2\nname: packed\nversion: 1.0.0\n',
      'packed/templates/b.yaml': 'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: b}\nbinary: {}\n',
    };
    const workspace = new Workspace(files);
    try {
      const PATH = helmFolder(this);
      pack(workspace, 'packed', 'shop/charts/packed-1.0.0.tgz');
      const { stdout } = workspace.run(['check', 'shop', '--target=1.37'], { env: { PATH } });
      assert.match(stdout, /"datta"[^\n]+\n--> shop\/charts\/folder\/templates\/a\.yaml:4:1/);
      assert.match(stdout, /"binary"[^\n]+\n--> shop\/Chart\.yaml:1:1/);
      assert.doesNotMatch(stdout, /absent-dependency/);
    } finally {
      workspace.remove();
    }
  });
  it('does not take what helm knows for what the target serves', function () {
    const budget =
      'apiVersion: {{ if .Capabilities.APIVersions.Has "policy/v1" }}policy/v1{{ else }}policy/v1beta1{{ end }}\n' +
      'kind: PodDisruptionBudget\nmetadata:\n  name: {{ .Release.Name }}\nspec:\n  minAvailable: 1\n';
    const files = {
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'shop/templates/a.yaml': budget,
    };
    const { exit, stdout } = runIn(files, ['check', 'shop', '--target=1.19'], { env: { PATH: helmFolder(this) } });
    assert.equal(exit, 0, stdout);
    assert.doesNotMatch(stdout, /api-not-yet-served/);
  });
  it('counts what was rendered, at which targets, and what was rendered to nothing', function () {
    const files = {
      'shop/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 0.1.0\n',
      'shop/templates/a.yaml':
        'apiVersion: v1\nkind: ConfigMap\nmetadata: {name: a}\ndata: {{ .Values.data | toJson }}\n',
      'shop/templates/b.yaml': '{{ if .Values.b }}\nkind: Service\n{{ end }}\n',
    };
    const counted = '1 document checked, 1 not (rendered to nothing with these values)';
    assert.ok(run(this, files).stdout.includes(`chart  shop/Chart.yaml: rendered; ${counted}`));
    const failing = {
      ...files,
      'shop/templates/c.yaml': '{{ if .Capabilities.APIVersions.Has "policy/v1" }}{{ fail "no" }}{{ end }}',
    };
    // Helm itself knows policy/v1, so that this fails at every target.
    const { stdout } = run(this, failing, '--target=1.19');
    assert.ok(stdout.includes('chart  shop/Chart.yaml: as its templates stand (Helm does not render it); '), stdout);
  });
  it('does not render where that is not wanted', function () {
    const { stdout } = run(this, chart, '--no-render');
    assert.match(stdout, /as its templates stand \(--no-render\)/);
    assert.doesNotMatch(stdout, /chart-not-rendered/);
    assert.match(stdout, /2 documents: a template that was not rendered/);
  });
  it('runs no helm that lies in the folder that is checked', () => {
    const files = { ...chart, helm: '#!/bin/sh\ntouch ran\n' };
    const { stdout } = runIn(files, ['check', 'shop', '--target=1.37'], { env: { PATH: '.:' } });
    assert.match(stdout, /a template that was not rendered/);
  });
});
