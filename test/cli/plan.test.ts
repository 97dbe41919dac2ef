import assert from 'node:assert/strict';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv } from 'ajv';
import { runIn, Workspace } from './harness.ts';
import { configMap, custom, oldCronJob } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const pod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: kube-apiserver }\nspec:\n  containers:\n    - image: registry.k8s.io/kube-apiserver:v1.34.4\n      command: [kube-apiserver, --v=2]\n';

const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  maxReplicas: 3
  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }
  behavior: { scaleUp: { tolerance: 0.2 } }
`;

const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  scope: Namespaced
  names: { kind: Widget, plural: widgets, singular: widget, listKind: WidgetList }
  versions:
    - { name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }
    - { name: v1alpha1, served: false, storage: false, schema: { openAPIV3Schema: { type: object } } }
status: { storedVersions: [v1alpha1, v1] }
`;

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
      '5 steps; a rollback to 1.34 is possible until step 4',
    ],
  },
  {
    title: 'what was not checked, and what to do about it',
    files: { 'a.yaml': configMap, 'b.yaml': custom },
    type: 'plan --from 1.36 --to 1.37 .',
    exit: 0,
    stdout: [
      '0 of 2 resources must change during the upgrade. 1 of 2 resources checked. 1 resource not checked: without a known definition',
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
      '1 of 2 resources must change during the upgrade',
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
    stdout: ['Remove these flags, or it does not start: 1', 'JobSuccessPolicy=true'],
  },
  { title: 'nothing to do', type: 'plan --from 1.36 --to 1.36', exit: 0, stdout: ['Nothing to do'] },
  {
    title: 'an emulation version below the floor',
    type: 'plan --from 1.34 --to 1.37,emulated-version=1.28',
    exit: 2,
    stderr: ['cannot emulate 1.28\n', 'allowed: 1.34 to 1.37'],
  },
  { title: 'one target is missing', type: 'plan --to 1.37', exit: 2, stderr: ['--from is missing'] },
  {
    title: 'what a rollback keeps without effect, as an update of what is stored',
    files: { 'a.yaml': autoscaler },
    type: 'plan --from 1.34 --to 1.37 .',
    exit: 0,
    stdout: [
      /2 of 5 [\s\S]*kept, without effect a\.yaml:1 autoscaling\/v2[\s\S]*Kept while stored, without effect: spec\.behavior\.scaleUp\.tolerance[\s\S]*3 of 5/,
    ],
  },
  {
    title: 'what a rollback loses, by the schema of an older binary',
    files: { 'a.yaml': autoscaler },
    type: 'plan --from 1.32 --to 1.35,feature-gates=HPAConfigurableTolerance=true .',
    exit: 0,
    stdout: [
      /loses fields a\.yaml:1[\s\S]*Lost: spec\.behavior\.scaleUp\.tolerance[\s\S]*unknown-field/,
      /0 of 1 resource must change during the upgrade; 1 is refused by 1\.32 already/,
    ],
  },
  {
    title: 'when a manifest can change, and the command that changes it',
    files: { 'a.yaml': oldCronJob },
    type: 'plan --from 1.20 --to 1.25 .',
    exit: 0,
    stdout: [
      'Apply its safe fixes once step 1 is done.',
      "kubecompat fix --write --target '1.25' a.yaml",
      'The storage versions of these binaries are not known',
    ],
  },
  {
    title: 'what mixed control planes and components have to do with each step',
    type: 'plan --from 1.36 --to 1.37',
    exit: 0,
    stdout: [
      'While old and new API servers run side by side',
      'Only restarted servers serve: certificates.k8s.io/v1 ClusterTrustBundle',
      'kube-controller-manager 1.35 to 1.37 (until all servers run it: 1.35 to 1.36)',
      'Components to upgrade before the step',
      'kubelet: 1.34 or newer',
    ],
  },
  {
    title: 'what custom resources have stored',
    files: { 'crd.yaml': definition },
    type: 'plan --from 1.34 --to 1.35 .',
    exit: 0,
    stdout: [
      'widgets.example.com: stored as example.com/v1, also as v1alpha1',
      'StorageVersionMigration v1beta1 is off here.',
      'kubectl get widgets.v1.example.com --all-namespaces -o json | kubectl replace -f -',
      `kubectl patch customresourcedefinition widgets.example.com --subresource=status --type=merge -p '{"status":{"storedVersions":["v1"]}}'`,
      'request to convert CR to an invalid group/version',
    ],
  },
  {
    title: 'what is the same for many definitions once, with their names',
    files: {
      'crds.yaml': ['aa', 'bb', 'cc']
        .map((name) => definition.replaceAll('widget', name).replace('Widget', name))
        .join('---\n'),
      'other.yaml': definition.replace('[v1alpha1, v1]', '[v1]'),
    },
    type: 'plan --from 1.34 --to 1.35 .',
    exit: 0,
    stdout: [
      /aas\.example\.com: .*\n.*bbs\.example\.com: .*\n.*ccs\.example\.com: .*\n.*Remove a version from[\s\S]*kubectl patch customresourcedefinition aas/,
      /\n {4}widgets\.example\.com: stored as example\.com\/v1\n {6}v1alpha1 is no longer served/,
    ],
    never: [/can be taken out[\s\S]*can be taken out/, 'customresourcedefinition bbs'],
  },
  {
    title: 'no manifests of migrations where there is nothing to migrate',
    type: 'plan --from 1.37 --to 1.37,feature-gates=HPAScaleToZero=false --write-migrations out',
    exit: 0,
    stderr: ['there are no manifests to write'],
  },
  {
    title: 'a folder that cannot be written',
    files: { out: 'a file' },
    type: 'plan --from 1.34 --to 1.37 --write-migrations out',
    exit: 2,
    stderr: ['--write-migrations: out'],
  },
  {
    title: 'as HTML',
    files: { 'a.yaml': oldCronJob.replace('nightly', '"<b>"') },
    type: 'plan --from 1.24 --to 1.26 --format html .',
    exit: 0,
    stdout: ["default-src 'none'", '<section id="step-1">', '&lt;b&gt;', 'must change before this step'],
    never: ['<b>'],
  },
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
      const args = ['plan', '--from', from, '--to', to, '--format', 'json', 'a.yaml', 'b.yaml', 'crd.yaml'];
      const run = runIn({ 'a.yaml': oldCronJob, 'b.yaml': autoscaler, 'crd.yaml': definition }, args);
      assert.equal(run.exit, 0, run.stderr);
      const report: { steps: readonly unknown[]; summary: { steps: number } } = JSON.parse(run.stdout);
      assert.ok(follows(report), JSON.stringify(follows.errors));
      assert.equal(report.steps.length, report.summary.steps);
    }
  });

  it('gives commands that do what the plan says of them', () => {
    const workspace = new Workspace({ 'a.yaml': oldCronJob });
    try {
      const steps = ['plan', '--from', '1.24', '--to', '1.26', '.'];
      const { stdout } = workspace.run(steps);
      const command = /kubecompat (fix .*)/.exec(stdout)?.[1];
      assert.ok(command !== undefined, stdout);
      assert.equal(workspace.run(command.replaceAll("'", '').split(' ')).exit, 0);
      const again = workspace.run(steps);
      assert.match(again.stdout, /0 of 1 resource must change during the upgrade/);
    } finally {
      workspace.remove();
    }
  });

  it('writes manifests of migrations that the server of their step takes', () => {
    const workspace = new Workspace({ 'crd.yaml': definition });
    try {
      const run = workspace.run(['plan', '--from', '1.34', '--to', '1.37', '--write-migrations', 'out/plan', '.']);
      assert.equal(run.exit, 0, run.stderr);
      for (const name of ['after-step-4.yaml', 'after-step-5.yaml', 'custom-resources.yaml']) {
        assert.ok(existsSync(join(workspace.path, 'out/plan', name)), name);
      }
      const checked = workspace.run(['check', '--target', '1.37', '--strict', 'out']);
      assert.equal(checked.exit, 0, checked.stdout);
      assert.match(checked.stdout, /nothing found; 8 resources checked in 3 files/);
    } finally {
      workspace.remove();
    }
  });
});
