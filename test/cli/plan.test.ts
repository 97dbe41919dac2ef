import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { runIn } from './harness.ts';
import { configMap, oldCronJob } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: kube-apiserver }\nspec:\n  containers:\n    - image: registry.k8s.io/kube-apiserver:v1.34.4\n      command: [kube-apiserver, --v=2]\n';

runScenarios('plan', [
  {
    title: 'binary first, emulation minor by minor, min compatibility last',
    type: 'plan --from 1.34 --to 1.37',
    exit: 0,
    stdout: [
      '1 of 5  Binary: kube-apiserver 1.37 with --emulated-version=1.34 --min-compatibility-version=1.34',
      '2 of 5  Emulation version: kube-apiserver 1.37 with --emulated-version=1.35',
      '5 of 5  Min compatibility version: kube-apiserver 1.37 without version flags',
      'admissionregistration.k8s.io/v1 MutatingAdmissionPolicy',
      'resourceclaims.resource.k8s.io: v1beta2 to v1',
      '5 steps; the way back is open until step 4',
    ],
  },
  {
    title: 'the manifests that must change, before which step',
    files: { 'a.yaml': oldCronJob, 'b.yaml': configMap },
    type: 'plan --from 1.24 --to 1.26 .',
    exit: 0,
    stdout: [
      /1 of 2 {2}Binary[\s\S]*must change before a\.yaml:1 batch\/v1beta1 CronJob nightly[\s\S]*2 of 2/,
      'not-served[removed-api]',
      '1 of 2 resources must change on the way',
    ],
    never: ['b.yaml'],
  },
  {
    title: 'from what a file describes',
    files: { 'clusters/prod.yaml': pod },
    type: 'plan --from from=clusters/prod.yaml --to 1.35',
    exit: 0,
    stdout: [
      '1 of 3  Binary: kube-apiserver 1.35 with --emulated-version=1.34',
      'from  clusters/prod.yaml: Kubernetes 1.34',
    ],
  },
  {
    title: 'settings that a newer binary refuses',
    type: 'plan --from 1.36,feature-gates=JobSuccessPolicy=true --to 1.37',
    exit: 0,
    stdout: ['Take out of its flags, or it does not start: 1', 'JobSuccessPolicy=true'],
  },
  { title: 'nothing to do', type: 'plan --from 1.36 --to 1.36', exit: 0, stdout: ['Nothing to do'] },
  {
    title: 'an emulation version below the floor',
    type: 'plan --from 1.34 --to 1.37,emulated-version=1.28',
    exit: 2,
    stderr: ['cannot emulate 1.28, only 1.34 to 1.37'],
  },
  { title: 'one target is missing', type: 'plan --to 1.37', exit: 2, stderr: ['--from is missing'] },
  {
    title: 'as a page',
    files: { 'a.yaml': oldCronJob },
    type: 'plan --from 1.24 --to 1.25 --format markdown .',
    exit: 0,
    stdout: [
      '# From 1.24 to 1.25',
      '- [ ] **must change before this step**: `a.yaml:1`',
      '<details><summary>Stops being served:',
    ],
  },
]);

describe('command line, plan', () => {
  it('prints JSON that follows its published schema', () => {
    const schema = JSON.parse(readFileSync(new URL('../../schemas/plan.schema.json', import.meta.url), 'utf8'));
    const follows = new Ajv({ allowUnionTypes: true }).compile(schema);
    for (const [from, to] of [
      ['1.34', '1.37'],
      ['1.24', '1.26'],
      ['1.37', '1.34'],
      ['1.36', '1.36'],
    ] as const) {
      const args = ['plan', '--from', from, '--to', to, '--format', 'json', 'a.yaml'];
      const run = runIn({ 'a.yaml': oldCronJob }, args);
      assert.equal(run.exit, 0, run.stderr);
      const report: { steps: readonly unknown[]; summary: { steps: number } } = JSON.parse(run.stdout);
      assert.ok(follows(report), JSON.stringify(follows.errors));
      assert.equal(report.steps.length, report.summary.steps);
    }
  });
});
