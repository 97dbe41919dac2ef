import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import {
  type ConversionVerdict,
  conversionDigest,
  conversionFixtures,
  conversionFolder,
  convertedFile,
  convertFixture,
} from '../../../test/harness/conversionFixtures.ts';

/*
 * Kubernetes' own conversion and defaulting code compared each fixture with its conversion
 * (`test/harness/renewConversionVerdicts.ts`); `fixtures/verdicts.json` has the results.
 */
const verdicts: Record<string, ConversionVerdict> = JSON.parse(
  readFileSync(new URL('verdicts.json', conversionFolder), 'utf8'),
);

describe('the verdicts of Kubernetes on conversions', () => {
  it('exist for exactly the fixtures', () => {
    assert.deepEqual(Object.keys(verdicts).sort(), conversionFixtures());
  });

  for (const name of conversionFixtures()) {
    it(name, () => {
      const text = readFileSync(new URL(name, conversionFolder), 'utf8');
      const recorded = verdicts[name];
      const result = convertFixture(name, text);
      assert(result !== undefined && recorded !== undefined);
      const { fix, converted } = result;
      assert.equal(converted, readFileSync(convertedFile(name), 'utf8'));
      assert.deepEqual({ kind: fix.kind, left: fix.left }, { kind: recorded.kind, left: recorded.left });
      assert.equal(conversionDigest(text, converted), recorded.digest, 'ask Kubernetes again');
      if (fix.kind === 'safe') {
        assert.equal(recorded.verdict, 'same');
        if (!text.startsWith('# to:'))
          assert.equal(convertFixture(name, converted), undefined, 'nothing is left to fix');
      }
      assert.equal(comments(converted).length, comments(text).length, 'no comment is lost');
    });
  }
});

function comments(text: string): readonly string[] {
  return text.match(/(^|\s)#[^\n]*/g) ?? [];
}
