import assert from 'node:assert/strict';
import fc from 'fast-check';
import { analyze } from '../../../server/src/analyze.ts';
import { convertText } from '../../../server/src/convertText.ts';
import type { Fix } from '../../../server/src/finding.ts';
import { surfaceOf } from '../../harness/surfaces.ts';
import { corpus } from '../corpus.ts';
import { mutated } from '../mutations.ts';
import { objectTexts } from '../objects.ts';
import { inputsOf, problemsIn } from '../properties.ts';
import type { Subject } from '../subject.ts';

const accepts: ReadonlySet<Fix['kind']> = new Set<Fix['kind']>(['safe', 'partial', 'lossy', 'forced']);

/**
 * Conversions, up and down: the result is readable, has the reported resources, and further conversions do not change
 * it.
 */
export const conversions: Subject = {
  name: 'conversions',
  share: 1,
  inputs: fc.oneof(mutated(corpus('server/src/conversion/fixtures', /\.ya?ml$/), 4), objectTexts),
  hold(text) {
    for (const target of ['1.37', '1.15']) {
      const inputs = inputsOf(text, [surfaceOf(target)]);
      const request = { to: undefined, defaults: 'keep', accepts } as const;
      const converted = convertText(text, inputs, request);
      const before = analyze(text, inputs);
      const after = analyze(converted.text, inputs);
      assert.ok(problemsIn(after) <= problemsIn(before), `it can be read when converted for ${target}`);
      assert.equal(after.resources.length, before.resources.length, `as many resources when converted for ${target}`);
      // The newest version of an old server has the most fields, but the server may prefer another one.
      const next = convertText(convertText(converted.text, inputs, request).text, inputs, request).text;
      assert.equal(convertText(next, inputs, request).text, next, `conversions for ${target} come to rest`);
      if (converted.outcomes.every(({ done }) => !done) && converted.followed === 0) assert.equal(converted.text, text);
    }
  },
};
