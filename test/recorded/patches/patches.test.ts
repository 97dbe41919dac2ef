import assert from 'node:assert/strict';
import type { Value } from '../../../server/src/conversion/value.ts';
import { readRows } from '../../harness/recordings.ts';
import { Served } from '../../support/served.ts';
import { withoutPlugins } from '../asking.ts';
import { contentTypeOf, objects, type PatchCases, pathOf } from './cases.ts';
import { keptAnswer, type PatchAnswer } from './keptAnswer.ts';

interface RecordedPatch extends Pick<PatchCases, 'type' | 'object'> {
  readonly patch: Value;
  readonly answer: PatchAnswer;
}

const recorded = readRows<RecordedPatch>(new URL('answers.jsonl.gz', import.meta.url));

describe('patches of served objects, as a real server answered', () => {
  let served: Served;

  before(async () => {
    served = await Served.start([['1.37', [withoutPlugins]]]);
    for (const { path, object } of Object.values(objects)) {
      const { status } = await served.ask('POST', path, object);
      assert.equal(status, 201);
    }
  });

  after(() => served.close());

  it('has accepted and refused patches of each kind', () => {
    for (const type of ['json', 'merge', 'strategic'] as const) {
      const statuses = recorded.filter((row) => row.type === type).map(({ answer }) => answer.status);
      assert.ok(statuses.includes(200) && statuses.some((status) => status >= 400), type);
    }
  });

  for (const { type, object, patch, answer } of recorded) {
    it(`${type} patch of a ${object}: ${JSON.stringify(patch)}`, async () => {
      const ours = await served.ask('PATCH', pathOf(object), JSON.stringify(patch), {
        'content-type': contentTypeOf(type),
      });
      assert.deepEqual(keptAnswer({ ...ours, warnings: ours.warnings.map(textOf) }), answer);
    });
  }
});

/** The text of a Warning header. */
function textOf(header: string): string {
  return header.replace(/^299 - "(.*)"$/s, '$1').replaceAll(/\\(["\\])/g, '$1');
}
