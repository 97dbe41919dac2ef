import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { inputs } from '../../harness/inputs.ts';
import { resolveFlags } from '../../harness/recorded.ts';
import { readRows } from '../../harness/recordings.ts';

/** An update, and the fields that each server refuses in it. */
interface Row {
  readonly old: object;
  readonly new: object;
  readonly answers: Readonly<Record<string, readonly string[]>>;
}

const rows = readRows<Row>(new URL('immutable.jsonl.gz', import.meta.url));

describe('updates of immutable fields', () => {
  for (const binary of ['1.34', '1.37']) {
    it(`are refused only if the server ${binary} refuses them`, () => {
      const surface = surfaceOf(binary);
      const alarms: unknown[] = [];
      let refused = 0;
      let found = 0;
      for (const row of rows) {
        const answer = row.answers[binary];
        if (answer === undefined) continue;
        const blamed = blamedFields(row.old, row.new, surface);
        const wrong = blamed.filter((path) => !answer.includes(path));
        if (wrong.length > 0) alarms.push({ wrong, answer, new: row.new });
        if (answer.length > 0) refused += 1;
        if (answer.length > 0 && blamed.length > 0) found += 1;
      }
      assert.deepEqual(alarms.slice(0, 5), []);
      assert.ok(found >= 200, `${found} of ${refused} refused updates are found`);
    });
  }

  it('are accepted if nothing changes', () => {
    const surface = surfaceOf('1.37');
    const wrong = rows.filter(({ old }) => blamedFields(old, old, surface).length > 0);
    assert.deepEqual(wrong.slice(0, 5), []);
  });
});

function surfaceOf(binary: string): ApiSurface {
  const resolution = resolveFlags(binary, ['--runtime-config=api/all=true']);
  assert.ok(resolution.ok);
  return resolution.surface;
}

function blamedFields(old: object, now: object, surface: ApiSurface): readonly string[] {
  const oldObjects = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(old) }]);
  const { resources } = analyze(
    JSON.stringify(now),
    inputs('new.json', [surface], { stored: oldObjects, earlier: oldObjects }),
  );
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return findings.filter(({ code }) => code === 'immutable-field').map(({ path }) => path);
}
