import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { applyFixes, safeFixes } from '../../../server/src/fix.ts';
import { applyEdits } from '../../../server/src/text/edit.ts';
import { assertInside, findingsOf, inputsOf, problemsIn } from '../properties.ts';
import type { Subject } from '../subject.ts';
import { manifestTexts } from './judge.ts';

/** Fixes: each can be applied and leaves the text readable, and no safe fix remains after all are applied. */
export const fixes: Subject = {
  name: 'fixes',
  share: 1,
  inputs: manifestTexts,
  hold(text) {
    const inputs = inputsOf(text);
    const analysis = analyze(text, inputs);
    const before = problemsIn(analysis);
    for (const finding of findingsOf(analysis).slice(0, maxFixes)) {
      for (const { title, edits, kind, left } of finding.fixes()) {
        for (const { span } of edits) assertInside(span, text, title);
        const fixed = applyEdits(text, edits);
        assert.ok(fixed !== undefined, `the edits of "${title}" can be applied together`);
        assert.ok(kind !== 'safe' || left.length === 0, `"${title}" is safe and leaves something`);
        assert.ok(problemsIn(analyze(fixed, inputs)) <= before, `"${title}" leaves a text that can be read`);
      }
    }
    const fixed = applyFixes(text, inputs, safeFixes);
    assert.ok(problemsIn(fixed.analysis) <= before, 'fixes leave a text that can be read');
    const again = applyFixes(fixed.text, inputs, safeFixes);
    assert.deepEqual(
      again.applied.map(({ fix }) => fix.title),
      [],
      'fixes leave nothing to fix',
    );
    assert.equal(again.text, fixed.text);
    if (fixed.applied.length === 0) assert.equal(fixed.text, text);
  },
};

/** The text is judged again after each fix. */
const maxFixes = 12;
