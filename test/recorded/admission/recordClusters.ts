import { writeFileSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { gzipSync } from 'node:zlib';
import { RealServer } from '../../support/realServer.ts';
import { answerOf, discover } from '../asking.ts';
import { clusterScene } from './clusters.ts';

// npx tsx test/recorded/admission/recordClusters.ts KUBE_APISERVER TARGET OUT.jsonl.gz FIRST_SEED SCENES [FLAG ...]

const [program = '', target = '', out = '', first = '1', count = '80', ...flags] = process.argv.slice(2);

interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly hard?: Readonly<Record<string, string>> };
}

function written(object: object): Written {
  if ('apiVersion' in object && 'kind' in object && 'metadata' in object) return object as Written;
  throw new Error('no object');
}

/** The server follows what it has stored with some delay. */
const settled = () => setTimeout(600);

const server = await RealServer.start(program, ['--allow-privileged', ...flags]);
try {
  const places = await discover(server);
  const url = ({ apiVersion, kind, metadata }: Written): string => {
    const place = places.get(`${apiVersion} ${kind}`);
    if (place === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return `${place.path}${place.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${place.resource}`;
  };
  const create = async (object: Written): Promise<boolean> => {
    const { status } = await server.ask('POST', url(object), JSON.stringify(object));
    const hard = object.spec?.hard;
    // A controller, which is not there, counts what is used.
    if (status < 300 && object.kind === 'ResourceQuota' && hard !== undefined) {
      const used = Object.fromEntries(Object.keys(hard).map((key) => [key, '0']));
      const body = JSON.stringify({ ...object, status: { hard, used } });
      await server.ask('PUT', `${url(object)}/${object.metadata.name}/status`, body);
    }
    return status < 300;
  };
  const ask = async (object: Written) => {
    for (;;) {
      const reply = await server.ask(
        'POST',
        `${url(object)}?dryRun=All&fieldValidation=Strict`,
        JSON.stringify(object),
      );
      if (!/status unknown for quota/.test(reply.body)) {
        const stored = reply.status < 300 ? { stored: JSON.parse(reply.body) } : {};
        return { ...answerOf(reply), ...stored };
      }
    }
  };
  const lines: string[] = [];
  for (let seed = Number(first); seed < Number(first) + Number(count); seed++) {
    const scene = clusterScene(seed);
    const given: Written[] = [];
    for (const one of scene.given.map(written)) if (await create(one)) given.push(one);
    await settled();
    const answers = [];
    for (const object of scene.asked) answers.push({ object, ...(await ask(written(object))) });
    for (const one of given) {
      // What the whole cluster has goes before the next scene.
      if (one.metadata.namespace === undefined && one.kind !== 'Namespace')
        await server.ask('DELETE', `${url(one)}/${one.metadata.name}`);
    }
    lines.push(JSON.stringify({ target, seed, subject: scene.subject, given, answers }));
    if (lines.length % 20 === 0) console.error(lines.length);
  }
  writeFileSync(out, gzipSync(`${lines.join('\n')}\n`, { level: 9 }));
} finally {
  await server.stop();
}
