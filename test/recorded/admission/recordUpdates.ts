import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { answerOf, discover } from '../asking.ts';
import { updateScene } from './updates.ts';

// npx tsx test/recorded/admission/recordUpdates.ts KUBE_APISERVER TARGET OUT.jsonl.gz SCENES [FLAG ...]

const [program = '', target = '', out = '', count = '60', ...flags] = process.argv.slice(2);

interface Written {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: {
    readonly hard?: Readonly<Record<string, string>>;
    readonly type?: string;
    readonly ports?: readonly object[];
    readonly storageClassName?: string;
    readonly containers?: readonly { readonly image?: string }[];
  };
}

function written(object: object): Written {
  if ('apiVersion' in object && 'kind' in object && 'metadata' in object) return object as Written;
  throw new Error('no object');
}

/** The quota usage of a stored object, as the controller would count it. */
function usedBy({ kind, spec }: Written): Readonly<Record<string, string>> {
  const quotaKey = `${spec?.storageClassName}.storageclass.storage.k8s.io/requests.storage`;
  if (kind === 'PersistentVolumeClaim')
    return { 'requests.storage': '1Gi', persistentvolumeclaims: '1', [quotaKey]: '1Gi' };
  if (kind === 'Pod') return { pods: '1', 'requests.cpu': '500m' };
  if (kind === 'Deployment') return { 'count/deployments.apps': '1' };
  const nodePorts = spec?.type === 'ClusterIP' ? 0 : (spec?.ports?.length ?? 0);
  return {
    ...{ services: '1', 'services.nodeports': String(nodePorts) },
    'services.loadbalancers': spec?.type === 'LoadBalancer' ? '1' : '0',
  };
}

/** A pod with all fields that the server defaulted, because updates may change few fields of a pod. */
function filledIn(sent: Written, stored: Written): Written {
  const [container] = sent.spec?.containers ?? [];
  const containers = (stored.spec?.containers ?? []).map((existing) => ({ ...existing, ...container }));
  return { ...stored, metadata: { ...stored.metadata, ...sent.metadata }, spec: { ...stored.spec, containers } };
}

const server = await RealServer.start(program, ['--allow-privileged', ...flags]);
try {
  const places = await discover(server);
  const url = ({ apiVersion, kind, metadata }: Written): string => {
    const endpoint = places.get(`${apiVersion} ${kind}`);
    if (endpoint === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return `${endpoint.path}${endpoint.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${endpoint.resource}`;
  };
  const create = (object: Written) => server.ask('POST', url(object), JSON.stringify(object));
  const lines: string[] = [];
  for (let seed = 0; seed < Number(count); seed++) {
    const scene = updateScene(seed);
    const object = written(scene.stored);
    const { namespace = '' } = object.metadata;
    const metadata = { name: namespace };
    await create({ apiVersion: 'v1', kind: 'Namespace', metadata });
    await create({ apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default', namespace } });
    for (const storageClass of scene.classes) await create(written(storageClass));
    let { body } = await create(object);
    const at = `${url(object)}/${object.metadata.name}`;
    if (scene.isBound) {
      const boundClaim = { ...JSON.parse(body), status: { phase: 'Bound', capacity: { storage: '1Gi' } } };
      ({ body } = await server.ask('PUT', `${at}/status`, JSON.stringify(boundClaim)));
    }
    const used = usedBy(object);
    const given: Written[] = [];
    for (const object of scene.given.map(written)) {
      if ((await create(object)).status >= 300) continue;
      given.push(object);
      const { hard } = object.spec ?? {};
      if (hard === undefined) continue;
      const status = { hard, used: Object.fromEntries(Object.keys(hard).map((name) => [name, used[name] ?? '0'])) };
      await server.ask('PUT', `${url(object)}/${object.metadata.name}/status`, JSON.stringify({ ...object, status }));
    }
    await setTimeout(600);
    const answers: object[] = [];
    for (const update of scene.updates.map(written)) {
      const sent = update.kind === 'Pod' ? filledIn(update, JSON.parse(body)) : update;
      for (;;) {
        const reply = await server.ask('PUT', `${at}?dryRun=All`, JSON.stringify(sent));
        if (/status unknown for quota/.test(reply.body)) continue;
        answers.push({ object: sent, ...answerOf(reply) });
        break;
      }
    }
    lines.push(JSON.stringify({ target, given: [...scene.classes, ...given], stored: JSON.parse(body), answers }));
  }
  writeLines(out, lines);
} finally {
  await server.stop();
}
