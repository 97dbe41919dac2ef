import assert from 'node:assert/strict';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import { type AnsweredDocument, compareRow } from '../answered.ts';

describe('documents generated from the schema of every kind', () => {
  it('have the verdict of the servers, field by field', () => {
    const { head, rows } = readRecording<AnsweredDocument, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
    const surfaces = surfacesOfSettings(head);
    const comparisons = rows.flatMap((row) => compareRow(row, surfaces));
    assert.ok(comparisons.length > 10_000);
    const wrong = comparisons.filter(({ agrees }) => !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
  });
});
