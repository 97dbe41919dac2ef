import assert from 'node:assert/strict';
import { comparePairs, type SameProgram } from './comparePairs.ts';

const pairs = ['a', 'b', 'c'].map((old) => ({ old, converted: `new ${old}` }));

describe('pairs of manifests', () => {
  let asked: string[][] = [];
  beforeEach(() => {
    asked = [];
  });

  /** A program that answers with `answers`, by the old manifest, or that it does not know it. */
  function program(name: string, answers: Readonly<Record<string, object>>): SameProgram {
    return (input) => {
      const rows: { id: string; old: string; new: string }[] = input
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line));
      asked.push(rows.map((row) => row.old));
      assert.ok(rows.every((row) => row.new === `new ${row.old}`));
      // Answers are taken by their ids, whatever their order.
      return rows
        .toReversed()
        .map(({ id, old }) => `${JSON.stringify({ id, ...(answers[old] ?? { error: `${name}: no kind ${old}` }) })}\n`)
        .join('');
    };
  }

  it('are compared by the first release that reads both', () => {
    const newer = program('newer', { b: { same: false, diff: ['.spec.size: 1 is not 2'] } });
    const older = program('older', { a: { same: true }, b: { same: true } });
    assert.deepEqual(comparePairs(pairs, [newer, older]), [
      { differences: [] },
      { differences: ['.spec.size: 1 is not 2'] },
      { unreadable: 'newer: no kind c; older: no kind c' },
    ]);
    assert.deepEqual(asked, [
      ['a', 'b', 'c'],
      ['a', 'c'],
    ]);
  });

  it('are refused if the program does not answer all', () => {
    assert.throws(() => comparePairs(pairs, [() => '{"id": "0", "same": true}\n']), /compared 1 of 3 pairs/);
  });
});
