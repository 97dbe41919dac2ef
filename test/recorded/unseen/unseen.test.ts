import assert from 'node:assert/strict';
import type { Comparison } from '../../conformance/judge.ts';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import { type AnsweredDocument, compareRow } from '../answered.ts';

/** Metrics that must agree in every document; refused fields may be missed, but false alarms are not allowed. */
const exact = new Set([
  'looked-at',
  'availability',
  'undecodable',
  'unknown-fields',
  'duplicate-fields',
  'warnings',
  'warning-texts',
  'dropped-true',
  'no-false-alarm',
]);

describe('documents outside the development set', () => {
  let comparisons: readonly Comparison[] = [];

  before(() => {
    comparisons = compareAll();
  });

  it('have the verdict of the servers, without a false alarm', () => {
    assert.ok(comparisons.length > 10_000);
    const wrong = comparisons.filter(({ metric, agrees }) => exact.has(metric) && !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
  });

  it('are refused in 99 of 100 cases in which the servers refuse them', () => {
    const refused = comparisons.filter(({ metric }) => metric === 'invalid-found');
    assert.ok(refused.length > 1000);
    const missed = refused.filter(({ agrees }) => !agrees);
    assert.ok(missed.length <= refused.length / 100, `${missed.length} of ${refused.length} missed`);
  });
});

function compareAll(): readonly Comparison[] {
  const { head, rows } = readRecording<AnsweredDocument, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
  const surfaces = surfacesOfSettings(head);
  return rows.flatMap((row) => compareRow(row, surfaces));
}
