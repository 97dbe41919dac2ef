import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { answerOf } from '../asking.ts';
import { namespaceWith, podWith, tolerationLists } from './tolerations.ts';

// npx tsx test/recorded/admission/recordTolerations.ts KUBE_APISERVER TARGET OUT.jsonl.gz

const [program = '', target = '', out = ''] = process.argv.slice(2);

const server = await RealServer.start(program, [
  '--enable-admission-plugins=PodTolerationRestriction',
  '--disable-admission-plugins=ServiceAccount',
]);
try {
  const send = async (method: string, path: string, object: object, type?: string) => {
    const reply = await server.ask(method, path, JSON.stringify(object), type);
    return { ...answerOf(reply), stored: reply.status < 300 ? JSON.parse(reply.body) : undefined };
  };
  const lines: string[] = [];
  for (const [index, tolerations] of tolerationLists.entries()) {
    for (const requests of [undefined, { cpu: '100m' }]) {
      const name = `t${index}${requests === undefined ? '' : '-burstable'}`;
      const pods = `/api/v1/namespaces/${name}/pods`;
      await send('POST', '/api/v1/namespaces', namespaceWith(name, undefined));
      const { stored } = await send('POST', pods, podWith(name, tolerations, requests, {}));
      for (const allowed of tolerationLists) {
        const namespace = namespaceWith(name, allowed);
        await send('PUT', `/api/v1/namespaces/${name}`, namespace);
        // The server's caches are updated with some delay.
        await setTimeout(300);
        const object = podWith(name, tolerations, requests, { changed: 'yes' });
        const at = `${pods}/p?dryRun=All`;
        const applied = `${at}&fieldManager=kubectl&force=true`;
        const { stored: _a, ...apply } = await send('PATCH', applied, object, 'application/apply-patch+yaml');
        const { stored: _b, ...update } = await send('PUT', at, object);
        lines.push(JSON.stringify({ target, namespace, stored, object, answers: { apply, update } }));
      }
    }
  }
  writeLines(out, lines);
} finally {
  await server.stop();
}
