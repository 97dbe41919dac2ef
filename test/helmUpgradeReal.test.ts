import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type HelmRelease, readHelmRelease, writeHelmRelease } from '../server/src/formats/helmRelease.ts';
import { type CliRun, Workspace } from './cli/harness.ts';
import { helmFolder } from './harness/helm.ts';
import { Etcd } from './support/etcd.ts';
import { RealServer } from './support/realServer.ts';

/*
 * A cluster before and after its upgrade from 1.34 to 1.37: real servers on one etcd, if KUBECOMPAT_KUBE_APISERVERS
 * lists kube-apiserver 1.37 programs, and a real Helm. Needs etcd on the PATH.
 */
const programs = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter).filter((file) => file !== '');

/** The kinds that 1.34 serves as beta and 1.37 does not, as a chart writes them for both. */
const template = `{{- $old := .Values.old }}
apiVersion: storage.k8s.io/{{ if and $old (.Capabilities.APIVersions.Has "storage.k8s.io/v1beta1/VolumeAttributesClass") }}v1beta1{{ else }}v1{{ end }}
kind: VolumeAttributesClass
metadata: { name: {{ .Release.Name }}, annotations: { note: {{ .Values.note | quote }} } }
driverName: disk.example.com
parameters: { iops: "3000" }
---
apiVersion: networking.k8s.io/{{ if and $old (.Capabilities.APIVersions.Has "networking.k8s.io/v1beta1/ServiceCIDR") }}v1beta1{{ else }}v1{{ end }}
kind: ServiceCIDR
metadata: { name: {{ .Release.Name }} }
spec: { cidrs: [10.{{ .Values.number }}.0.0/24] }
---
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-pass }
stringData: { word: hunter-two }
`;
const policy = `---
# Source: shop/templates/policy.yaml
apiVersion: policy/v1beta1
kind: PodSecurityPolicy
metadata: { name: restricted }
spec: { privileged: false }
`;
const emulation = [
  '--emulated-version=1.34',
  '--runtime-config=networking.k8s.io/v1beta1=true,storage.k8s.io/v1beta1=true',
  '--feature-gates=VolumeAttributesClass=true',
];
const count = 50;

interface ReleaseRow {
  readonly name: string;
  readonly failsUpgrade: boolean;
}

