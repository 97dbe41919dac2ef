import assert from 'node:assert/strict';
import type { ApiSurface } from '../../../server/src/catalog/surface.ts';
import { definitionsIn } from '../../../server/src/crd/definitionList.ts';
import { hasRecordings, readDocuments } from '../../conformance/answers.ts';
import type { Comparison } from '../../conformance/judge.ts';
import { withDefinitionsOf } from '../../harness/customKinds.ts';
import { notRun } from '../../harness/notRun.ts';
import { readRows } from '../../harness/recordings.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { compareAnswer, type RecordedAnswer } from '../answered.ts';

interface Row {
  readonly crd: string;
  readonly text: string;
  readonly kind: string;
  readonly answer: RecordedAnswer;
}

describe('custom resources of real definitions', () => {
  it('have the verdict of the server, without a false alarm', function () {
    if (!hasRecordings()) notRun(this, 'the conformance set with the definitions is not on this machine');
    const comparisons = compareAll();
    assert.ok(comparisons.length > 5_000);
    // Lost fields are not recorded, and the server does not name fields if combined schemas fail.
    const unreported = new Set(['extra-fields', 'dropped-true', 'invalid-fields']);
    const wrong = comparisons.filter(({ metric, agrees }) => !unreported.has(metric) && !agrees);
    assert.deepEqual(wrong.slice(0, 10), []);
  });
});

function compareAll(): readonly Comparison[] {
  const rows = readRows<Row>(new URL('answers.jsonl.gz', import.meta.url));
  const surfaces = surfacesOf(new Set(rows.map(({ crd }) => crd)));
  return rows.flatMap(({ crd, text, kind, answer }) => {
    const surface = surfaces.get(crd);
    assert.ok(surface !== undefined, crd);
    return compareAnswer(text, kind, answer, surface);
  });
}

/** A surface for each separate definition, by name. */
function surfacesOf(names: ReadonlySet<string>): ReadonlyMap<string, ApiSurface> {
  const surfaces = new Map<string, ApiSurface>();
  for (const { kind, apiVersion, text } of readDocuments('manifests').values()) {
    if (kind !== 'CustomResourceDefinition' || !apiVersion.endsWith('/v1') || text.includes('{{')) continue;
    const [definition] = definitionsIn(text, 'crd.yaml');
    const name = definition === undefined ? '' : `${definition.plural}.${definition.group}`;
    if (names.has(name) && !surfaces.has(name)) surfaces.set(name, withDefinitionsOf(surfaceOf('1.37'), text));
  }
  return surfaces;
}
