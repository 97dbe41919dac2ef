import assert from 'node:assert/strict';
import type { ValueMap } from '../../../server/src/conversion/value.ts';
import { readRecording } from '../../harness/recordings.ts';
import { changesOf } from './pairs.ts';

/** A reduced change of a definition, and the answers of a server for an object that it breaks. */
interface Row {
  readonly project: string;
  readonly code: string;
  readonly version?: string;
  readonly message: string;
  readonly before: ValueMap;
  readonly after: ValueMap;
  /** The status of each write after the change, and of other requests. */
  readonly answers: Readonly<Record<string, number>>;
}

const { rows } = readRecording<Row, object>(new URL('answers.jsonl.gz', import.meta.url));

describe('histories of definitions', () => {
  it('have many kinds of errors that a server confirmed', () => {
    assert.ok(new Set(rows.map(({ code }) => code)).size >= 14);
    assert.ok(rows.length > 25);
  });

  for (const [index, row] of rows.entries()) {
    it(`${index + 1}: ${row.code} in ${row.project}`, () => {
      const candidates = changesOf(row).filter(
        ({ rule, version }) => rule.code === row.code && version === row.version,
      );
      // If there are several changes, the message identifies the recorded one: by its subject if the wording has
      // changed.
      const sameSubject = candidates.filter(({ message }) => subjectOf(message) === subjectOf(row.message));
      const [only] = candidates.length === 1 ? candidates : sameSubject;
      const change = candidates.find(({ message }) => message === row.message) ?? only;
      assert.ok(change?.message === row.message || candidates.length === 1 || sameSubject.length === 1, row.message);
      assert.equal(change?.severity, 'error', row.message);
      for (const write of ['creates', 'label updates', 'status updates'] as const) {
        const status = row.answers[write];
        if (status === undefined || change.refuses === undefined) continue;
        const isClaimed = change.refuses.writes.includes(write);
        // A status that an update does not change stays valid.
        if (write === 'status updates' && isClaimed) continue;
        assert.equal(status >= 400, isClaimed, `${write}: ${status}`);
      }
    });
  }
});

/** The path or name at the start of a message, such as `.spec.a` or `maxLength of .spec.a`. */
function subjectOf(message: string): string {
  return /^(?:[\w ]+ of )?\S+/.exec(message)?.[0] ?? '';
}
