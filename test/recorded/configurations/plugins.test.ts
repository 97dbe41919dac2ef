import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { inputs } from '../../harness/inputs.ts';
import { readRecording } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

interface Row {
  readonly text: string;
  readonly flags: readonly string[];
  /** The error with which the server exits; null if it starts. */
  readonly error: string | null;
}

const { head, rows } = readRecording<Row>(new URL('plugins.jsonl.gz', import.meta.url));
const [setting = ''] = head.settings;

describe('settings of admission plugins, as a real server read them', () => {
  const judged = rows.map((row) => {
    const flags = row.flags.map((flag) => flag.replace(/^--/, ''));
    const findings = analyze(row.text, inputs('admission.json', [surfaceOf([setting, ...flags].join(','))]));
    const errors = findings.documentFindings
      .map(({ finding }) => finding)
      .filter(({ consequence }) => consequence === 'not-started');
    return { ...row, errors: errors.map(({ message }) => message) };
  });

  it(`are accepted exactly if the server starts, in ${rows.length} files`, () => {
    assert.ok(rows.some(({ error }) => error === null) && rows.some(({ error }) => error !== null));
    const wrong = judged.filter(({ error, errors }) => (error === null) !== (errors.length === 0));
    assert.deepEqual(wrong, []);
  });

  it("are refused in the server's words, except for those of its decoder", () => {
    const decoder = /^json: cannot unmarshal|^strict decoding error|^parsing time/;
    const others = judged.filter(({ error, errors }) => {
      if (error === null || decoder.test(error)) return false;
      // The server lists allowed values in random order.
      const words = (message: string) => message.replace(/^[^:]*: /, '').replace(/supported values: .*/, '');
      return !errors.every((message) => error.includes(words(message)));
    });
    assert.deepEqual(others, []);
  });
});
