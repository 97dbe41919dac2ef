import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { invalidFields, surfaceFor } from './surfaces.ts';

interface Row {
  readonly expression: string;
  /** `ok`, `too complex`, or `refused` for any other reason. One for each setting, or one for all. */
  readonly answers: readonly string[];
}

const [head = '', ...rest] = gunzipSync(readFileSync(new URL('devices.jsonl.gz', import.meta.url)))
  .toString()
  .trimEnd()
  .split('\n');
const { settings }: { readonly settings: readonly string[] } = JSON.parse(head);
const rows: readonly Row[] = rest.map((line) => JSON.parse(line));

describe('selectors of devices that may cost too much', () => {
  for (const [index, setting] of settings.entries()) {
    it(`at ${setting}: ${rows.length} expressions`, () => {
      const surface = surfaceFor(setting);
      const wrong = rows.flatMap(({ expression, answers }) => {
        const server = answers[answers.length === 1 ? 0 : index] ?? '';
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
