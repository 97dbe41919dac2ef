import assert from 'node:assert/strict';
import { inputs } from '../../../test/harness/inputs.ts';
import { surfaceOf } from '../../../test/harness/surfaces.ts';
import { analyze } from '../analyze.ts';
import type { Finding } from '../finding.ts';
import { applyFixes } from '../fix.ts';

const head = 'apiVersion: v1\nkind: Pod\nmetadata: { name: a }\nspec:\n  containers:\n';
const targets = [surfaceOf('1.37'), surfaceOf('1.36')];

function findings(text: string): ReadonlyMap<string, readonly Finding[]> {
  const all = analyze(text, inputs('a.yaml', targets)).resources.flatMap(({ verdicts }) => verdicts[0]?.findings ?? []);
  const byCode = new Map<string, Finding[]>();
  for (const finding of all) byCode.set(finding.code, [...(byCode.get(finding.code) ?? []), finding]);
  return byCode;
}

/** What the last finding reports about unlisted findings. */
function last(of: readonly Finding[] = []): string {
  return of.at(-1)?.message ?? '';
}

describe('the number of findings that a file lists', () => {
  it('is limited for each code, and the last finding has the number of the others', () => {
    const found = findings(head + '  - foo: 1\n'.repeat(8_000));
    const unknown = found.get('unknown-field');
    assert.equal(unknown?.length, 2_001);
    assert.match(last(unknown), /\(and 5999 more of unknown-field that are not listed\)$/);
    const missing = found.get('missing-field');
    assert.equal(missing?.length, 2_001);
    assert.match(last(missing), /\(and 13999 more of missing-field that are not listed\)$/);
    const starts = unknown?.map(({ span }) => span.start) ?? [];
    assert.deepEqual(
      starts,
      [...starts].sort((a, b) => a - b),
    );
  });

  it('is limited over all documents of a file', () => {
    const found = findings('apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\nfoo: 1\n---\n'.repeat(2_500));
    assert.equal(found.get('unknown-field')?.length, 2_001);
    assert.match(last(found.get('unknown-field')), /\(and 499 more of unknown-field that/);
  });

  it('is complete below the limit', () => {
    for (const count of [1_999, 2_000, 2_001]) {
      const unknown = findings(head + '  - { name: a, image: b, foo: 1 }\n'.repeat(count)).get('unknown-field');
      assert.equal(unknown?.length, count);
      assert.doesNotMatch(last(unknown), /not listed/);
    }
  });

  it('does not prevent any fix', () => {
    const text = 'apiVersion: v1\nkind: ConfigMap\nmetadata: { name: a }\ndatas: { a: b }\n---\n'.repeat(2_500);
    const fixed = applyFixes(text, inputs('a.yaml', [surfaceOf('1.37')]), () => true);
    assert.equal(fixed.text, text.replaceAll('datas', 'data'));
  });
});
