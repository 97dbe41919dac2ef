import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { isError } from '../../../server/src/finding.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { operationOf } from '../applies/refusals.ts';

/** The answers of a server to updates of a stored pod, in a namespace with allowed tolerations. */
interface Recorded {
  readonly target: string;
  readonly namespace: object;
  readonly stored: object;
  readonly object: object;
  readonly answers: Readonly<Record<'apply' | 'update', { readonly status: number; readonly message?: string }>>;
}

const plugins = 'enable-admission-plugins=PodTolerationRestriction,disable-admission-plugins=ServiceAccount';

describe('updates of pods with tolerations, as a real server answered', () => {
  const rows = readRows<Recorded>(new URL('tolerations.jsonl.gz', import.meta.url));

  for (const operation of ['apply', 'update'] as const) {
    it(`has the answer of the server to each ${operation}`, () => {
      let refused = 0;
      for (const { target, namespace, stored, object, answers } of rows) {
        const text = [namespace, object].map((manifest) => JSON.stringify(manifest)).join('\n---\n');
        const surface = withDefinitionsOf(surfaceOf(`${target},${plugins}`), text);
        const old = oldObjectsOf([{ path: 'old.yaml', text: JSON.stringify(stored) }], operationOf[operation]);
        const { resources } = analyze(text, inputs('recorded.yaml', [surface], { stored: old }));
        const messages = (resources.at(-1)?.verdicts[0]?.findings ?? []).filter(isError).map(({ message }) => message);
        const { status, message = '' } = answers[operation];
        const where = `${text}\n${message}`;
        if (status < 300) assert.deepEqual(messages, [], where);
        else
          assert.ok(
            messages.some((each) => message.includes(each)),
            where,
          );
        if (status >= 300) refused++;
      }
      assert.ok(refused > 40 && refused < rows.length - 20, `${refused} of ${rows.length}`);
    });
  }
});
