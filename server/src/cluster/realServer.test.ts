import assert from 'node:assert/strict';
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { resolveFlags } from '../../../test/harness/recorded.ts';
import { formatMinor } from '../target/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { refreshCluster } from './cluster.ts';

/*
 * Real servers, where KUBECOMPAT_KUBE_APISERVERS names programs of kube-apiserver, as PATH names folders. They need etcd
 * on the PATH.
 */
const programs = (process.env['KUBECOMPAT_KUBE_APISERVERS'] ?? '').split(delimiter).filter((file) => file !== '');

const settings: readonly (readonly string[])[] = [
  [],
  ['--runtime-config=api/beta=true'],
  ['--emulated-version=PREVIOUS', '--runtime-config=api/all=true'],
  ['--emulated-version=PREVIOUS', '--emulation-forward-compatible=true', '--runtime-config=api/beta=true'],
  ['--runtime-config=storage.k8s.io/v1beta1=true,apps/v1/controllerrevisions=false', '--feature-gates=AllBeta=false'],
  ['--feature-gates=InPlacePodVerticalScaling=true,WatchList=false,CBORServingAndStorage=true'],
];

for (const program of programs) {
  describe(`the real ${program}`, () => {
    const told = spawnSync(program, ['--version'], { encoding: 'utf8' }).stdout;
    const minor = Number(/v1\.(\d+)/.exec(told)?.[1]);
    for (const written of settings) {
      const flags = written.map((flag) => flag.replace('PREVIOUS', `1.${minor - 1}`));
      it(`shows ${flags.join(' ') || 'that it has no flags'}`, async () => {
        const server = await RealServer.start(program, flags);
        try {
          const found = await refreshCluster({
            folder: server.folder,
            cwd: server.folder,
            kubeconfig: server.kubeconfig,
            name: 'live',
            context: undefined,
            catalog: readCatalog(),
            milliseconds: 30_000,
            now: () => new Date(),
          });
          assert.ok(found.ok, found.ok ? '' : found.message);
          const expected = resolveFlags(`1.${minor}`, flags);
          assert.ok(expected.ok);
          const { surface, notes } = found.derived;
          assert.deepEqual(notes, []);
          assert.equal(formatMinor(surface.versions.emulation), formatMinor(expected.surface.versions.emulation));
          assert.deepEqual(surface.versions, expected.surface.versions);
          assert.deepEqual([...surface.gates], [...expected.surface.gates]);
          assert.deepEqual(surface.resources, expected.surface.resources);
          assert.deepEqual(found.snapshot.definedGroups, []);
        } finally {
          await server.stop();
        }
      });
    }
  });
}

/** A kube-apiserver beside an etcd of its own, on loopback. */
class RealServer {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly #processes: readonly ChildProcess[];

  private constructor(folder: string, kubeconfig: string, processes: readonly ChildProcess[]) {
    this.folder = folder;
    this.kubeconfig = kubeconfig;
    this.#processes = processes;
  }

  static async start(program: string, flags: readonly string[]): Promise<RealServer> {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-real-'));
    const [port, etcdPort, peerPort] = [await freePort(), await freePort(), await freePort()];
    const etcd = `http://127.0.0.1:${etcdPort}`;
    const peer = `http://127.0.0.1:${peerPort}`;
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(join(folder, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
    writeFileSync(join(folder, 'tokens'), 'good,admin,1,system:masters\n');
    const run = (name: string, args: readonly string[]) => spawn(name, args, { stdio: 'ignore' });
    const processes = [
      run('etcd', [
        `--data-dir=${join(folder, 'etcd')}`,
        `--listen-client-urls=${etcd}`,
        `--advertise-client-urls=${etcd}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
      ]),
      run(program, [
        `--etcd-servers=${etcd}`,
        '--bind-address=127.0.0.1',
        `--secure-port=${port}`,
        `--cert-dir=${join(folder, 'certs')}`,
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${join(folder, 'sa.key')}`,
        `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
        '--authorization-mode=AlwaysAllow',
        `--token-auth-file=${join(folder, 'tokens')}`,
        '--service-cluster-ip-range=10.0.0.0/16',
        '--endpoint-reconciler-type=none',
        ...flags,
      ]),
    ];
    const kubeconfig = join(folder, 'kubeconfig');
    const cluster = { server: `https://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
    writeFileSync(
      kubeconfig,
      JSON.stringify({
        'current-context': 'real',
        contexts: [{ name: 'real', context: { cluster: 'real', user: 'real' } }],
        clusters: [{ name: 'real', cluster }],
        users: [{ name: 'real', user: { token: 'good' } }],
      }),
    );
    const server = new RealServer(folder, kubeconfig, processes);
    await server.#ready(port);
    return server;
  }

  async #ready(port: number): Promise<void> {
    const { get } = await import('./get.ts');
    const access = {
      server: `https://127.0.0.1:${port}`,
      options: { rejectUnauthorized: false, headers: { Authorization: 'Bearer good' } },
    };
    for (let tries = 0; tries < 300; tries++) {
      const reply = await get(access, '/readyz', '*/*', { milliseconds: 2000, bytes: 1e6 }).catch(() => undefined);
      if (reply?.status === 200) return;
      await sleep(300);
    }
    await this.stop();
    throw new Error('it did not become ready');
  }

  async stop(): Promise<void> {
    for (const one of [...this.#processes].reverse()) {
      const ended = one.exitCode === null ? new Promise((resolve) => one.once('exit', resolve)) : undefined;
      one.kill('SIGTERM');
      await ended;
    }
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
