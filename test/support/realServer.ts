import { type ChildProcess, spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Etcd, endWithThisProcess, freePort, stopProcess } from './etcd.ts';

/** A server's answer: its body as text, and the texts of its Warning headers. */
export interface ServerReply {
  readonly status: number;
  readonly warnings: readonly string[];
  readonly body: string;
}

/** The headers of a request, by name. */
type Headers = Readonly<Record<string, string>>;

/** A server that was never ready: its last output. */
export class ServerNotReady extends Error {
  /** The line with its own error; empty if it printed none. */
  readonly error: string;

  constructor(program: string, log: string) {
    super(`${program} did not become ready: ${log.trim().split('\n').at(-1) ?? ''}`);
    this.error = ownError(log);
  }
}

/** A server's error about its settings: a field of its log, or a line. */
function ownError(log: string): string {
  const [, logged] = /"command failed" err=("(?:[^"\\]|\\.)*")/.exec(log) ?? [];
  if (logged !== undefined) return String(JSON.parse(logged));
  return /^(?:Error|panic): (.*)$/m.exec(log)?.[1] ?? '';
}

/** A kube-apiserver with an etcd, on loopback. Needs etcd on the PATH. */
export class RealServer {
  readonly folder: string;
  readonly kubeconfig: string;
  readonly #port: number;
  readonly #process: ChildProcess;
  /** Undefined if it is shared. */
  readonly #etcd: Etcd | undefined;
  readonly #agent = new Agent({ keepAlive: true, rejectUnauthorized: false });

  private constructor(folder: string, kubeconfig: string, port: number, process: ChildProcess, etcd: Etcd | undefined) {
    this.folder = folder;
    this.kubeconfig = kubeconfig;
    this.#port = port;
    this.#process = process;
    this.#etcd = etcd;
  }

  /**
   * Starts a program with flags, and waits until it is ready. Throws `ServerNotReady` otherwise.
   *
   * @param etcd a shared etcd; a new one if absent.
   */
  static async start(program: string, flags: readonly string[], etcd?: Etcd): Promise<RealServer> {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-real-'));
    const port = await freePort();
    const startedEtcd = etcd === undefined ? await Etcd.start() : undefined;
    const { url } = etcd ?? startedEtcd ?? { url: '' };
    const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
    writeFileSync(join(folder, 'sa.key'), privateKey.export({ type: 'pkcs1', format: 'pem' }));
    writeFileSync(join(folder, 'tokens'), 'good,admin,1,system:masters\n');
    const log = openSync(join(folder, 'log'), 'w');
    const process = spawn(
      program,
      [
        `--etcd-servers=${url}`,
        '--bind-address=127.0.0.1',
        `--secure-port=${port}`,
        `--cert-dir=${join(folder, 'certs')}`,
        '--service-account-issuer=https://kubernetes.default.svc',
        `--service-account-key-file=${join(folder, 'sa.key')}`,
        `--service-account-signing-key-file=${join(folder, 'sa.key')}`,
        ...(flags.some((flag) => flag.startsWith('--authorization-mode=')) ? [] : ['--authorization-mode=AlwaysAllow']),
        `--token-auth-file=${join(folder, 'tokens')}`,
        '--service-cluster-ip-range=10.0.0.0/16',
        '--endpoint-reconciler-type=none',
        ...flags,
      ],
      { stdio: ['ignore', log, log] },
    );
    closeSync(log);
    endWithThisProcess(process);
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
    const server = new RealServer(folder, kubeconfig, port, process, startedEtcd);
    await server.#ready();
    return server;
  }

  /** Sends a request, and again if a reused connection was closed. Throws if there is no response. */
  async ask(method: string, path: string, body?: string, type = 'application/json'): Promise<ServerReply> {
    return this.#twice(method, path, body, { 'Content-Type': type });
  }

  /** Sends a request as another user than the administrator. */
  async askAs(user: string, method: string, path: string, body?: string): Promise<ServerReply> {
    return this.#twice(method, path, body, { 'Content-Type': 'application/json', 'Impersonate-User': user });
  }

  #twice(method: string, path: string, body: string | undefined, more: Headers): Promise<ServerReply> {
    return this.#request(method, path, body, more).catch(() => this.#request(method, path, body, more));
  }

  #request(method: string, path: string, body: string | undefined, more: Headers): Promise<ServerReply> {
    return new Promise((resolve, reject) => {
      const headers = { Authorization: 'Bearer good', Accept: 'application/json', ...more };
      const asked = request(
        { host: '127.0.0.1', port: this.#port, method, path, headers, agent: this.#agent },
        (reply) => {
          const chunks: Buffer[] = [];
          reply.on('data', (chunk: Buffer) => chunks.push(chunk));
          reply.on('error', reject);
          reply.on('end', () =>
            resolve({
              status: reply.statusCode ?? 0,
              warnings: warningTexts(reply.rawHeaders),
              body: Buffer.concat(chunks).toString('utf8'),
            }),
          );
        },
      );
      asked.on('error', reject);
      asked.end(body);
    });
  }

  async #ready(): Promise<void> {
    for (let tries = 0; tries < 300; tries++) {
      const reply = await this.ask('GET', '/readyz').catch(() => undefined);
      if (reply?.status === 200) return;
      if (this.#process.exitCode !== null || this.#process.pid === undefined) break;
      await sleep(300);
    }
    const log = readFileSync(join(this.folder, 'log'), 'utf8');
    await this.stop();
    throw new ServerNotReady(this.#process.spawnfile, log);
  }

  /** The values of its own etcd below a prefix, by key. */
  async storedValues(prefix: string): Promise<ReadonlyMap<string, Buffer>> {
    if (this.#etcd === undefined) throw new RangeError('its etcd is shared: ask that one');
    return this.#etcd.values(prefix);
  }

  /** Stops the server and its own etcd, and removes their data. */
  async stop(): Promise<void> {
    this.#agent.destroy();
    await stopProcess(this.#process);
    await this.#etcd?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** The texts of Warning headers: `299 - "text"`, with escaped quotes and backslashes. */
function warningTexts(rawHeaders: readonly string[]): readonly string[] {
  return rawHeaders
    .filter((_, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'warning')
    .map((header) => header.replace(/^\d+ \S+ "(.*)"$/s, '$1').replaceAll(/\\(["\\])/g, '$1'));
}
