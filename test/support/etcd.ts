import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** An etcd on loopback, which outlives the servers that use it. Needs etcd on the PATH. */
export class Etcd {
  /** The URL for clients. */
  readonly url: string;
  readonly #folder: string;
  readonly #process: ChildProcess;

  private constructor(url: string, folder: string, process: ChildProcess) {
    this.url = url;
    this.#folder = folder;
    this.#process = process;
  }

  /** Starts an empty etcd. */
  static async start(): Promise<Etcd> {
    const folder = mkdtempSync(join(tmpdir(), 'kubecompat-etcd-'));
    const url = `http://127.0.0.1:${await freePort()}`;
    const peer = `http://127.0.0.1:${await freePort()}`;
    const started = spawn(
      'etcd',
      [
        `--data-dir=${folder}`,
        `--listen-client-urls=${url}`,
        `--advertise-client-urls=${url}`,
        `--listen-peer-urls=${peer}`,
        `--initial-advertise-peer-urls=${peer}`,
        `--initial-cluster=default=${peer}`,
      ],
      { stdio: 'ignore' },
    );
    endWithThisProcess(started);
    return new Etcd(url, folder, started);
  }

  /** The values below a prefix by their keys, as bytes. Throws if etcd does not answer. */
  async values(prefix: string): Promise<ReadonlyMap<string, Buffer>> {
    const encode = (text: string) => Buffer.from(text).toString('base64');
    const body = JSON.stringify({ key: encode(prefix), range_end: encode(`${prefix.slice(0, -1)}0`) });
    const reply = await fetch(`${this.url}/v3/kv/range`, { method: 'POST', body });
    const { kvs = [] }: { kvs?: readonly { key: string; value: string }[] } = JSON.parse(await reply.text());
    return new Map(
      kvs.map(({ key, value }) => [Buffer.from(key, 'base64').toString('utf8'), Buffer.from(value, 'base64')]),
    );
  }

  /** Stops it and removes its data. */
  async stop(): Promise<void> {
    await stopProcess(this.#process);
    rmSync(this.#folder, { recursive: true, force: true });
  }
}

/** Ends a program, and waits for its end. */
export async function stopProcess(started: ChildProcess): Promise<void> {
  const ended =
    started.exitCode === null && started.pid !== undefined
      ? new Promise((resolve) => started.once('exit', resolve))
      : undefined;
  started.kill('SIGTERM');
  await ended;
}

/** Ends a program with this one, except for uncatchable signals. */
export function endWithThisProcess(started: ChildProcess): void {
  const end = () => started.kill('SIGKILL');
  process.once('exit', end);
  // If etcd is not on the PATH, connections fail.
  started.once('error', () => {});
  started.once('exit', () => process.off('exit', end));
}

/** An unused loopback port. */
export function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer();
    server.listen(0, '127.0.0.1', () => {
      const address = server.address();
      server.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
    });
  });
}
