import { writeLines } from '../../harness/recordings.ts';
import { RealServer } from '../../support/realServer.ts';
import { askedFlags } from '../asking.ts';
import { cases, contentTypeOf, objects, pathOf } from './cases.ts';
import { keptAnswer } from './keptAnswer.ts';

// npx tsx test/recorded/patches/record.ts KUBE_APISERVER

const [program = ''] = process.argv.slice(2);
const server = await RealServer.start(program, askedFlags);
const lines: string[] = [];
try {
  for (const { path, object } of Object.values(objects)) {
    const { status, body } = await server.ask('POST', path, JSON.stringify(object));
    if (status !== 201) throw new RangeError(body);
  }
  for (const { type, object, patches } of cases) {
    for (const patch of patches) {
      const { status, warnings, body } = await server.ask(
        'PATCH',
        pathOf(object),
        JSON.stringify(patch),
        contentTypeOf(type),
      );
      lines.push(
        JSON.stringify({ type, object, patch, answer: keptAnswer({ status, warnings, body: JSON.parse(body) }) }),
      );
    }
  }
} finally {
  await server.stop();
}
writeLines(new URL('answers.jsonl.gz', import.meta.url), lines);
