import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type CliRun, Workspace } from './cli/harness.ts';
import { helmFolder } from './harness/helm.ts';
import { RealServer } from './support/realServer.ts';

/*
 * The clients of each API, on a real server that emulates 1.34: KUBECOMPAT_KUBE_APISERVERS lists kube-apiserver 1.37
 * programs. Needs etcd on the PATH.
 */
const programs = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter).filter((file) => file !== '');

const policy =
  'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{ level: Metadata }]\n';

const attributes = (version: string, name: string) =>
  `apiVersion: storage.k8s.io/${version}
kind: VolumeAttributesClass
metadata: { name: ${name} }
driverName: disk.example.com
parameters: { iops: "3000" }
`;

const device = { exactly: { deviceClassName: 'gpu.example.com' } };
const claim = (version: string, name: string) => {
  const requests = [
    version === 'v1beta1' ? { name: 'gpu', deviceClassName: 'gpu.example.com' } : { name: 'gpu', ...device },
  ];
  return {
    apiVersion: `resource.k8s.io/${version}`,
    kind: 'ResourceClaim',
    metadata: { name },
    spec: { devices: { requests } },
  };
};

interface OutdatedApi {
  readonly groupVersion: string;
  readonly kind: string;
  readonly manifests: number;
  readonly objects: number | null;
  readonly managers: readonly string[];
  readonly releases: readonly { readonly namespace: string; readonly name: string }[];
  readonly isRequested: boolean | null;
  readonly clients: readonly {
    readonly userAgent: string;
    readonly verbs: readonly string[];
    readonly count: number;
  }[];
}

interface Evidence {
  readonly target: string;
  readonly apis: readonly OutdatedApi[];
  readonly unread: readonly unknown[];
}

function used(api: OutdatedApi | undefined) {
  assert.ok(api !== undefined);
  const { kind, groupVersion, manifests, objects, managers, releases, isRequested, clients } = api;
  return {
    api: `${kind} ${groupVersion}`,
    ...{ manifests, objects, managers, isRequested },
    releases: releases.map(({ namespace, name }) => `${namespace}/${name}`),
    verbs: [...new Set(clients.flatMap(({ verbs }) => verbs))].sort(),
    requests: clients.reduce((sum, { count }) => sum + count, 0),
  };
}

