import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { type OldObjects, oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { inputs } from '../../harness/inputs.ts';
import { type NamedSettings, plainPath, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';

/**
 * An object, and the fields refused in a create of it for a setting: those that an update allows and those it refuses.
 */
interface Row {
  readonly text: string;
  readonly answers: Readonly<Record<string, readonly [kept: readonly string[], refused: readonly string[]]>>;
}

describe('updates of objects that a create would refuse', () => {
  it('keep and refuse exactly the fields that the servers keep and refuse', () => {
    const { head, rows } = readRecording<Row, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
    const surfaces = surfacesOfSettings(head);
    const wrong: unknown[] = [];
    let kept = 0;
    for (const { text, answers } of rows) {
      const stored = oldObjectsOf([{ path: 'stored.json', text }]);
      for (const [setting, [allowed, refuses]] of Object.entries(answers)) {
        const surface = surfaces.get(setting);
        assert.ok(surface !== undefined, setting);
        const created = refusedFields(text, surface);
        const updated = refusedFields(text, surface, stored);
        const blamed = allowed.map(plainPath).filter((path) => updated.has(path));
        const missed = refuses.map(plainPath).filter((path) => created.has(path) && !updated.has(path));
        if (blamed.length + missed.length > 0) wrong.push({ setting, blamed, spared: missed, text });
        kept += allowed.filter((path) => created.has(plainPath(path))).length;
      }
    }
    assert.deepEqual(wrong.slice(0, 5), []);
    assert.ok(kept > 300, `${kept} kept fields`);
  });
});

function refusedFields(text: string, surface: ApiSurface, oldObjects?: OldObjects): ReadonlySet<string> {
  const { resources } = analyze(text, inputs('update.json', [surface], { stored: oldObjects, earlier: oldObjects }));
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return new Set(findings.filter(({ consequence }) => consequence === 'invalid').map(({ path }) => plainPath(path)));
}
