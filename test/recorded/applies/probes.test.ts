import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { readRecording } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import type { StoredRow } from './askStored.ts';
import { refusalsOf } from './refusals.ts';

const { head, rows } = readRecording<StoredRow, { readonly binary: string }>(
  new URL('probes.jsonl.gz', import.meta.url),
);
const definitions = readFileSync(new URL('../schemas/definitions.yaml', import.meta.url), 'utf8');

describe('changes of stored custom resources, with every keyword of schemas', () => {
  const surface = withDefinitionsOf(surfaceOf(head.binary), definitions);

  for (const operation of ['apply', 'update'] as const) {
    it(`are refused exactly if the server refuses an ${operation}`, () => {
      // A server-side apply answers 500 to values that do not fit the types of the schema.
      const answered = rows.filter((row) => [200, 400, 422].includes(row[operation].status));
      assert.ok(answered.length > 100);
      const wrong = answered.filter(
        (row) => (row[operation].status === 200) !== (refusalsOf(row, operation, surface).length === 0),
      );
      assert.deepEqual(wrong.slice(0, 3), []);
    });
  }
});
