import assert from 'node:assert/strict';
import { analyze } from '../../../server/src/analyze.ts';
import { resolve } from '../../../server/src/catalog/resolve.ts';
import { factMinor } from '../../../server/src/targets/version.ts';
import { oldObjectsOf } from '../../../server/src/update/oldObjects.ts';
import { readCatalog } from '../../../server/src/workspace/shipped/catalogFile.ts';
import { inputs } from '../../harness/inputs.ts';
import recorded from './changes.json' with { type: 'json' };

/** Whether an update is refused according to the findings. */
function isRefused(binary: string, from: object, to: object): boolean {
  const target = resolve(binary, { binary: factMinor(binary), runtimeConfig: [], featureGates: [] }, readCatalog());
  assert.ok(target.ok);
  const old = oldObjectsOf([{ path: 'old.json', text: JSON.stringify(from) }]);
  const { resources } = analyze(
    JSON.stringify(to),
    inputs('new.json', [target.surface], { stored: old, earlier: old }),
  );
  const findings = resources.flatMap(({ verdicts }) => verdicts.flatMap((verdict) => verdict.findings));
  return findings.some(({ consequence }) => consequence === 'invalid');
}

describe('updates and the answers of running servers', () => {
  for (const { name, good, bad, answers } of recorded.cases) {
    for (const [binary, statuses] of Object.entries(answers)) {
      it(`${name} at ${binary}`, () => {
        const [fromGood, fromBad] = statuses;
        assert.equal(isRefused(binary, bad, bad), fromBad === 422, 'from bad to bad');
        assert.equal(isRefused(binary, good, bad), fromGood === 422, 'from good to bad');
        assert.equal(isRefused(binary, good, good), false, 'nothing bad');
      });
    }
  }
});
