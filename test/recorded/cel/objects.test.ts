/*
 * `objects.jsonl.gz`: whole policies (variables of every type and their uses, match conditions, messages, audit
 * annotations, mutations), webhooks and device classes, in several versions, for the `settings` of the first line: the
 * fields that were refused, or null if the version is not served.
 */
import assert from 'node:assert/strict';
import { answerAt, readRecording } from '../../harness/recordings.ts';
import { invalidFields, surfaceFor } from './surfaces.ts';

interface Row {
  readonly object: unknown;
  /** The fields that were refused; null if the object's version is not served. One for each setting, or one for all. */
  readonly answers: readonly (readonly string[] | null)[];
}

const { head, rows } = readRecording<Row>(new URL('objects.jsonl.gz', import.meta.url));

describe('objects with expressions that kube-apiservers validated', () => {
  for (const [index, setting] of head.settings.entries()) {
    it(`at ${setting}: ${rows.length} objects`, () => {
      const surface = surfaceFor(setting);
      const wrong = rows.flatMap(({ object, answers }) => {
        const server = answerAt(answers, index);
        if (server === null || server === undefined) return [];
        const ours = [...invalidFields(object, surface).keys()].sort();
        return ours.join() === server.join() ? [] : [{ object: JSON.stringify(object), server, ours }];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
