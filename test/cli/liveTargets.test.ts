import assert from 'node:assert/strict';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  httpRecording,
  kubeconfigFor,
  type Override,
  type Replay,
  startReplay,
  status,
} from '../support/replayServer.ts';
import { type CliRun, Workspace } from './harness.ts';

const widget = (version: string, size: string) =>
  `apiVersion: example.com/${version}\nkind: Widget\nmetadata:\n  name: front\nspec:\n  size: ${size}\n`;
const policy =
  'apiVersion: storage.k8s.io/v1beta1\nkind: VolumeAttributesClass\nmetadata:\n  name: gold\ndriverName: a\nparameters: { a: b }\n';
const certificate = 'apiVersion: cert-manager.io/v1\nkind: Certificate\nmetadata:\n  name: tls\n';

describe('live targets on the command line', () => {
  let workspace: Workspace;
  let home: Workspace;
  let replay: Replay | undefined;

  beforeEach(() => {
    home = new Workspace({});
  });

  afterEach(async () => {
    await replay?.close();
    replay = undefined;
    workspace.remove();
    home.remove();
  });

  async function serve(name: string, overrides: Readonly<Record<string, Override>> = {}): Promise<void> {
    await replay?.close();
    replay = await startReplay(httpRecording(name), overrides);
    home.write('.kube/config', kubeconfigFor(replay.url));
  }

  function type(line: string): Promise<CliRun> {
    return workspace.start(line.split(' '), { env: { HOME: home.path, KUBECONFIG: '' } });
  }

  it('adds a cluster, keeps the comments, and judges by the copy without asking again', async () => {
    workspace = new Workspace({
      '.kubecompat.yaml': '# ours\ntargets:\n  prod: { binaryVersion: "1.36" } # keep\n',
      'a.yaml': widget('v1', '0'),
      'b.yaml': policy,
      'c.yaml': certificate,
    });
    await serve('1.37-with-widgets');
    const added = await type('targets add live --context staging --name live');
    assert.equal(added.exit, 0, added.stderr);
    assert.match(added.stdout, /live: Kubernetes 1\.37 emulating 1\.35.*runtime config api\/beta=true/);
    assert.equal(
      readFileSync(join(workspace.path, '.kubecompat.yaml'), 'utf8'),
      '# ours\ntargets:\n  prod: { binaryVersion: "1.36" } # keep\n  live:\n    context: staging\n',
    );
    await replay?.close();
    const checked = await type('check . --target live --format json');
    assert.equal(checked.exit, 1, checked.stderr);
    const report = JSON.parse(checked.stdout);
    assert.match(report.targets[0].source, /^context staging, read \d{4}-\d\d-\d\d \d\d:\d\d UTC$/);
    const found = report.findings.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`);
    assert.deepEqual(found.sort(), [
      'a.yaml invalid-value',
      'b.yaml deprecated-api',
      'b.yaml opt-in-api',
      'c.yaml unknown-custom-kind',
    ]);
    const again = await type('targets add live --context staging --name live');
    assert.equal(again.exit, 2);
    assert.match(again.stderr, /refuses connections/);
  });

  it('takes a context as the target of one run, and leaves nothing behind', async () => {
    workspace = new Workspace({ 'a.yaml': widget('v1', '0'), 'b.yaml': policy });
    await serve('1.37-with-widgets');
    const checked = await type('check -f a.yaml,b.yaml --context staging -o json');
    assert.equal(checked.exit, 1, checked.stderr);
    const report = JSON.parse(checked.stdout);
    assert.deepEqual(
      report.targets.map(({ name }: { name: string }) => name),
      ['staging'],
    );
    assert.match(report.targets[0].source, /^context staging, read /);
    const found = report.findings.map(({ file, code }: { file: string; code: string }) => `${file} ${code}`);
    assert.deepEqual(found.sort(), ['a.yaml invalid-value', 'b.yaml deprecated-api', 'b.yaml opt-in-api']);
    const beside = JSON.parse((await type('report . --context staging --target 1.36 -o json')).stdout);
    assert.deepEqual(beside.targets.map(({ name }: { name: string }) => name).sort(), ['1.36', 'staging']);
    const planned = await type('plan . --from context=staging --to 1.37 -o json');
    assert.equal(planned.exit, 0, planned.stderr);
    assert.equal(JSON.parse(planned.stdout).from.name, 'staging');
    const listed = await type('targets --context staging');
    assert.match(listed.stdout, /staging +1\.37 +1\.35/);
    const stored = JSON.parse((await type('targets stored --context staging -n shop -o json')).stdout);
    assert.equal(stored.context, 'staging');
    const listings = (replay?.requests ?? []).filter((request) => /\/widgets\?/.test(request));
    assert.deepEqual(listings, ['GET /apis/example.com/v1/namespaces/shop/widgets?limit=500']);
    assert.deepEqual(readdirSync(workspace.path).sort(), ['a.yaml', 'b.yaml']);
    await replay?.close();
    const gone = await type('check -f a.yaml --context staging');
    assert.equal(gone.exit, 2);
    assert.match(gone.stderr, /staging: .*refuses connections/);
  });

  it('compares the definitions of a workspace with those of the cluster', async () => {
    const definition = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: { name: widgets.example.com }
spec:
  group: example.com
  names: { kind: Widget, plural: widgets }
  scope: Cluster
  versions: [{ name: v1, served: true, storage: true, schema: { openAPIV3Schema: { type: object } } }]
`;
    workspace = new Workspace({ 'crds/widgets.yaml': definition });
    await serve('1.37-with-widgets');
    const added = await type('targets add live --context staging --name live');
    assert.equal(added.exit, 0, added.stderr);
    await replay?.close();
    const compared = await type('crd diff live:live crds --format json');
    assert.equal(compared.exit, 1, compared.stderr);
    const { definitions, removed } = JSON.parse(compared.stdout);
    assert.deepEqual(
      definitions.map((one: { kind: string; new: boolean }) => [one.kind, one.new]),
      [['Widget', false]],
    );
    assert.ok(definitions[0].changes.some(({ code }: { code: string }) => code === 'crd-scope-changed'));
    assert.deepEqual(removed, []);
    const wrong = await type('crd diff live:nowhere crds');
    assert.equal(wrong.exit, 2);
    assert.match(wrong.stderr, /live:nowhere/);
  });

  it('makes a configuration where there is none, and names the target after the context', async () => {
    workspace = new Workspace({ 'a.yaml': widget('v1beta1', '1') });
    await serve('1.34');
    const added = await type('targets add live');
    assert.equal(added.exit, 0, added.stderr);
    const config = readFileSync(join(workspace.path, '.kubecompat.yaml'), 'utf8');
    assert.equal(config, 'targets:\n  staging:\n    context: staging\n');
    const listed = await type('targets');
    assert.match(listed.stdout, /staging +1\.34 +1\.34 +1\.33 +context staging, read .* \(just now\)/);
    const json = JSON.parse((await type('targets --format json')).stdout);
    assert.equal(json.targets[0].live.gitVersion, 'v1.34.4');
    assert.ok(json.targets[0].live.ageSeconds >= 0);
    assert.deepEqual(
      json.targets[0].live.requestedDeprecatedApis.map((one: { resource: string }) => one.resource),
      ['endpoints'],
    );
    assert.match((await type('check .')).stdout, /unknown +The CustomResourceDefinitions cannot be read/);
  });

  it('knows by its version who runs a cluster and decides its flags', async () => {
    workspace = new Workspace({ 'a.yaml': widget('v1beta1', '1') });
    const managed = '{"major":"1","minor":"34+","gitVersion":"v1.34.4-eks-1a2b"}';
    await serve('1.34', { '/version': { status: 200, body: managed } });
    assert.equal((await type('targets add live')).exit, 0);
    const { stdout } = await type('targets');
    assert.match(stdout, /Amazon EKS decides its flags/);
    assert.match(stdout, /standard support of Amazon EKS for 1\.34 until 2026-12-02/);
  });

  it('refreshes, and keeps the old copy where that fails', async () => {
    workspace = new Workspace({
      '.kubecompat.yaml': 'targets: { a: { context: staging }, b: { binaryVersion: "1.36" } }\n',
    });
    await serve('1.34');
    const unread = await type('check . --target a');
    assert.equal(unread.exit, 2);
    assert.match(unread.stderr, /\.kubecompat\.yaml:1:\d+: the cluster of context staging has not been read yet/);
    assert.match(unread.stderr, /kubecompat targets refresh a/);
    assert.equal((await type('targets refresh')).exit, 0);
    await serve('1.37-with-widgets');
    assert.equal((await type('targets refresh a')).exit, 0);
    assert.match((await type('targets --target a')).stdout, /a +1\.37 +1\.35 +1\.34/);
    assert.equal(readdirSync(join(workspace.path, '.kubecompat/live')).length, 2, 'older definitions are gone');
    await serve('1.34', { '/version': { status: 403, body: status('no') } });
    const failed = await type('targets refresh');
    assert.equal(failed.exit, 2);
    assert.match(failed.stderr, /a: .*forbids this user to read \/version/);
    assert.match((await type('targets --target a')).stdout, /a +1\.37 +1\.35 +1\.34/);
    assert.match((await type('targets refresh b')).stderr, /b is not a live cluster.*\n.*the live clusters are a/);
  });

  it('shows how a cluster differs from what the catalogue expects', async () => {
    workspace = new Workspace({});
    await serve('1.37-emulating-1.35');
    await type('targets add live');
    const diff = await type('targets diff staging');
    assert.equal(diff.exit, 0, diff.stderr);
    assert.match(
      diff.stdout,
      /storage\.k8s\.io\/v1beta1 +volumeattributesclasses +served +--runtime-config=api\/beta=true/,
    );
    assert.match(diff.stdout, /HPAConfigurableTolerance +beta +off +on/);
    assert.match(diff.stdout, /v1 +endpoints +-/);
    const json = JSON.parse((await type('targets diff staging --format json')).stdout);
    assert.deepEqual(json.gates, [{ name: 'HPAConfigurableTolerance', stage: 'BETA', enabled: false, expected: true }]);
    assert.ok(
      json.resources.every(
        (resource: { served: boolean; cause: string }) => resource.served && resource.cause === 'runtime-config',
      ),
    );
    await serve('1.37-with-widgets');
    await type('targets refresh');
    assert.match((await type('targets diff staging')).stdout, /example\.com\/v1 +Widget +a CustomResourceDefinition/);
  });

  it('tells who wrote objects in outdated versions, and keeps that apart from storage and manifests', async () => {
    const own = widget('v1beta1', '1').replace('name: front', 'name: front\n  namespace: shop');
    workspace = new Workspace({ 'deploy/a.yaml': own, 'deploy/b.yaml': widget('v1', '1').replace('front', 'back') });
    await serve('1.37-with-widgets');
    await type('targets add live');
    const before = replay?.requests.length ?? 0;
    const text = await type('targets stored staging deploy');
    assert.equal(text.exit, 0, text.stderr);
    assert.match(
      text.stdout,
      /Widget shop\/front +written +example\.com\/v1beta1 +kubectl-client-side-apply +deprecated/,
    );
    assert.match(text.stdout, /last applied +example\.com\/v1beta1 +kubectl apply +deprecated/);
    assert.match(text.stdout, /manifest +example\.com\/v1beta1 +deploy\/a\.yaml +deprecated/);
    const asked = (replay?.requests ?? []).slice(before);
    assert.ok(asked.every((request) => request.startsWith('GET ')));
    assert.ok(!asked.some((request) => /secrets|configmaps|\/events/.test(request)), asked.join('\n'));
    workspace.write(
      'audit.log',
      `not json\n${JSON.stringify({ kind: 'Event', apiVersion: 'audit.k8s.io/v1', stage: 'ResponseComplete', verb: 'get', user: { username: 'ci' }, objectRef: { apiVersion: 'v1beta1', apiGroup: 'storage.k8s.io', resource: 'volumeattributesclasses' } })}\n`,
    );
    const joined = await type('targets stored staging deploy --audit-log audit.log -o json');
    assert.match(joined.stderr, /1 line of the audit log could not be read/);
    const ending = JSON.parse(joined.stdout).apis.map(
      (api: { groupVersion: string; manifests: number; objects: number; clients: readonly { user: string }[] }) => [
        api.groupVersion,
        api.manifests,
        api.objects,
        api.clients.map(({ user }) => user),
      ],
    );
    assert.deepEqual(ending, [
      ['example.com/v1beta1', 1, 1, []],
      ['storage.k8s.io/v1beta1', 0, 0, ['ci']],
    ]);
    const json = JSON.parse((await type('targets stored staging deploy --format json')).stdout);
    const [object, ...others] = json.objects;
    assert.deepEqual(others, []);
    assert.deepEqual(
      object.managers.map((manager: { manager: string; verdict: string | null }) => [manager.manager, manager.verdict]),
      [
        ['argocd', null],
        ['kubectl-client-side-apply', 'deprecated'],
      ],
    );
    assert.deepEqual(object.lastApplied, { apiVersion: 'example.com/v1beta1', verdict: 'deprecated' });
    assert.deepEqual(object.manifests, [
      { file: 'deploy/a.yaml', document: 0, apiVersion: 'example.com/v1beta1', verdict: 'deprecated' },
    ]);
    const widgets = json.resources.find((resource: { kind: string }) => resource.kind === 'Widget');
    assert.deepEqual([widgets.listed, widgets.storedAs, widgets.storedVersions], [1, 'v1', ['v1']]);
    const unlisted = json.resources.find((resource: { resource: string }) => resource.resource === 'deployments');
    assert.match(unlisted.incomplete, /gives 404/);
  });

  it('refuses what it cannot add, and writes nothing', async () => {
    const config = 'targets: { staging: { binaryVersion: "1.36" } }\n';
    workspace = new Workspace({ '.kubecompat.yaml': config });
    await serve('1.34');
    for (const [line, regExp] of [
      ['targets add live', /there is another target "staging"/],
      ['targets add live --name 1.36', /"1\.36" cannot be the name of a target/],
      ['targets add live --name ../x', /cannot be the name of a target/],
      ['targets add live --context none', /no context "none"/],
      ['targets add live --timeout 0', /--timeout=0 is not possible/],
      ['targets add', /targets does not know "add"/],
      ['targets diff staging', /staging is not a live cluster/],
      ['targets diff', /targets diff needs a live target/],
      ['targets stored', /targets stored needs a live target/],
      ['targets stored staging', /staging is not a live cluster/],
      ['targets refresh', /no live cluster is configured here/],
    ] as const) {
      const run = await type(line);
      assert.equal(run.exit, 2, line);
      assert.match(run.stderr, regExp, line);
    }
    assert.equal(readFileSync(join(workspace.path, '.kubecompat.yaml'), 'utf8'), config);
    assert.ok(!existsSync(join(workspace.path, '.kubecompat')));
  });

  it('does not take copies that are broken or made up', async () => {
    workspace = new Workspace({ 'a.yaml': widget('v1', '1') });
    await serve('1.34');
    await type('targets add live');
    const path = join(workspace.path, '.kubecompat/live/staging.json');
    const good = readFileSync(path, 'utf8');
    for (const bad of [
      '',
      '{}',
      'null',
      good.slice(0, -100),
      good.replace('"format":1', '"format":2'),
      good.replace('"kind":"Pod"', '"kind":7'),
    ]) {
      writeFileSync(path, bad);
      const run = await type('check .');
      assert.equal(run.exit, 2);
      assert.match(run.stderr, /has a copy that cannot be used.*\n.*targets refresh staging/);
    }
  });
});
