import assert from 'node:assert/strict';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import type { StoredRow } from './askStored.ts';
import { refusalsOf } from './refusals.ts';

const { head, rows } = readRecording<StoredRow & { readonly setting: string }, NamedSettings>(
  new URL('rules.jsonl.gz', import.meta.url),
);

describe('changes of stored objects with immutable fields', () => {
  const surfaces = surfacesOfSettings(head);

  for (const operation of ['apply', 'update'] as const) {
    it(`are refused exactly if the server refuses an ${operation}`, () => {
      const accepted = rows.filter((row) => row[operation].status === 200);
      assert.ok(accepted.length > 40 && rows.length - accepted.length > 40);
      const wrong = rows.filter((row) => {
        const surface = surfaces.get(row.setting);
        assert.ok(surface !== undefined, row.setting);
        return (row[operation].status === 200) !== (refusalsOf(row, operation, surface).length === 0);
      });
      assert.deepEqual(wrong.slice(0, 3), []);
    });
  }
});
