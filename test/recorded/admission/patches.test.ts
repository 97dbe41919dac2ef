import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { analyze } from '../../../server/src/analyze.ts';
import { isError } from '../../../server/src/finding.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { inputs } from '../../harness/inputs.ts';
import { surfaceOf } from '../../harness/surfaces.ts';

/** The answers of a server to creates, and the policies that it had. */
interface Recorded {
  readonly target: string;
  readonly given: readonly object[];
  readonly answers: readonly { readonly object: object; readonly status: number; readonly message?: string }[];
}

describe('JSON patches of policies, as a real server answered', () => {
  const recorded: Recorded = JSON.parse(
    gunzipSync(readFileSync(new URL('patches.jsonl.gz', import.meta.url))).toString('utf8'),
  );
  const { target, given, answers } = recorded;
  const texts = [...given, ...answers.map(({ object }) => object)].map((manifest) => JSON.stringify(manifest));
  const text = texts.join('\n---\n');
  const { resources } = analyze(text, inputs('recorded.yaml', [withDefinitionsOf(surfaceOf(target), text)]));

  for (const [index, { object, status, message }] of answers.entries()) {
    const found = resources[given.length + index]?.verdicts[0]?.findings.filter(isError).map((each) => each.message);
    it(`${message ?? 'stored'} (${JSON.stringify(object).slice(0, 70)})`, () => {
      if (status < 300) assert.deepEqual(found, []);
      else assert.deepEqual(found, [message]);
    });
  }
});
