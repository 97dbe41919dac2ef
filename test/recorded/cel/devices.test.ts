/*
 * `devices.jsonl.gz`: generated selectors of a DeviceClass for the `settings` of the first line: `ok`, `too complex` if
 * they cost too much, or `refused` for another reason.
 */
import assert from 'node:assert/strict';
import { answerAt, readRecording } from '../../harness/recordings.ts';
import { invalidFields, surfaceFor } from './surfaces.ts';

interface Row {
  readonly expression: string;
  /** `ok`, `too complex`, or `refused` for any other reason. One for each setting, or one for all. */
  readonly answers: readonly string[];
}

const { head, rows } = readRecording<Row>(new URL('devices.jsonl.gz', import.meta.url));

describe('device selectors that may exceed the cost limit', () => {
  for (const [index, setting] of head.settings.entries()) {
    it(`at ${setting}: ${rows.length} expressions`, () => {
      const surface = surfaceFor(setting);
      const wrong = rows.flatMap(({ expression, answers }) => {
        const server = answerAt(answers, index) ?? '';
        const spec = { selectors: [{ cel: { expression } }] };
        const found = invalidFields(
          { apiVersion: 'resource.k8s.io/v1', kind: 'DeviceClass', metadata: { name: 'a' }, spec },
          surface,
        );
        const messages = [...found.values()].flat();
        const isComplex = messages.some((message) => message.includes('too complex'));
        const ours = isComplex ? 'too complex' : messages.length > 0 ? 'refused' : 'ok';
        return ours === server ? [] : [`${expression}\n  server: ${server}\n  we: ${ours} ${messages}`];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
