/*
 * `plugins.jsonl.gz`: 273 AdmissionConfigurations with generated settings of nine plugins
 * (`configurations/pluginSettings.ts`), the flags that turn the plugin on or off, and the error with which
 * kube-apiserver 1.37.2 exits; null if it starts.
 */
import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { Etcd, endWithThisProcess, freePort } from '../../support/etcd.ts';
import { pluginQuestions } from './pluginSettings.ts';

// npx tsx test/recorded/configurations/recordPlugins.ts KUBE_APISERVER TARGET OUT.jsonl.gz [FLAG ...]

const [program = '', target = '', out = '', ...more] = process.argv.slice(2);

/** The log message of a server after all plugins have read their settings. */
const loaded = 'validating admission controller(s) successfully';

const folder = mkdtempSync(join(tmpdir(), 'kubecompat-plugins-'));
const [key, file, kubeconfig] = ['sa.key', 'admission.json', 'kubeconfig'].map((name) => join(folder, name));
if (key === undefined || file === undefined || kubeconfig === undefined) throw new Error('no folder');
const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
writeFileSync(key, privateKey.export({ type: 'pkcs1', format: 'pem' }));
writeFileSync(
  kubeconfig,
  JSON.stringify({
    ...{ apiVersion: 'v1', kind: 'Config', 'current-context': 'a' },
    contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
    clusters: [{ name: 'a', cluster: { server: 'https://127.0.0.1:1' } }],
    users: [{ name: 'a', user: {} }],
  }),
);
const etcd = await Etcd.start();

/** The error with which a server exits; null if it keeps running. */
async function errorOf(flags: readonly string[]): Promise<string | null> {
  const started = spawn(
    program,
    [
      ...[`--etcd-servers=${etcd.url}`, '--bind-address=127.0.0.1', `--secure-port=${await freePort()}`],
      ...[`--cert-dir=${join(folder, 'certs')}`, '--service-account-issuer=https://kubernetes.default.svc'],
      ...[`--service-account-key-file=${key}`, `--service-account-signing-key-file=${key}`],
      ...['--authorization-mode=AlwaysAllow', '--service-cluster-ip-range=10.0.0.0/16', ...flags],
    ],
    { stdio: ['ignore', 'ignore', 'pipe'] },
  );
  endWithThisProcess(started);
  let log = '';
  started.stderr.on('data', (chunk: Buffer) => {
    log += chunk.toString('utf8');
  });
  const ended = new Promise((resolve) => started.once('close', resolve));
  try {
    for (;;) {
      if (log.includes(loaded)) return null;
      if (started.exitCode !== null) break;
      await setTimeout(50);
    }
  } finally {
    started.kill('SIGKILL');
    await ended;
  }
  const [, quoted] = /"command failed" err=("(?:[^"\\]|\\.)*")/.exec(log) ?? [];
  const [, block] = /"command failed" err=<\n([^>]*)\n >/.exec(log) ?? [];
  const error: string = quoted === undefined ? (block ?? log.slice(-500)) : String(JSON.parse(quoted));
  return error.replace(/^\s*failed to apply admission: couldn't init admission plugin "\w+": /, '').trim();
}

try {
  const rows: string[] = [];
  for (const { plugin, settings, flags } of pluginQuestions(kubeconfig)) {
    const plugins = [{ name: plugin, configuration: settings }];
    const text = JSON.stringify({ apiVersion: 'apiserver.config.k8s.io/v1', kind: 'AdmissionConfiguration', plugins });
    writeFileSync(file, text);
    const error = await errorOf([`--admission-control-config-file=${file}`, ...flags, ...more]);
    rows.push(JSON.stringify({ text: text.replaceAll(folder, '/etc/kubernetes'), flags, error }));
  }
  writeLines(out, [JSON.stringify({ settings: [target] }), ...rows]);
  console.error(rows.length, readFileSync(out).length);
} finally {
  await etcd.stop();
  rmSync(folder, { recursive: true, force: true });
}
