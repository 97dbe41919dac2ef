import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { discover } from '../asking.ts';
import { paramDefinitions, paramSceneOf } from './params.ts';

// npx tsx test/recorded/admission/recordParams.ts KUBE_APISERVER TARGET OUT.jsonl.gz FIRST_SEED SCENES

const [program = '', target = '', out = '', first = '1', count = '50'] = process.argv.slice(2);

interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
}

function isWritten(object: object): object is Written {
  return 'apiVersion' in object && 'kind' in object && 'metadata' in object;
}

const server = await RealServer.start(program, ['--disable-admission-plugins=ServiceAccount']);
try {
  const post = async (object: object, endpoints: Awaited<ReturnType<typeof discover>>, query: string) => {
    if (!isWritten(object)) throw new Error('no object');
    const { apiVersion, kind, metadata } = object;
    const endpoint = endpoints.get(`${apiVersion} ${kind}`);
    if (endpoint === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    const folder = endpoint.namespaced ? `/namespaces/${metadata.namespace}` : '';
    return server.ask('POST', `${endpoint.path}${folder}/${endpoint.resource}${query}`, JSON.stringify(object));
  };
  const create = async (object: object, endpoints: Awaited<ReturnType<typeof discover>>) => {
    const { status, body } = await post(object, endpoints, '');
    if (status >= 300) throw new Error(`${body}\n${JSON.stringify(object)}`);
  };
  const builtIn = await discover(server);
  for (const object of paramDefinitions) await create(object, builtIn);
  // The server's caches are updated with some delay.
  await setTimeout(4000);
  const endpoints = await discover(server);
  const scenes = Array.from({ length: Number(count) }, (_, index) => paramSceneOf(Number(first) + index));
  for (const { given } of scenes) for (const object of given) await create(object, endpoints);
  await setTimeout(12_000);
  const lines: string[] = [];
  for (const { given, asked } of scenes) {
    const answers = [];
    for (const object of asked) {
      const { status, body, warnings } = await post(object, endpoints, '?dryRun=All');
      const refusal = status < 300 ? {} : { message: JSON.parse(body).message };
      answers.push({ object, status, ...refusal, warnings });
    }
    lines.push(JSON.stringify({ target, given, answers }));
  }
  writeLines(out, lines);
} finally {
  await server.stop();
}
