import { setTimeout } from 'node:timers/promises';
import { writeLines } from '../../harness/recordings.ts';
import { RealServer, type ServerReply } from '../../support/realServer.ts';
import { answerOf, discover } from '../asking.ts';
import { isWritten, type RequestedObject } from './recordScenes.ts';
import { asked, bindingOf, flags, given, users } from './users.ts';

// npx tsx test/recorded/admission/recordUsers.ts KUBE_APISERVER TARGET OUT.jsonl.gz

const [program = '', target = '', out = ''] = process.argv.slice(2);

/** A role and the users bound to it. */
interface Role extends RequestedObject {
  readonly of: readonly string[];
}

function isRole(object: object): object is Role {
  return isWritten(object) && 'of' in object;
}

const server = await RealServer.start(program, flags);
try {
  const places = await discover(server);
  const url = (object: object): string => {
    if (!isWritten(object)) throw new Error('no object');
    const endpoint = places.get(`${object.apiVersion} ${object.kind}`);
    if (endpoint === undefined) throw new Error(`${object.apiVersion} ${object.kind} is not served`);
    const { path, namespaced, resource } = endpoint;
    return `${path}${namespaced ? `/namespaces/${object.metadata.namespace}` : ''}/${resource}`;
  };
  for (const object of given.flatMap((each) => (isRole(each) ? [each, bindingOf(each)] : [each]))) {
    const { status, body } = await server.ask('POST', url(object), JSON.stringify(object));
    if (status >= 300) throw new Error(body);
  }
  // The server's caches are updated with some delay.
  await setTimeout(3_000);
  const stored = ({ status, body }: ServerReply) => (status < 300 ? { stored: JSON.parse(body) } : {});
  const lines: string[] = [];
  for (const object of asked) {
    const answers = [];
    for (const user of users) {
      const request = ['POST', `${url(object)}?dryRun=All`, JSON.stringify(object)] as const;
      const reply = await (user === 'admin' ? server.ask(...request) : server.askAs(user, ...request));
      answers.push({ user, ...answerOf(reply), ...stored(reply) });
    }
    lines.push(JSON.stringify({ target, object, answers }));
  }
  writeLines(out, lines);
} finally {
  await server.stop();
}
