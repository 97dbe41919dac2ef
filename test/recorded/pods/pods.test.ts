import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { inputs } from '../../harness/inputs.ts';
import { type NamedSettings, plainPath, surfacesOfSettings } from '../../harness/recorded.ts';
import { readRecording } from '../../harness/recordings.ts';

/** A document, and its refused fields with the settings that refused them. */
interface Row {
  readonly text: string;
  readonly answers: readonly (readonly [readonly string[], readonly string[]])[];
}

describe('pods and workloads with one error', () => {
  it('are refused for exactly the fields that the servers refuse', () => {
    const { head, rows } = readRecording<Row, NamedSettings>(new URL('answers.jsonl.gz', import.meta.url));
    const surfaces = surfacesOfSettings(head);
    assert.ok(rows.length > 450);
    const wrong: unknown[] = [];
    for (const { text, answers } of rows) {
      const refusals = refusedFields(text, [...surfaces.values()]);
      for (const [fields, settings] of answers) {
        const expected = distinct(fields);
        for (const setting of settings) {
          const refused = refusals.get(surfaces.get(setting));
          assert.ok(refused !== undefined, setting);
          if (refused.join() !== expected.join()) wrong.push({ setting, expected, refused, text });
        }
      }
    }
    assert.deepEqual(wrong.slice(0, 5), []);
  });
});

function refusedFields(text: string, surfaces: readonly ApiSurface[]): ReadonlyMap<unknown, readonly string[]> {
  const { resources } = analyze(text, inputs('pods.yaml', surfaces));
  return new Map(
    resources
      .flatMap(({ verdicts }) => verdicts)
      .map(({ surface, findings }) => [
        surface,
        distinct(findings.filter(({ consequence }) => consequence === 'invalid').map(({ path }) => path)),
      ]),
  );
}

function distinct(paths: readonly string[]): readonly string[] {
  return [...new Set(paths.map(plainPath))].sort();
}
