import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { type HelmRelease, readHelmRelease, writeHelmRelease } from '../server/src/formats/helmRelease.ts';
import { type CliRun, Workspace } from './cli/harness.ts';
import { helmFolder } from './harness/helm.ts';
import { RealServer } from './support/realServer.ts';

/*
 * Real servers, if KUBECOMPAT_KUBE_APISERVERS lists kube-apiserver programs, and a real Helm. Needs etcd on the PATH.
 */
const programs = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter).filter((file) => file !== '');

const template = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: {{ .Release.Name }} }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: {{ .Release.Name }}, annotations: { note: {{ .Values.note | quote }} } }
spec: { defaultBackend: { service: { name: web, port: { number: 80 } } } }
---
apiVersion: v1
kind: Secret
metadata: { name: {{ .Release.Name }}-pass }
stringData: { word: hunter-two }
`;

/** The manifest that an older chart had for the same objects on an older cluster. */
function aged(release: HelmRelease): string {
  return release.manifest
    .replaceAll('policy/v1\n', 'policy/v1beta1\n')
    .replaceAll('networking.k8s.io/v1\n', 'networking.k8s.io/v1beta1\n')
    .replaceAll(
      '{ defaultBackend: { service: { name: web, port: { number: 80 } } } }',
      '{ backend: { serviceName: web, servicePort: 80 } }',
    );
}

for (const program of programs) {
  describe(`releases of Helm at the real ${program}`, function () {
    this.timeout(600_000);
    const count = 50;
    let server: RealServer;
    let workspace: Workspace;
    let folder: string;
    let helm: string;

    before(async function () {
      helm = `${helmFolder(this)}helm`;
      server = await RealServer.start(program, []);
      workspace = new Workspace({});
      folder = mkdtempSync(join(tmpdir(), 'kubecompat-releases-'));
      mkdirSync(join(folder, 'templates'));
      writeFileSync(join(folder, 'Chart.yaml'), 'apiVersion: v2\nname: shop\nversion: 1.2.3\n');
      writeFileSync(join(folder, 'values.yaml'), 'note: first\n');
      writeFileSync(join(folder, 'templates', 'all.yaml'), template);
    });

    after(async () => {
      await server?.stop();
      workspace?.remove();
      rmSync(folder, { recursive: true, force: true });
    });

    function runHelm(...args: readonly string[]) {
      const env = { PATH: process.env['PATH'], HOME: folder, KUBECONFIG: server.kubeconfig };
      const { status, stdout, stderr } = spawnSync(helm, args, { encoding: 'utf8', env });
      return { status, printed: stdout + stderr };
    }

    function type(line: string): Promise<CliRun> {
      return workspace.start([...line.split(' '), '--kubeconfig', server.kubeconfig], { env: { HOME: folder } });
    }

    const secrets = '/api/v1/namespaces/default/secrets';

    /** Stores the Helm release again under another name, unchanged or as an older chart would have created it. */
    async function copyOf(name: string, isOld: boolean): Promise<void> {
      const holder = JSON.parse((await server.ask('GET', `${secrets}/sh.helm.release.v1.shop.v1`)).body);
      const read = readHelmRelease(holder.data.release, true);
      assert.ok(read.ok);
      const renamed = { ...read.release, stored: { ...read.release.stored, name } };
      const manifest = (isOld ? aged(read.release) : read.release.manifest).replaceAll('name: shop', `name: ${name}`);
      const copy = {
        ...holder,
        metadata: { name: `sh.helm.release.v1.${name}.v1`, labels: { ...holder.metadata.labels, name } },
        data: { release: writeHelmRelease(renamed, manifest, [], true) },
      };
      assert.equal((await server.ask('POST', secrets, JSON.stringify(copy))).status, 201);
    }

    it('are found, and rewritten if helm upgrade fails', async () => {
      const installed = runHelm('install', 'shop', folder);
      assert.equal(installed.status, 0, installed.printed);
      const old = Array.from({ length: count / 2 }, (_, at) => `shop-${at * 2}`);
      for (let at = 0; at < count; at++) await copyOf(`shop-${at}`, at % 2 === 0);
      const refused = runHelm('upgrade', 'shop-0', folder);
      assert.match(refused.printed, /no matches for kind "PodDisruptionBudget" in version "policy\/v1beta1"/);
      const found = JSON.parse((await type('targets releases --format json')).stdout);
      const failing = found.releases.filter((release: { failsUpgrade: boolean }) => release.failsUpgrade);
      assert.equal(found.releases.length, count + 1);
      assert.deepEqual(failing.map((release: { name: string }) => release.name).sort(), [...old].sort());

      // Releases with a pending operation are not changed.
      const lock = `${secrets}/sh.helm.release.v1.shop-2.v1`;
      const locked = JSON.parse((await server.ask('GET', lock)).body);
      const pending = {
        ...locked,
        metadata: { ...locked.metadata, labels: { ...locked.metadata.labels, status: 'pending-upgrade' } },
      };
      assert.equal((await server.ask('PUT', lock, JSON.stringify(pending))).status, 200);

      const run = await type('targets releases --write');
      assert.equal(run.exit, 1, run.stderr);
      assert.doesNotMatch(run.stdout + run.stderr, /hunter|aHVudGVy/);
      assert.equal(run.stdout.match(/ {2}written {2}/g)?.length, old.length - 1);
      assert.match(run.stdout, /left {2}default\/shop-2: Helm says pending-upgrade/);
      const unchanged = JSON.parse((await server.ask('GET', lock)).body);
      assert.equal(unchanged.data.release, locked.data.release);

      // The previous PUT changed the resourceVersion of the Secret.
      const { resourceVersion: _, ...metadata } = locked.metadata;
      assert.equal((await server.ask('PUT', lock, JSON.stringify({ ...locked, metadata }))).status, 200);
      assert.equal((await type('targets releases --write')).exit, 0);
      for (const name of old.slice(0, 3)) {
        const before = runHelm('get', 'values', name, '-a').printed;
        const upgraded = runHelm('upgrade', name, folder, '--set', 'note=second');
        assert.equal(upgraded.status, 0, upgraded.printed);
        assert.match(before, /note: first/);
        const history = JSON.parse(runHelm('history', name, '-o', 'json').printed);
        assert.deepEqual(
          history.map((entry: { revision: number; status: string }) => [entry.revision, entry.status]),
          [
            [1, 'superseded'],
            [2, 'superseded'],
            [3, 'deployed'],
          ],
        );
      }
      const after = JSON.parse((await type('targets releases --format json')).stdout);
      assert.deepEqual(
        after.releases.filter((release: { objects: readonly unknown[] }) => release.objects.length > 0),
        [],
      );
    });
  });
}
