import assert from 'node:assert/strict';
import fc from 'fast-check';
import { failureOf } from './failure.ts';
import { foundTexts } from './found.ts';
import { minimise } from './minimise.ts';
import { subjects } from './registry.ts';

/** Fixed, so that a failure is reproducible. `npm run fuzz` tries new seeds. */
const seed = 25;

describe('properties of any input', () => {
  for (const subject of subjects) {
    describe(subject.name, () => {
      for (const { file, text } of foundTexts(subject.name)) {
        it(`hold for ${file}`, () => subject.hold(text));
      }
      it('hold for random inputs', async () => {
        for (const text of fc.sample(subject.inputs, { seed, numRuns: Math.ceil(16 * subject.share) })) {
          const failure = await failureOf(subject, text);
          if (failure === undefined) continue;
          const small = await minimise(
            text,
            async (candidate) => (await failureOf(subject, candidate)) === failure,
            300,
          );
          assert.fail(`${failure}\n${JSON.stringify(small)}`);
        }
      });
    });
  }
});

describe('a failure that the fuzzer finds', () => {
  it('is minimized', async () => {
    const small = await minimise('one\ntwo: [a, bad, c]\nthree\n', async (text) => text.includes('bad'));
    assert.equal(small, 'bad');
  });
});
