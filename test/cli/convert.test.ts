import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Workspace } from './harness.ts';
import { configMap, oldCronJob } from './manifests.ts';

const autoscaler = `apiVersion: autoscaling/v2
kind: HorizontalPodAutoscaler
metadata: { name: web }
spec:
  maxReplicas: 3
  scaleTargetRef: { apiVersion: extensions/v1beta1, kind: Deployment, name: web } # the shop
`;
const deployment = `# the shop
apiVersion: extensions/v1beta1
kind: Deployment
metadata:
  name: web
spec:
  strategy: { type: Recreate }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers: [{ name: web, image: web }] # one
`;
const definition = `apiVersion: apiextensions.k8s.io/v1beta1
kind: CustomResourceDefinition
metadata: { name: orders.shop.example.com }
spec:
  group: shop.example.com
  version: v1 # the first
  names: { kind: Order, plural: orders }
`;

describe('convert', () => {
  let workspace: Workspace;
  beforeEach(() => {
    workspace = new Workspace({
      'a.yaml': oldCronJob,
      'b.yaml': configMap,
      'web.yaml': deployment,
      'hpa.yaml': autoscaler,
    });
  });
  afterEach(() => workspace.remove());
  const read = (name: string) => readFileSync(join(workspace.path, name), 'utf8');

  it('takes unknown fields along that mean nothing in the new version either', () => {
    const schema = '  validation: { strange: 1, openAPIV3Schema: { type: object, odd: 2 } }\n';
    workspace.write('crd.yaml', `${definition}${schema}`);
    workspace.run(['convert', 'crd.yaml', '--to', 'apiextensions.k8s.io/v1', '--accept-forced', '--write']);
    assert.match(read('crd.yaml'), /schema: *\{ *strange: 1, openAPIV3Schema: \{ type: object, odd: 2/);
  });

  it('changes nothing unless it is told to', () => {
    const { exit, stdout } = workspace.run(['convert', '.', '--to', 'batch/v1']);
    assert.equal(exit, 0);
    assert.match(stdout, /a\.yaml:1 batch\/v1beta1 CronJob -> batch\/v1\n/);
    assert.match(stdout, /1 resource in 1 file can be converted; nothing was changed \(--write changes the files\)/);
    assert.equal(read('a.yaml'), oldCronJob);
  });

  it('converts to what a target serves, keeps what unset fields mean, and lets references follow', () => {
    const { exit, stdout } = workspace.run(['convert', '.', '--to-target', '1.37', '--write']);
    assert.equal(exit, 0);
    assert.match(stdout, /2 resources in 3 files converted, 1 reference followed/);
    assert.equal(read('hpa.yaml'), autoscaler.replace('extensions/v1beta1', 'apps/v1'));
    assert.equal(
      read('web.yaml'),
      `# the shop
apiVersion: apps/v1
kind: Deployment
metadata:
  name: web
  labels:
    app: web
spec:
  selector:
    matchLabels:
      app: web
  revisionHistoryLimit: 2147483647
  progressDeadlineSeconds: 2147483647
  strategy: { type: Recreate }
  template:
    metadata:
      labels: { app: web }
    spec:
      containers: [{ name: web, image: web }] # one
`,
    );
    assert.equal(workspace.run(['check', '.', '--target=1.37']).exit, 0);
  });

  it('converts to older versions too', () => {
    const older = ['convert', 'a.yaml', '--to-target', '1.19', '--write'];
    workspace.run(['convert', 'a.yaml', '--to', 'batch/v1', '--write']);
    assert.match(read('a.yaml'), /^apiVersion: batch\/v1 /);
    assert.equal(workspace.run(older).exit, 0);
    assert.equal(read('a.yaml'), oldCronJob);
  });

  it('takes the new defaults if asked, and says what changes', () => {
    const { stdout } = workspace.run(['convert', 'web.yaml', '--to', 'apps/v1', '--defaults=take', '--write']);
    assert.match(stdout, /spec\.revisionHistoryLimit: was 2147483647 and becomes 10/);
    assert.doesNotMatch(read('web.yaml'), /revisionHistoryLimit/);
    assert.match(read('web.yaml'), /matchLabels/);
  });

  it('leaves what only a forced conversion reaches until that is accepted', () => {
    const crds = new Workspace({ 'crd.yaml': definition });
    try {
      const refused = crds.run(['convert', '.', '--to-target=1.37', '--write']);
      assert.equal(refused.exit, 1);
      assert.match(refused.stderr, /crd\.yaml:1 .*not converted without --accept-forced/);
      assert.equal(readFileSync(join(crds.path, 'crd.yaml'), 'utf8'), definition);
      assert.equal(crds.run(['convert', '.', '--to-target=1.37', '--write', '--accept-forced']).exit, 0);
      assert.match(readFileSync(join(crds.path, 'crd.yaml'), 'utf8'), /- name: v1 # the first/);
      assert.equal(crds.run(['check', '.', '--target=1.37']).exit, 0);
    } finally {
      crds.remove();
    }
  });

  it('takes along patches of Kustomize, as the parts that they are, and what selects by version', () => {
    const kustomized = new Workspace({
      'kustomization.yaml': `apiVersion: kustomize.config.k8s.io/v1beta1
kind: Kustomization
resources: [web.yaml]
patches:
  - path: patch.yaml
  - patch: '[{ "op": "remove", "path": "/spec/replicas" }]'
    target: { group: extensions, version: v1beta1, kind: Deployment } # the shop
`,
      'web.yaml': deployment,
      'patch.yaml':
        'apiVersion: extensions/v1beta1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n',
    });
    try {
      const text = (name: string) => readFileSync(join(kustomized.path, name), 'utf8');
      assert.equal(kustomized.run(['convert', '.', '--to-target=1.37', '--write']).exit, 0);
      assert.match(text('kustomization.yaml'), /target: \{ group: apps, version: v1, kind: Deployment \} # the shop/);
      assert.equal(
        text('patch.yaml'),
        'apiVersion: apps/v1\nkind: Deployment\nmetadata: { name: web }\nspec: { replicas: 3 }\n',
      );
      assert.match(text('web.yaml'), /apps\/v1\n/);
    } finally {
      kustomized.remove();
    }
  });

  it('says what to do about a kind that ended', () => {
    const policies = new Workspace({
      'psp.yaml': 'apiVersion: policy/v1beta1\nkind: PodSecurityPolicy\nmetadata: { name: a }\nspec: {}\n',
    });
    try {
      const { exit, stderr } = policies.run(['convert', '.', '--to-target=1.37']);
      assert.equal(exit, 1);
      assert.match(stderr, /pod-security\.kubernetes\.io/);
    } finally {
      policies.remove();
    }
  });

  it('is used wrongly without a version or with two', () => {
    for (const flags of [
      [],
      ['--to=apps/v1', '--to-target=1.37'],
      ['--to=a/b/c'],
      ['--to-target=1.37', '--target=1.36'],
    ]) {
      const { exit, stderr } = workspace.run(['convert', '.', ...flags]);
      assert.equal(exit, 2, flags.join(' '));
      assert.notEqual(stderr, '');
    }
  });
});
