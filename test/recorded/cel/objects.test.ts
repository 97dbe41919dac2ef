import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { invalidFields, surfaceFor } from './surfaces.ts';

interface Row {
  readonly object: unknown;
  /** The fields that were refused; null where the object's version is not served. One for each setting, or one for all. */
  readonly answers: readonly (readonly string[] | null)[];
}

const [head = '', ...rest] = gunzipSync(readFileSync(new URL('objects.jsonl.gz', import.meta.url)))
  .toString()
  .trimEnd()
  .split('\n');
const { settings }: { readonly settings: readonly string[] } = JSON.parse(head);
const rows: readonly Row[] = rest.map((line) => JSON.parse(line));

describe('objects with expressions that kube-apiservers validated', () => {
  for (const [index, setting] of settings.entries()) {
    it(`at ${setting}: ${rows.length} objects`, () => {
      const surface = surfaceFor(setting);
      const wrong = rows.flatMap(({ object, answers }) => {
        const server = answers[answers.length === 1 ? 0 : index];
        if (server === null || server === undefined) return [];
        const ours = [...invalidFields(object, surface).keys()].sort();
        return ours.join() === server.join() ? [] : [{ object: JSON.stringify(object), server, ours }];
      });
      assert.deepEqual(wrong, []);
    });
  }
});
