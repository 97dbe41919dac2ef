import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { analyze } from '../server/src/analyze.ts';
import type { Finding } from '../server/src/finding.ts';
import { applyEdits } from '../server/src/text/edit.ts';
import { inputs } from './harness/inputs.ts';
import { notRun } from './harness/notRun.ts';
import { readRows } from './harness/recordings.ts';
import { surfaceOf } from './harness/surfaces.ts';

const corpus = new URL('../../shared/conformance/manifests.jsonl.gz', import.meta.url);

/** Real manifests from public repositories, as `{ id, text }`. */
function documents(): readonly { readonly id: string; readonly text: string }[] {
  return readRows(corpus);
}

function findingsOf(text: string): readonly Finding[] {
  return analyze(text, inputs('a.yaml', [surfaceOf('1.37')])).resources.flatMap(({ verdicts }) =>
    verdicts.flatMap(({ findings }) => findings),
  );
}

/** The lines of the old text that the edit does not change. */
function untouched(text: string, finding: Finding): readonly string[] {
  const edits = finding.fixes()[0]?.edits ?? [];
  let at = 0;
  return text.split('\n').filter((line) => {
    const start = at;
    at += line.length + 1;
    return !edits.some(({ span }) => span.start <= start + line.length && span.end >= start);
  });
}

/** The findings whose fixes convert a resource to another version. */
const movable = new Set(['removed-api', 'deprecated-api', 'stale-api', 'api-not-enabled']);

describe('conversions of real manifests', () => {
  it('fix the finding and change nothing else', function () {
    if (!existsSync(corpus)) notRun(this, 'the corpus of manifests is not here');
    let safe = 0;
    for (const { id, text } of documents()) {
      // Other documents have no newer version, and judging all of them takes long.
      if (!/apiVersion.*(alpha|beta|autoscaling)/.test(text)) continue;
      const finding = findingsOf(text).find(
        ({ code, fixes }) => movable.has(code) && fixes().some(({ kind }) => kind === 'safe'),
      );
      const [fix] = finding?.fixes() ?? [];
      if (finding === undefined || fix === undefined) continue;
      safe++;
      const fixed = applyEdits(text, fix.edits);
      assert(fixed !== undefined, id);
      assert(
        !findingsOf(fixed).some(({ code, span }) => code === finding.code && span.start === finding.span.start),
        id,
      );
      const after = fixed.split('\n');
      let line = -1;
      for (const kept of untouched(text, finding)) {
        line = after.indexOf(kept, line + 1);
        assert(line >= 0, `${id}: "${kept}" is gone or has moved`);
      }
    }
    assert(safe > 800, `${safe} safe fixes`);
  });
});
