import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { helmFolder } from '../harness/helm.ts';
import { type Files, Workspace } from './harness.ts';
import { lampDefinition } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const wrong = (name: string) => `apiVersion: v1\nkind: ConfigMap\nmetadata: {name: ${name}}\n${name}: {}\n`;

/** A chart with sub-charts of which the values turn some off. */
const shop: Files = {
  'shop/Chart.yaml': [
    'apiVersion: v2',
    'name: shop',
    'version: 0.1.0',
    'dependencies:',
    '  - {name: cache, version: 1.x, condition: "cache.enabled,global.cache"}',
    '  - {name: queue, version: 1.x, tags: [backend]}',
    '  - {name: mail, version: 1.x, alias: letters, condition: letters.enabled}',
    '  - {name: lamps, version: 1.x, condition: lamps.enabled}',
    '',
  ].join('\n'),
  'shop/values.yaml':
    'cache: {enabled: false}\nglobal: {cache: true}\ntags: {backend: false}\nletters: {enabled: true}\nlamps: {enabled: false}\n',
  'shop/templates/a.yaml': wrong('own'),
  'shop/charts/cache/Chart.yaml': 'apiVersion: v2\nname: cache\nversion: 1.0.0\n',
  'shop/charts/cache/templates/_helpers.tpl': '{{ define "cache.name" }}cache{{ end }}',
  'shop/charts/cache/templates/a.yaml': wrong('cached'),
  'shop/charts/cache/charts/deep/Chart.yaml': 'apiVersion: v2\nname: deep\nversion: 1.0.0\n',
  'shop/charts/cache/charts/deep/templates/a.yaml': wrong('deeply'),
  'shop/charts/q/Chart.yaml': 'apiVersion: v1\nname: queue\nversion: 1.0.0\n',
  'shop/charts/q/templates/a.yaml': wrong('queued'),
  'shop/charts/mail/Chart.yaml': 'apiVersion: v2\nname: mail\nversion: 1.0.0\n',
  'shop/charts/mail/templates/a.yaml': wrong('mailed'),
  'shop/charts/lamps/Chart.yaml': 'apiVersion: v2\nname: lamps\nversion: 1.0.0\n',
  'shop/charts/lamps/crds/a.yaml': lampDefinition('properties: {colour: {type: text}}'),
};
const bare = { PATH: '/nowhere' };

runScenarios('sub-charts that are off', [
  {
    title: 'are not checked, but counted, as Helm leaves them out',
    files: shop,
    type: 'check . --target=1.37',
    env: bare,
    exit: 1,
    stdout: [
      '"own"',
      '"mailed"',
      'not checked  4 documents: in a sub-chart that is turned off',
      'chart  shop/Chart.yaml: as its templates stand (there is no helm on the PATH); 2 documents checked, 4 not (of sub-charts that are off)',
    ],
    never: ['"cached"', '"queued"', '"deeply"', 'invalid-value'],
  },
  {
    title: 'are so by the values that configuration names',
    files: {
      ...shop,
      '.kubecompat.yaml': 'helm: {values: [a.yaml, b.yaml]}\n',
      'a.yaml': 'cache: {enabled: true}\ntags: {backend: true}\n',
      'b.yaml': 'letters: {enabled: false}\ntags: {backend: null}\ncache: {enabled: null}\n',
    },
    type: 'check . --target=1.37 --format=json',
    env: bare,
    exit: 1,
    // null takes the value away, so that the next condition counts, and no tag is left.
    stdout: [
      '\\"cached\\"',
      '\\"queued\\"',
      '\\"deeply\\"',
      'The sub-chart letters is off, so Helm omits it: letters.enabled is false',
    ],
    never: ['\\"mailed\\"'],
  },
  {
    title: 'are checked where they are named by themselves',
    files: shop,
    type: 'check shop/charts/cache --target=1.37',
    env: bare,
    exit: 1,
    stdout: ['"cached"', '"deeply"'],
  },
  {
    title: 'are told by requirements.yaml of older charts',
    files: {
      ...shop,
      'shop/Chart.yaml': 'apiVersion: v1\nname: shop\nversion: 0.1.0\n',
      'shop/requirements.yaml': 'dependencies: [{name: cache, version: 1.x, condition: cache.enabled}]\n',
    },
    type: 'check . --target=1.37',
    env: bare,
    exit: 1,
    stdout: ['"queued"', '"mailed"'],
    never: ['"cached"'],
  },
]);

describe('command line, sub-charts that are off', () => {
  it('are the same in packed charts, rendered or not', function () {
    const PATH = `${helmFolder(this)}:${process.env['PATH'] ?? ''}`;
    const workspace = new Workspace(shop);
    try {
      const charts = join(workspace.path, 'shop/charts');
      for (const name of ['cache', 'lamps', 'mail']) {
        const { status } = spawnSync('tar', ['-czf', `${name}-1.0.0.tgz`, '--remove-files', name], { cwd: charts });
        assert.equal(status, 0);
      }
      const stands = workspace.run(['check', '.', '--target=1.37', '--no-render']).stdout;
      assert.match(stands, /1 document checked, 4 not \(1 in packed charts, 3 of sub-charts that are off\)/);
      assert.doesNotMatch(stands, /invalid-value/);
      const rendered = workspace.run(['check', '.', '--target=1.37'], { env: { PATH } }).stdout;
      assert.match(rendered, /rendered; 2 documents checked, 3 not \(of sub-charts that are off\)/);
      assert.match(rendered, /"mailed"/);
      const values = 'cache: {enabled: true}\nlamps: {enabled: true}\n';
      workspace.write('.kubecompat.yaml', 'helm: {values: [on.yaml]}\n');
      workspace.write('on.yaml', values);
      const on = workspace.run(['check', '.', '--target=1.37'], { env: { PATH } }).stdout;
      assert.match(on, /"cached"/);
      assert.match(on, /--> shop\/Chart\.yaml:1:1 {2}CustomResourceDefinition lamps/);
    } finally {
      workspace.remove();
    }
  });
});