for (const program of programs) {
  describe(`${count} releases of Helm in a cluster that is upgraded, at the real ${program}`, function () {
    this.timeout(1_800_000);
    let etcd: Etcd;
    let server: RealServer;
    let workspace: Workspace;
    let folder: string;
    let chart: string;
    let helm: string;

    before(async function () {
      helm = `${helmFolder(this)}helm`;
      etcd = await Etcd.start();
      workspace = new Workspace({});
      folder = mkdtempSync(join(tmpdir(), 'kubecompat-upgrade-'));
      chart = join(folder, 'chart');
      mkdirSync(join(chart, 'templates'), { recursive: true });
      writeFileSync(join(chart, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.2.3\n');
      writeFileSync(join(chart, 'values.yaml'), 'note: first\nold: false\nnumber: 0\n');
      writeFileSync(join(chart, 'templates', 'all.yaml'), template);
      writeFileSync(
        join(folder, 'policy.yaml'),
        'apiVersion: audit.k8s.io/v1\nkind: Policy\nomitStages: [RequestReceived]\nrules: [{ level: Metadata }]\n',
      );
    });

    after(async () => {
      await server?.stop();
      await etcd?.stop();
      workspace?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    function runHelm(...args: readonly string[]) {
      const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: server.kubeconfig };
      const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8', env });
      return { status, printed: stdout + stderr };
    }

    async function type(line: string): Promise<CliRun> {
      const words = [...line.split(' '), '--kubeconfig', server.kubeconfig];
      const run = await workspace.start(words, { env: { HOME: folder } });
      assert.doesNotMatch(run.stdout + run.stderr, /hunter|aHVudGVy/);
      return run;
    }

    const names = Array.from({ length: count }, (_, at) => `shop-${at}`);
    const isOld = (at: number) => at % 2 === 0;
    const hasPolicy = (at: number) => at % 10 === 0;
    const failing = names.filter((_, at) => isOld(at));
    const secrets = '/api/v1/namespaces/default/secrets';

    /** Adds an object to a stored release that an even older cluster installed with it. */
    async function addPolicy(name: string): Promise<void> {
      const path = `${secrets}/sh.helm.release.v1.${name}.v1`;
      const holder = JSON.parse((await server.ask('GET', path)).body);
      const read = readHelmRelease(holder.data.release, true);
      assert.ok(read.ok);
      const release: HelmRelease = read.release;
      const data = { release: writeHelmRelease(release, `${policy}${release.manifest}`, [], true) };
      assert.equal((await server.ask('PUT', path, JSON.stringify({ ...holder, data }))).status, 200);
    }

    const rows = async (line: string): Promise<readonly ReleaseRow[]> =>
      JSON.parse((await type(`targets releases --format json ${line}`)).stdout).releases;
    const uid = async (name: string) =>
      JSON.parse((await server.ask('GET', `/apis/storage.k8s.io/v1/volumeattributesclasses/${name}`)).body).metadata
        .uid;

    it('are found before the upgrade, fail after it, and can be upgraded once they are rewritten', async () => {
      const log = join(folder, 'audit.log');
      const audit = [`--audit-policy-file=${join(folder, 'policy.yaml')}`, `--audit-log-path=${log}`];
      server = await RealServer.start(program, [...emulation, ...audit], etcd);
      for (const [at, name] of names.entries()) {
        const installed = runHelm('install', name, chart, '--set', `old=${isOld(at)},number=${at + 1}`);
        assert.equal(installed.status, 0, installed.printed);
        if (hasPolicy(at)) await addPolicy(name);
      }
      const early = await rows('--target 1.37');
      assert.deepEqual(
        early.filter((row) => row.failsUpgrade).map((row) => row.name),
        failing.toSorted(),
      );
      assert.equal(early.length, count);

      // The requests of clients, counted from the log independently.
      const requests = JSON.parse((await type(`targets requests ${log} --target 1.37 --format json`)).stdout);
      const events = readFileSync(log, 'utf8')
        .split('\n')
        .flatMap((line) => (line === '' ? [] : [JSON.parse(line)]))
        .filter(
          ({ objectRef }) => objectRef?.apiVersion === 'v1beta1' && /^(storage|networking)\./.test(objectRef.apiGroup),
        );
      const found: Record<string, number> = {};
      for (const { groupVersion, resource, clients } of requests.apis) {
        for (const { user, userAgent, count: asked } of clients) {
          found[[groupVersion, resource, user, userAgent].join(' ')] = asked;
        }
      }
      const logged: Record<string, number> = {};
      for (const { objectRef, user, userAgent } of events) {
        const { apiGroup, apiVersion, resource } = objectRef;
        const key = [`${apiGroup}/${apiVersion}`, resource, user.username, userAgent].join(' ');
        logged[key] = (logged[key] ?? 0) + 1;
      }
      assert.deepEqual(found, logged);
      assert.ok(events.some(({ userAgent }) => userAgent.startsWith('Helm/')));

      const stored = await type(
        `targets stored --context real --target 1.37 --releases --audit-log ${log} --format json`,
      );
      const apis: readonly { kind: string; groupVersion: string; releases: readonly unknown[] }[] = JSON.parse(
        stored.stdout,
      ).apis;
      const held = Object.fromEntries(apis.map((api) => [`${api.kind} ${api.groupVersion}`, api.releases.length]));
      assert.deepEqual(held, {
        'PodSecurityPolicy policy/v1beta1': names.filter((_, at) => hasPolicy(at)).length,
        'ServiceCIDR networking.k8s.io/v1beta1': failing.length,
        'VolumeAttributesClass storage.k8s.io/v1beta1': failing.length,
      });

      const uids = await Promise.all(names.map(uid));
      await server.stop();
      server = await RealServer.start(program, [], etcd);
      for (const [at, name] of names.entries()) {
        const upgraded = runHelm('upgrade', name, chart, '--dry-run=server');
        assert.equal(upgraded.status === 0, !isOld(at), `${name}: ${upgraded.printed}`);
        if (isOld(at)) assert.match(upgraded.printed, /no matches for kind "\w+" in version "\S+v1beta1"/);
      }
      const late = await rows('--target 1.37');
      assert.deepEqual(
        late.filter((row) => row.failsUpgrade).map((row) => row.name),
        failing.toSorted(),
      );

      const careful = await type('targets releases --target 1.37 --write');
      assert.equal(careful.exit, 1, careful.stderr);
      const rest = names.filter((_, at) => hasPolicy(at));
      assert.equal(careful.stdout.match(/ {2}written {2}/g)?.length, failing.length - rest.length);
      const whole = await type('targets releases --target 1.37 --write --drop-ended');
      assert.equal(whole.exit, 0, whole.stdout + whole.stderr);
      assert.equal(whole.stdout.match(/ {2}written {2}/g)?.length, rest.length);
      assert.deepEqual(
        (await rows('--target 1.37')).filter((row) => row.failsUpgrade),
        [],
      );

      for (const [at, name] of names.entries()) {
        const upgraded = runHelm('upgrade', name, chart, '--set', `note=second,number=${at + 1}`);
        assert.equal(upgraded.status, 0, `${name}: ${upgraded.printed}`);
      }
      // The objects were not recreated.
      assert.deepEqual(await Promise.all(names.map(uid)), uids);
    });
  });
}
