import assert from 'node:assert/strict';
import { runIn } from './harness.ts';
import { at136, runScenarios } from './scenario.ts';

const kustomization = (...lines: readonly string[]) =>
  `apiVersion: kustomize.config.k8s.io/v1beta1\nkind: Kustomization\n${lines.map((line) => `${line}\n`).join('')}`;

/** Without an image, which the server demands: whatever is judged of it shows. */
const web = `apiVersion: v1
kind: Pod
metadata: { name: web }
spec: { containers: [{ name: web }] }
`;

const onFar =
  'patches: [{ patch: "- { op: add, path: /spec/paused, value: true }", target: { kind: Deployment, name: far } }]';

const missing = 'spec.containers[0].image: Required value';

runScenarios('kustomizations that cannot be built', [
  {
    title: 'are told so once, at what is not there, and their sources as they stand',
    files: { 'web.yaml': web, 'kustomization.yaml': kustomization('resources: [web.yaml, gone.yaml]') },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      '[absent-file] gone.yaml does not exist',
      '--> kustomization.yaml:3:23',
      missing,
      '1 error, 1 information',
    ],
  },
  {
    title: 'are told so once, at what Kustomize cannot decode',
    files: { 'web.yaml': web, 'kustomization.yaml': kustomization('resources: [web.yaml]', 'namePrefix: 1') },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['error[wrong-kustomization-type] namePrefix must be text', missing, '2 errors'],
  },
  {
    title: 'may be a circle, told where it closes, in which each is judged as it stands',
    files: {
      'a/kustomization.yaml': kustomization('resources: [../b, web.yaml]'),
      'a/web.yaml': web,
      'b/kustomization.yaml': kustomization('resources: [../c]'),
      'c/kustomization.yaml': kustomization('components: [../d]', 'resources: [../a]'),
      'd/kustomization.yaml': kustomization('resources: [d.yaml]'),
      'd/d.yaml': web,
      'prod/kustomization.yaml': kustomization('resources: [../a]', onFar),
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [
      'error[circular-kustomization] With ../a the kustomization builds on itself and cannot be built',
      '--> c/kustomization.yaml:4:13',
      missing,
      '3 errors',
    ],
    never: ['nothing-selected'],
  },
  {
    title: 'may name their own folder, or one above it',
    files: {
      'self/kustomization.yaml': kustomization('resources: [.]'),
      'base/kustomization.yaml': kustomization('resources: [overlays/prod]'),
      'base/overlays/prod/kustomization.yaml': kustomization('resources: [../..]'),
      'base/overlays/test/kustomization.yaml': kustomization('resources: [../../../other]'),
      'other/kustomization.yaml': kustomization('resources: []'),
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: ['--> base/overlays/prod/kustomization.yaml:3:13', '--> self/kustomization.yaml:3:13', '2 errors'],
  },
  {
    title: 'have remote bases, which are counted and not fetched; what lies here is not judged by guesses',
    files: {
      'web.yaml': web,
      'kustomization.yaml': kustomization('resources: [web.yaml, "https://example.invalid/base?ref=v1"]', onFar),
    },
    type: `check . ${at136}`,
    exit: 1,
    stdout: [missing, '1 error', '1 not (not fetched)'],
    never: ['nothing-selected'],
  },
  {
    title: 'have generators and transformers, which nobody runs: what they may change is a warning',
    files: {
      'web.yaml': web,
      'plugin.yaml':
        'apiVersion: example.com/v1\nkind: Plugin\nmetadata: { name: a, annotations: { config.kubernetes.io/function: "container: { image: example.invalid/run }" } }\n',
      'kustomization.yaml': kustomization('resources: [web.yaml]', 'transformers: [plugin.yaml]'),
    },
    type: `check . ${at136}`,
    exit: 0,
    stdout: [/warning\[missing-field\][\s\S]*a patch or a transformer may change this/, '1 warning'],
  },
  {
    title: 'have charts of Helm, which nobody fetches: what they have may be anything',
    files: {
      'kustomization.yaml': kustomization(
        'helmCharts: [{ name: a, repo: https://example.invalid, version: 1.0.0 }]',
        onFar,
      ),
    },
    type: `check . ${at136}`,
    exit: 0,
    never: ['nothing-selected', 'error['],
  },
]);

describe('command line, kustomizations that cannot be built', () => {
  it('are counted with --build-kustomizations, each once and at its file, and nothing is fetched', () => {
    const files = {
      'remote/kustomization.yaml': kustomization('resources: ["https://example.invalid/base"]'),
      'chart/kustomization.yaml': kustomization('helmCharts: [{ name: a, repo: https://example.invalid }]'),
      'gone/kustomization.yaml': kustomization('resources: [gone.yaml]'),
      'a/kustomization.yaml': kustomization('resources: [../b]'),
      'b/kustomization.yaml': kustomization('resources: [../a]'),
    };
    const { stdout } = runIn(files, ['check', '.', at136, '--build-kustomizations', '--format', 'json']);
    const report: { readonly notJudged: readonly { readonly reason: string; readonly file: string }[] } =
      JSON.parse(stdout);
    const counted = report.notJudged.flatMap(({ reason, file }) => (reason === 'not-built' ? file : []));
    assert.deepEqual(counted, Object.keys(files).sort());
  });
});
