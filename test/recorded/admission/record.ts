import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer, type ServerReply } from '../../support/realServer.ts';
import { answerOf, discover, type ResourceEndpoint } from '../asking.ts';
import { classes, sceneOf } from './plugins.ts';
import { isWritten, type RequestedObject } from './recordScenes.ts';

// npx tsx test/recorded/admission/record.ts KUBE_APISERVER TARGET OUT.jsonl.gz FIRST_SEED SCENES [FLAG ...]

const [program = '', target = '', out = '', first = '1', count = '100', ...flags] = process.argv.slice(2);

/** The object that the server would store, without generated metadata and status. */
function storedOf({ status, body }: ServerReply): object {
  if (status >= 300) return {};
  const { metadata: _metadata, status: _status, ...stored }: { metadata?: object; status?: object } = JSON.parse(body);
  return { stored };
}

/** Only the service account plugin is off, because it needs a controller. */
const server = await RealServer.start(program, [
  '--disable-admission-plugins=ServiceAccount',
  '--allow-privileged',
  ...flags,
]);
try {
  const endpoints = await discover(server);
  const url = ({ apiVersion, kind, metadata }: RequestedObject): string => {
    const endpoint: ResourceEndpoint | undefined = endpoints.get(`${apiVersion} ${kind}`);
    if (endpoint === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return `${endpoint.path}${endpoint.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${endpoint.resource}`;
  };
  /** Usage in the status of a quota is written by a controller, which does not run. */
  const setStatus = async (quota: RequestedObject) => {
    const hard = quota.spec?.hard ?? {};
    const used = Object.fromEntries(Object.keys(hard).map((key) => [key, '0']));
    const body = JSON.stringify({ ...quota, status: { hard, used } });
    await server.ask('PUT', `${url(quota)}/${quota.metadata.name}/status`, body);
  };
  const create = async (object: object): Promise<boolean> => {
    if (!isWritten(object)) return false;
    const { status } = await server.ask('POST', url(object), JSON.stringify(object));
    if (status < 300 && object.kind === 'ResourceQuota') await setStatus(object);
    return status < 300;
  };
  const ask = async (object: object) => {
    if (!isWritten(object)) throw new Error('no object');
    for (;;) {
      const reply = await server.ask('POST', `${url(object)}?dryRun=All`, JSON.stringify(object));
      if (!/status unknown for quota/.test(reply.body)) return { ...answerOf(reply), ...storedOf(reply) };
    }
  };
  const given: boolean[] = [];
  for (const object of classes) given.push(await create(object));
  if (given.includes(false)) throw new Error('a class is refused');
  const lines: string[] = [];
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const scene = sceneOf(seed);
    const accepted: object[] = [];
    for (const object of scene.given) if (await create(object)) accepted.push(object);
    // The server's caches are updated with some delay.
    await setTimeout(500);
    const answers = [];
    for (const object of scene.asked) answers.push({ object, ...(await ask(object)) });
    lines.push(JSON.stringify({ target, seed, given: accepted, answers }));
  }
  writeLines(out, lines);
} finally {
  await server.stop();
}
