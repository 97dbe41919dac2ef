import { setTimeout } from 'node:timers/promises';
import type { RealServer } from '../../support/realServer.ts';
import { answerOf, discover } from '../asking.ts';
import type { ClusterScene } from './clusters.ts';

/** An object in a request. */
export interface RequestedObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: { readonly name: string; readonly namespace?: string };
  readonly spec?: { readonly hard?: Readonly<Record<string, string>> };
}

/** Whether an object can be sent. */
export function isWritten(object: object): object is RequestedObject {
  return 'apiVersion' in object && 'kind' in object && 'metadata' in object;
}

function written(object: object): RequestedObject {
  if (isWritten(object)) return object;
  throw new Error('no object');
}

/** A scene with the objects that the server accepted, and its answers for the others. */
export interface RecordedScene {
  readonly subject: string;
  readonly given: readonly object[];
  readonly answers: readonly object[];
}

/**
 * Creates the objects of each scene, sends creates of the others, and deletes cluster-scoped objects.
 *
 * @param delay how long the server's caches may lag behind its storage, in milliseconds.
 */
export async function* recordScenes(
  server: RealServer,
  scenes: Iterable<ClusterScene>,
  delay = 600,
): AsyncGenerator<RecordedScene> {
  const places = await discover(server);
  const url = ({ apiVersion, kind, metadata }: RequestedObject): string => {
    const endpoint = places.get(`${apiVersion} ${kind}`);
    if (endpoint === undefined) throw new Error(`${apiVersion} ${kind} is not served`);
    return `${endpoint.path}${endpoint.namespaced ? `/namespaces/${metadata.namespace}` : ''}/${endpoint.resource}`;
  };
  const create = async (object: RequestedObject): Promise<boolean> => {
    const { status } = await server.ask('POST', url(object), JSON.stringify(object));
    const hard = object.spec?.hard;
    // The controller that counts usage does not run.
    if (status < 300 && object.kind === 'ResourceQuota' && hard !== undefined) {
      const used = Object.fromEntries(Object.keys(hard).map((key) => [key, '0']));
      const body = JSON.stringify({ ...object, status: { hard, used } });
      await server.ask('PUT', `${url(object)}/${object.metadata.name}/status`, body);
    }
    return status < 300;
  };
  const ask = async (object: RequestedObject) => {
    const at = `${url(object)}?dryRun=All&fieldValidation=Strict`;
    for (;;) {
      const reply = await server.ask('POST', at, JSON.stringify(object));
      if (/status unknown for quota/.test(reply.body)) continue;
      const stored = reply.status < 300 ? { stored: JSON.parse(reply.body) } : {};
      return { ...answerOf(reply), ...stored };
    }
  };
  for (const { subject, given: wanted, asked } of scenes) {
    const given: RequestedObject[] = [];
    for (const object of wanted.map(written)) if (await create(object)) given.push(object);
    await setTimeout(delay);
    const answers: object[] = [];
    for (const object of asked) answers.push({ object, ...(await ask(written(object))) });
    for (const object of given) {
      // Cluster-scoped objects are deleted before the next scene.
      if (object.metadata.namespace === undefined && object.kind !== 'Namespace')
        await server.ask('DELETE', `${url(object)}/${object.metadata.name}`);
    }
    yield { subject, given, answers };
  }
}
