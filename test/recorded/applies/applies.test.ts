import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { inputs } from '../../harness/inputs.ts';
import { type NamedSettings, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';
import { type AskedOperation, operationOf } from './refusals.ts';

/** An applied manifest, the stored object, the next request, and the fields that were refused. */
interface Row {
  readonly setting: string;
  readonly manifest: object;
  readonly stored: object;
  /** The same manifest if absent. */
  readonly next?: object;
  readonly apply: readonly string[] | 'warned';
  readonly update: readonly string[] | 'warned';
}

const { head, rows } = readRecording<Row, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
const operations: readonly AskedOperation[] = ['apply', 'update'];

describe('changes of stored objects', () => {
  const surfaces = surfacesOfSettings(head);

  for (const operation of operations) {
    for (const old of ['stored', 'manifest'] as const) {
      it(`are not refused if the server accepts an ${operation}, compared with the ${old}`, () => {
        const wrong = rows.filter(
          (row) => (row[operation] === 'warned' || row[operation].length === 0) && judged(row, operation, old).refused,
        );
        assert.deepEqual(wrong.slice(0, 3), []);
      });
    }

    it(`are refused if the server refuses an ${operation}`, () => {
      const refused = rows.filter((row) => row[operation] !== 'warned' && row[operation].length > 0);
      const found = refused.filter((row) => judged(row, operation, 'stored').refused);
      assert.ok(refused.length > 200);
      const min = 0.985;
      assert.ok(found.length >= min * refused.length, `${found.length} of ${refused.length}`);
    });

    it(`have no warnings if the server sends none, in an ${operation} of existing objects`, () => {
      const withoutWarning = rows.filter((row) => row.next === undefined && row[operation] !== 'warned');
      const wrong = withoutWarning.filter((row) => judged(row, operation, 'stored').warned);
      assert.deepEqual(wrong.slice(0, 3), []);
    });
  }

  function judged(row: Row, operation: AskedOperation, old: 'stored' | 'manifest') {
    const surface = surfaces.get(row.setting);
    assert.ok(surface !== undefined, row.setting);
    const consequences = consequencesOf(row, surface, operation, old);
    return { refused: consequences.has('invalid'), warned: consequences.has('warning') };
  }
});

function consequencesOf(row: Row, surface: ApiSurface, operation: AskedOperation, old: 'stored' | 'manifest') {
  const stored = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(row[old]) }], operationOf[operation]);
  const text = JSON.stringify(row.next ?? row.manifest);
  const { resources } = analyze(text, inputs('new.json', [surface], { stored, earlier: stored }));
  return new Set(
    resources.flatMap(({ verdicts }) =>
      verdicts.flatMap(({ findings }) => findings.map(({ consequence }) => consequence)),
    ),
  );
}
