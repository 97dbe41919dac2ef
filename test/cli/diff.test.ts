import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { runIn } from './harness.ts';
import { configMap, oldCronJob, oldIngress } from './manifests.ts';
import { runScenarios } from './scenario.ts';

const statefulSet = [
  'apiVersion: apps/v1',
  'kind: StatefulSet',
  'metadata: { name: db }',
  'spec:',
  '  serviceName: db',
  '  selector: { matchLabels: { app: db } }',
  '  template:',
  '    metadata: { labels: { app: db } }',
  '    spec:',
  '      containers:',
  '        - { name: db, image: postgres }',
  '',
].join('\n');
const explicit = statefulSet.replace(
  '  serviceName',
  '  persistentVolumeClaimRetentionPolicy: { whenDeleted: Retain, whenScaled: Retain }\n  updateStrategy: { type: OnDelete }\n  serviceName',
);
const attributes =
  'apiVersion: storage.k8s.io/v1\nkind: VolumeAttributesClass\nmetadata: { name: fast }\ndriverName: d.example.com\nparameters: { a: b }\n';
const gatedPod =
  'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec: { hostnameOverride: b, containers: [{ name: a, image: a }] }\n';
const job =
  'apiVersion: batch/v1\nkind: Job\nmetadata: { name: a }\nspec: { template: { spec: { restartPolicy: Never, containers: [{ name: a, image: a }] } } }\n';
const autoscaler = [
  'apiVersion: autoscaling/v2',
  'kind: HorizontalPodAutoscaler',
  'metadata: { name: web }',
  'spec:',
  '  maxReplicas: 3',
  '  scaleTargetRef: { apiVersion: apps/v1, kind: Deployment, name: web }',
  '',
].join('\n');

runScenarios('diff', [
  {
    title: 'what one target does not serve any more',
    files: { 'a.yaml': oldIngress, 'b.yaml': configMap },
    type: 'diff . --from 1.21 --to 1.22',
    exit: 0,
    stdout: [
      'a.yaml:1 extensions/v1beta1 Ingress shop/web',
      /only at 1\.22: not-served\[removed-api\]/,
      '1 of 2 resources differs',
    ],
    never: ['b.yaml'],
  },
  {
    title: 'a warning that begins',
    files: { 'a.yaml': oldCronJob },
    type: 'diff a.yaml --from 1.20 --to 1.21',
    exit: 0,
    stdout: [/only at 1\.21: warning\[deprecated-api\]/],
    never: ['stored as'],
  },
  {
    title: 'another storage version',
    files: { 'a.yaml': attributes },
    type: 'diff a.yaml --from 1.35 --to 1.36',
    exit: 0,
    stdout: ['stored as v1beta1 at 1.35, as v1 at 1.36'],
  },
  {
    title: 'a field that only one target keeps',
    files: { 'a.yaml': gatedPod },
    type: 'diff a.yaml --from 1.34 --to 1.34,feature-gates=HostnameOverride=true',
    exit: 0,
    stdout: [/only at 1\.34: dropped\[gated-field-dropped\] line 4: spec\.hostnameOverride/],
    never: ['only at 1.34,feature'],
  },
  {
    title: 'defaults of what is left out',
    files: { 'a.yaml': statefulSet },
    type: 'diff a.yaml --from 1.24 --to 1.28',
    exit: 0,
    stdout: ['default of spec.persistentVolumeClaimRetentionPolicy.whenDeleted: none at 1.24, "Retain" at 1.28'],
  },
  {
    title: 'a default that follows from other fields is left alone',
    files: { 'a.yaml': job },
    type: 'diff a.yaml --from 1.24 --to 1.37',
    exit: 0,
    never: ['podReplacementPolicy'],
  },
  {
    title: 'what is written out has no default',
    files: { 'a.yaml': explicit },
    type: 'diff a.yaml --from 1.28 --to 1.37',
    exit: 0,
    stdout: ['0 of 1 resource differ'],
  },
  {
    title: 'nothing differs',
    files: { 'a.yaml': autoscaler, 'b.yaml': configMap },
    type: 'diff . --from 1.36 --to 1.37',
    exit: 0,
    stdout: ['0 of 2 resources differ'],
  },
  {
    title: 'both targets are needed',
    files: { 'a.yaml': configMap },
    type: 'diff . --from 1.36',
    exit: 2,
    stderr: ['--to is missing'],
  },
  {
    title: 'a target cannot be compared with itself',
    files: { 'a.yaml': configMap },
    type: 'diff . --from 1.36 --to 1.36',
    exit: 2,
    stderr: ['the same target'],
  },
  {
    title: 'an unknown target',
    files: { 'a.yaml': configMap },
    type: 'diff . --from 1.36 --to 1.99',
    exit: 2,
    stderr: ['1.99', 'allowed'],
  },
]);

describe('JSON of diff', () => {
  const schema: object = JSON.parse(readFileSync(new URL('../../schemas/diff.schema.json', import.meta.url), 'utf8'));
  const valid = new Ajv({ allowUnionTypes: true }).compile(schema);

  it('follows the published schema', () => {
    const files = { 'a.yaml': `${oldCronJob}---\n${statefulSet}`, 'b.yaml': oldIngress };
    const { stdout } = runIn(files, ['diff', '.', '--from=1.20', '--to=1.37', '--format=json']);
    const report: unknown = JSON.parse(stdout);
    assert.ok(valid(report), JSON.stringify(valid.errors));
    assert.match(stdout, /"at": "to"/);
    assert.match(
      stdout,
      /"path": "spec.persistentVolumeClaimRetentionPolicy.whenDeleted",\s+"from": null,\s+"to": "Retain"/,
    );
  });
});
