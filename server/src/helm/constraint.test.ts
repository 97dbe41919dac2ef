import assert from 'node:assert/strict';
import { satisfies } from './constraint.ts';
import recorded from './fixtures/constraints.json' with { type: 'json' };

const letters = new Map([
  [true, 't'],
  [false, 'f'],
  [undefined, '-'],
]);

describe('satisfies', () => {
  for (const [constraint, answers] of Object.entries(recorded.constraints)) {
    it(`answers ${JSON.stringify(constraint)} as Masterminds/semver did`, () => {
      const given = recorded.versions.map((version) => letters.get(satisfies(constraint, version)));
      assert.equal(given.join(''), answers);
    });
  }
});
