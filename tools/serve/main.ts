/**
 * `npm run serve:compare -- --server PROGRAM` sends the same requests to a real kube-apiserver and to `kubecompat serve`
 * with client-go, and prints in how many answers they agree, and the differences by rule. It needs Go, and etcd on the
 * PATH.
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { inputsWithoutContext } from '../../server/src/judge/inputsWithoutContext.ts';
import { serveTargets } from '../../server/src/serve/serve.ts';
import { parseMinor } from '../../server/src/targets/version.ts';
import { resolveFlags } from '../../test/harness/recorded.ts';
import { askedFlags, discover, withoutPlugins } from '../../test/recorded/asking.ts';
import { RealServer } from '../../test/support/realServer.ts';
import { run } from '../kubernetes/go.ts';
import { documentsOf } from '../oracle/documents.ts';
import { documentSettings } from '../oracle/settings.ts';
import { Agreement } from './agreement.ts';
import type { ServerAnswer } from './compareAnswers.ts';
import { type AskedRequest, journeyOf } from './requests.ts';

const { values } = parseArgs({
  options: {
    server: { type: 'string' },
    version: { type: 'string', default: '1.37' },
    client: { type: 'string' },
    only: { type: 'string', default: 'fixtures,recorded' },
    // Plain, an emulated version, and gates with runtime config; 10,000 requests each.
    settings: { type: 'string' },
    every: { type: 'string', default: '6' },
    seed: { type: 'string', default: '1' },
    show: { type: 'string', default: '40' },
    details: { type: 'string' },
  },
});

const folder = mkdtempSync(join(tmpdir(), 'kubecompat-serve-compare-'));
try {
  await main();
} finally {
  rmSync(folder, { recursive: true, force: true });
}

async function main(): Promise<void> {
  const binary = parseMinor(values.version);
  if (values.server === undefined || binary === undefined) throw new RangeError('name a --server and its --version');
  const client = values.client ?? builtClient();
  const documents = documentsOf(values.only.split(','), { seed: Number(values.seed), changes: 2 });
  const chosen = documents.filter((_, index) => index % Number(values.every) === 0);
  const details: string[] = [];
  const [plain, emulated, ...others] = documentSettings(binary).map((setting) => setting.name);
  const asked = values.settings?.split(',') ?? [plain, emulated, others.at(-1)];
  const all = new Agreement();
  for (const { name, flags } of documentSettings(binary).filter((setting) => asked.includes(setting.name))) {
    const server = await RealServer.start(values.server, [...askedFlags, ...flags]);
    const resolved = resolveFlags(values.version, [withoutPlugins, '--service-cluster-ip-range=10.0.0.0/16', ...flags]);
    if (!resolved.ok) throw new RangeError(`${name} would not start`);
    const { surface } = resolved;
    const inputs = inputsWithoutContext('request.json', [surface], '2026-01-01');
    const serving = await serveTargets(
      [{ name: 'ours', inputs: () => ({ inputs, surface, objects: () => [] }) }],
      0,
      (error) => console.error(error),
    );
    try {
      const endpoints = await discover(server);
      const requests = chosen.flatMap((document, number) => {
        const endpoint = endpoints.get(`${document.apiVersion.replace(/^\//, '')} ${document.kind}`);
        return endpoint === undefined ? [] : journeyOf(document, endpoint, number);
      });
      const kubeconfig = join(folder, 'ours');
      writeFileSync(kubeconfig, serving.kubeconfig);
      const agreement = new Agreement();
      await asking(client, [server.kubeconfig, kubeconfig], requests, (request, real, ours) => {
        const found = agreement.add(request, real, ours);
        all.add(request, real, ours);
        for (const rule of found) details.push(JSON.stringify({ setting: name, rule, request, real, ours }));
      });
      console.log(`${name}: ${agreement.summary()}`);
      for (const [rule, count] of agreement.rules(Number(values.show)))
        console.log(`  ${String(count).padStart(6)}  ${rule}`);
    } finally {
      await serving.close();
      await server.stop();
    }
  }
  console.log(`all settings: ${all.summary()}`);
  if (values.details !== undefined) writeFileSync(values.details, details.join('\n'));
}

function builtClient(): string {
  const program = join(folder, 'client');
  run('go', ['build', '-o', program, '.'], new URL('go', import.meta.url).pathname);
  return program;
}

type Receive = (request: AskedRequest, real: ServerAnswer, ours: ServerAnswer) => void;

/** Sends requests to both servers, and passes on their answers in order. */
async function asking(
  client: string,
  kubeconfigs: readonly string[],
  requests: readonly AskedRequest[],
  receive: Receive,
): Promise<void> {
  const child = spawn(client, [...kubeconfigs], { stdio: ['pipe', 'pipe', 'inherit'] });
  child.stdin.end(requests.map((request) => JSON.stringify(request)).join('\n'));
  let index = 0;
  for await (const line of createInterface({ input: child.stdout })) {
    const [real, ours]: readonly ServerAnswer[] = JSON.parse(line);
    const request = requests[index++];
    if (request !== undefined && real !== undefined && ours !== undefined) receive(request, real, ours);
  }
  if (index < requests.length) throw new RangeError(`only ${index} of ${requests.length} requests were answered`);
}