for (const program of programs) {
  describe(`the clients of removed APIs, at the real ${program}`, function () {
    this.timeout(600_000);
    let server: RealServer;
    let workspace: Workspace;
    let folder: string;
    let log: string;

    before(async function () {
      const helm = `${helmFolder(this)}helm`;
      folder = mkdtempSync(join(tmpdir(), 'kubecompat-evidence-'));
      log = join(folder, 'audit.log');
      writeFileSync(join(folder, 'policy.yaml'), policy);
      server = await RealServer.start(program, [
        '--emulated-version=1.34',
        '--runtime-config=storage.k8s.io/v1beta1=true,resource.k8s.io/v1beta1=true',
        '--feature-gates=VolumeAttributesClass=true',
        `--audit-policy-file=${join(folder, 'policy.yaml')}`,
        `--audit-log-path=${log}`,
      ]);
      for (const version of ['v1beta1', 'v1']) {
        const chart = join(folder, version);
        mkdirSync(join(chart, 'templates'), { recursive: true });
        writeFileSync(join(chart, 'Chart.yaml'), `apiVersion: v2\nname: disks\nversion: 1.0.0\n`);
        writeFileSync(join(chart, 'templates', 'all.yaml'), attributes(version, `release-${version}`));
        const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: server.kubeconfig };
        const installed = spawnSync(helm, ['install', `disks-${version}`, chart], { encoding: 'utf8', env });
        assert.equal(installed.status, 0, installed.stdout + installed.stderr);
      }
      const claims = '/apis/resource.k8s.io';
      for (const [version, name] of [
        ['v1beta1', 'old-1'],
        ['v1beta1', 'old-2'],
        ['v1', 'new'],
      ] as const) {
        const path = `${claims}/${version}/namespaces/default/resourceclaims?fieldManager=team-${version}`;
        const created = await server.ask('POST', path, JSON.stringify(claim(version, name)));
        assert.equal(created.status, 201, created.body);
      }
      for (let asked = 0; asked < 3; asked++) await server.ask('GET', `${claims}/v1beta1/resourceclaims`);
      for (const [name, kubeletVersion] of [
        ['old', 'v1.30.4'],
        ['current', 'v1.34.2'],
      ] as const) {
        const node = { apiVersion: 'v1', kind: 'Node', metadata: { name } };
        assert.equal((await server.ask('POST', '/api/v1/nodes', JSON.stringify(node))).status, 201);
        const status = { status: { nodeInfo: { kubeletVersion, kubeProxyVersion: kubeletVersion } } };
        const patched = await server.ask(
          'PATCH',
          `/api/v1/nodes/${name}/status`,
          JSON.stringify(status),
          'application/merge-patch+json',
        );
        assert.equal(patched.status, 200, patched.body);
      }
      workspace = new Workspace({
        'deploy/disks.yaml': [
          attributes('v1beta1', 'gold'),
          attributes('v1beta1', 'silver'),
          attributes('v1', 'new'),
        ].join('---\n'),
      });
    });

    after(async () => {
      await server?.stop();
      workspace?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    const type = (line: string): Promise<CliRun> =>
      workspace.start([...line.split(' '), '--kubeconfig', server.kubeconfig], { env: { HOME: folder } });

    /** The requests in the audit log, counted independently. */
    const requestsOf = (apiGroup: string, apiVersion: string, resource: string): number =>
      readFileSync(log, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line).objectRef]))
        .filter((ref) => ref?.apiGroup === apiGroup && ref.apiVersion === apiVersion && ref.resource === resource)
        .length;

    const evidenceOf = async (line: string): Promise<readonly Evidence[]> => {
      const run = await type(`report deploy --context real ${line} --format json`);
      assert.ok(run.exit === 0 || run.exit === 1, run.stderr);
      return JSON.parse(run.stdout).evidence;
    };

    it('are in the report, by API', async () => {
      const [at37, at38, now, ...others] = await evidenceOf(
        `--target 1.37 --target 1.38 --stored --releases --audit-log ${log}`,
      );
      assert.deepEqual([at37?.target, at38?.target, now?.target, others], ['1.37', '1.38', 'real', []]);
      const [claims, attributesClass, ...more] = [...(at37?.apis ?? [])].sort((a, b) => (a.kind < b.kind ? -1 : 1));
      assert.deepEqual(at37?.unread, []);
      assert.deepEqual(more, []);
      assert.deepEqual(used(claims), {
        api: 'ResourceClaim resource.k8s.io/v1beta1',
        manifests: 0,
        objects: 2,
        managers: ['team-v1beta1'],
        releases: [],
        isRequested: true,
        verbs: ['create', 'list'],
        requests: requestsOf('resource.k8s.io', 'v1beta1', 'resourceclaims'),
      });
      assert.deepEqual(used(attributesClass), {
        api: 'VolumeAttributesClass storage.k8s.io/v1beta1',
        manifests: 2,
        objects: 1,
        managers: ['helm'],
        releases: ['default/disks-v1beta1'],
        isRequested: true,
        verbs: ['create', 'get'],
        requests: requestsOf('storage.k8s.io', 'v1beta1', 'volumeattributesclasses'),
      });
      // With emulation version 1.34 the server deprecates one of them.
      assert.deepEqual(
        now?.apis.map(({ kind }) => kind),
        ['VolumeAttributesClass'],
      );
    });

    it('are in a table', async () => {
      const run = await type(`report deploy --context real --target 1.37 --stored --releases --audit-log ${log}`);
      assert.match(
        run.stdout,
        /^Use of APIs that are deprecated or removed at 1\.37, in the cluster of context real$/m,
      );
      assert.match(
        run.stdout,
        /^ResourceClaim resource\.k8s\.io\/v1beta1 +not served +0 +2 +- +yes +5 +admin, team-v1beta1$/m,
      );
    });

    it('are listed with the kubelets that a step of a plan does not support', async () => {
      const run = await type('plan --from context=real --to 1.37 deploy');
      const steps = run.stdout.split(/^(?=\d of \d )/m).filter((part) => /^\d of \d /.test(part));
      assert.ok(steps.length > 1, run.stderr);
      for (const step of steps)
        assert.match(step, /^ {4}kubelet v1\.30\.4, 1 \(old\): supported are 1\.\d+ to 1\.\d+/m);
      assert.doesNotMatch(run.stdout, /v1\.34\.2/);
    });
  });
}
