import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { nodePorts, serviceOf, settings } from './services.ts';

// npx tsx test/recorded/admission/recordServices.ts KUBE_APISERVER BINARY OUT.jsonl.gz FIRST_SEED COUNT

const [program = '', binary = '', out = '', first = '1', count = '100'] = process.argv.slice(2);

interface Status {
  readonly details?: { readonly causes?: readonly { readonly field: string; readonly message: string }[] };
}

const lines: string[] = [];
for (const { networks, emulatedVersion } of settings) {
  const server = await RealServer.start(program, [
    `--service-cluster-ip-range=${networks}`,
    `--service-node-port-range=${nodePorts}`,
    ...(emulatedVersion === undefined ? [] : [`--emulated-version=${emulatedVersion}`]),
  ]);
  try {
    // The allocators read the networks with some delay.
    await setTimeout(4000);
    const target = [
      binary,
      ...(emulatedVersion === undefined ? [] : [`emulated-version=${emulatedVersion}`]),
      `service-cluster-ip-range=${networks.replaceAll(',', ';')}`,
      `service-node-port-range=${nodePorts}`,
    ].join(',');
    for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
      const service = serviceOf(seed);
      const path = '/api/v1/namespaces/default/services';
      // A dry run does not check ports and networks like a create.
      const { status, body } = await server.ask('POST', path, JSON.stringify(service));
      if (status < 300) await server.ask('DELETE', `${path}/${service.metadata.name}`);
      const answer: Status = JSON.parse(body);
      const refused = (answer.details?.causes ?? []).map(({ field, message }) => `${field}: ${message}`);
      lines.push(JSON.stringify({ target, seed, status, refused }));
    }
  } finally {
    await server.stop();
  }
}
writeLines(out, lines);
