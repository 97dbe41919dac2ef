import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { connect } from '../server/src/cluster/sql/connection.ts';
import { readHelmRelease, writeHelmRelease } from '../server/src/formats/helmRelease.ts';
import { Workspace } from './cli/harness.ts';
import { helmFolder } from './harness/helm.ts';
import { RealServer } from './support/realServer.ts';

/*
 * A real Helm with releases in PostgreSQL, and a real server, if KUBECOMPAT_KUBE_APISERVERS lists kube-apiserver
 * programs and KUBECOMPAT_POSTGRES is an empty database: postgresql://USER:PASSWORD@HOST/NAME?sslmode=disable
 */
const [program = ''] = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter);
const database = process.env['KUBECOMPAT_POSTGRES'] ?? '';

const template = `apiVersion: policy/v1
kind: PodDisruptionBudget
metadata: { name: {{ .Release.Name }} }
spec: { minAvailable: 1, selector: { matchLabels: { app: web } } }
`;

if (program !== '' && database !== '') {
  describe('releases of Helm in a real PostgreSQL', function () {
    this.timeout(300_000);
    let server: RealServer;
    let workspace: Workspace;
    let helm: string;

    before(async function () {
      helm = `${helmFolder(this)}helm`;
      server = await RealServer.start(program, []);
      workspace = new Workspace({
        'chart/Chart.yaml': 'apiVersion: v2\nname: shop\nversion: 1.2.3\n',
        'chart/templates/all.yaml': template,
      });
    });

    after(async () => {
      await server?.stop();
      workspace?.remove();
    });

    const driver = { HELM_DRIVER: 'sql', HELM_DRIVER_SQL_CONNECTION_STRING: database };

    function runHelm(...args: readonly string[]) {
      const env = { PATH: process.env['PATH'], HOME: workspace.path, KUBECONFIG: server.kubeconfig, ...driver };
      const { status, stdout, stderr } = spawnSync(helm, args, { cwd: workspace.path, encoding: 'utf8', env });
      return { status, printed: stdout + stderr };
    }

    function type(line: string) {
      return workspace.start([...line.split(' '), '--kubeconfig', server.kubeconfig], {
        env: { HOME: workspace.path, ...driver },
      });
    }

    /** Replaces the manifest of the stored release with that of an older chart. */
    async function age(): Promise<string> {
      const sql = await connect(database, 10_000);
      const [row] = (await sql.query("SELECT body FROM releases_v1 WHERE key = 'sh.helm.release.v1.shop.v1'")).rows;
      const read = readHelmRelease(String(row?.['body']), false);
      assert.ok(read.ok);
      const old = writeHelmRelease(
        read.release,
        read.release.manifest.replace('policy/v1', 'policy/v1beta1'),
        [],
        false,
      );
      await sql.query('UPDATE releases_v1 SET body = $1', [old]);
      await sql.end();
      return old;
    }

    async function setStatus(status: string): Promise<void> {
      const sql = await connect(database, 10_000);
      await sql.query('UPDATE releases_v1 SET status = $1', [status]);
      await sql.end();
    }

    it('are found and rewritten, so that the next helm upgrade works', async () => {
      assert.match((await type('targets releases --target 1.37')).stdout, /the database has no releases of Helm/);
      const installed = runHelm('install', 'shop', 'chart', '--labels', 'team=web');
      assert.equal(installed.status, 0, installed.printed);
      const old = await age();
      assert.match(runHelm('upgrade', 'shop', 'chart').printed, /no matches for kind "PodDisruptionBudget"/);
      const found = JSON.parse((await type('targets releases --target 1.37 --format json')).stdout);
      assert.deepEqual(
        found.releases.map((release: { name: string; failsUpgrade: boolean }) => [release.name, release.failsUpgrade]),
        [['shop', true]],
      );

      await setStatus('pending-upgrade');
      assert.match((await type('targets releases --target 1.37 --write')).stdout, /Helm says pending-upgrade/);
      await setStatus('deployed');

      const run = await type('targets releases --target 1.37 --write --backup kept');
      assert.equal(run.exit, 0, run.stdout + run.stderr);
      assert.match(run.stdout, /written {2}default\/shop: revision 2; revision 1 is kept/);
      const [backup = ''] = readdirSync(join(workspace.path, 'kept'));
      assert.equal(statSync(join(workspace.path, 'kept', backup)).mode & 0o777, 0o600);
      assert.equal(JSON.parse(readFileSync(join(workspace.path, 'kept', backup), 'utf8')).data.release, old);

      const upgraded = runHelm('upgrade', 'shop', 'chart');
      assert.equal(upgraded.status, 0, upgraded.printed);
      const history = JSON.parse(runHelm('history', 'shop', '-o', 'json').printed);
      assert.deepEqual(
        history.map((entry: { revision: number; status: string }) => [entry.revision, entry.status]),
        [
          [1, 'superseded'],
          [2, 'superseded'],
          [3, 'deployed'],
        ],
      );
      assert.match(runHelm('list', '--selector', 'team=web').printed, /shop/);
      const after = JSON.parse((await type('targets releases --target 1.37 --format json')).stdout);
      assert.deepEqual(after.releases[0].objects, []);
    });
  });
}
