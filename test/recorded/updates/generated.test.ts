import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { inputs } from '../../harness/inputs.ts';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';

/** A stored object, its update, and the fields that the server refused: none if it accepted the update. */
interface Row {
  readonly setting: string;
  readonly old: object;
  readonly new: object;
  readonly refused: readonly string[];
}

describe('generated updates', () => {
  it('are refused exactly if the servers refuse them', () => {
    const { head, rows } = readRecording<Row, NamedSettings>(new URL('./generated.jsonl.gz', import.meta.url));
    const surfaces = surfacesOfSettings(head);
    const wrong = rows.filter((row) => {
      const surface = surfaces.get(row.setting);
      assert.ok(surface !== undefined, row.setting);
      return isRefused(row, surface) !== row.refused.length > 0;
    });
    assert.deepEqual(wrong.slice(0, 5), []);
    assert.ok(rows.length > 500);
  });
});

function isRefused(row: Row, surface: ApiSurface): boolean {
  const oldObjects = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(row.old) }]);
  const { resources } = analyze(
    JSON.stringify(row.new),
    inputs('new.json', [surface], { stored: oldObjects, earlier: oldObjects }),
  );
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return findings.some(({ consequence }) => consequence === 'invalid');
}
