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
 * (`npm run conversions`); `fixtures/verdicts.json` has the results.
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
        assert.deepEqual(recorded.differences, []);
        if (!text.startsWith('# to:'))
          assert.equal(convertFixture(name, converted), undefined, 'nothing is left to fix');
      }
      const remarked = fix.left.map(fieldIn);
      for (const difference of recorded.differences) {
        const field = fieldIn(difference);
        assert(
          remarked.some((known) => isWithin(known, field) || isWithin(field, known)),
          `no remark says: ${difference}`,
        );
      }
      assert.equal(comments(converted).length, comments(text).length, 'no comment is lost');
    });
  }
});

/** The field at the start of a remark or a difference: `spec.versions[0].schema`. */
function fieldIn(text: string): string {
  return text.slice(0, text.indexOf(': ')).replace(/^\./, '');
}

/** Whether a field is another or within it. */
function isWithin(field: string, outer: string): boolean {
  return field.startsWith(outer) && /^([.[]|$)/.test(field.slice(outer.length));
}

function comments(text: string): readonly string[] {
  return text.match(/(^|\s)#[^\n]*/g) ?? [];
}
