import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import type { Comparison } from '../../conformance/judge.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import { type AnsweredDocument, compareRow } from '../answered.ts';

describe('custom resources, with every keyword of schemas', () => {
  it('have the verdict of the servers, except for fields that the servers do not name', () => {
    const comparisons = compareAll();
    assert.ok(comparisons.length > 10_000);
    // The server does not name fields if combined schemas fail; here they have the path of the value. Lost fields are
    // not recorded.
    const unreported = new Set(['extra-fields', 'dropped-true']);
    const wrong = comparisons.filter(({ metric, agrees }) => !unreported.has(metric) && !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
    const falseAlarms = comparisons.filter(
      ({ metric, detail }) => metric === 'extra-fields' && !/\((any|one)Of\)/.test(detail),
    );
    assert.deepEqual(falseAlarms.slice(0, 10), []);
  });
});

function compareAll(): readonly Comparison[] {
  const { head, rows } = readRecording<AnsweredDocument, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
  const definitions = readFileSync(new URL('./definitions.yaml', import.meta.url), 'utf8');
  const surfaces = new Map(
    [...surfacesOfSettings(head)].map(([name, surface]) => [name, withDefinitionsOf(surface, definitions)]),
  );
  return rows.flatMap((row) => compareRow(row, surfaces));
}
