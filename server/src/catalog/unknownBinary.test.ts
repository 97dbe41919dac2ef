import assert from 'node:assert/strict';
import { parseTargetExpression } from '../targets/expression.ts';
import { formatMinor, minor } from '../targets/version.ts';
import { readCatalog } from '../workspace/shipped/catalogFile.ts';
import { resolve } from './resolve.ts';

const catalog = readCatalog();

function refusal(binary: number): string {
  const parsed = parseTargetExpression(formatMinor(minor(binary)));
  assert.ok(parsed.ok);
  const resolution = resolve('target', parsed.target, catalog);
  assert.ok(!resolution.ok);
  const [problem] = resolution.problems;
  assert.equal(problem?.allowed, `${formatMinor(catalog.oldest)} to ${formatMinor(catalog.newest)}`);
  return problem.message;
}

describe('a binary that the catalogue does not have', () => {
  it('is said to be newer than this build, with what to do', () => {
    const newest = formatMinor(catalog.newest);
    const next = formatMinor(minor(catalog.newest + 1));
    assert.equal(
      refusal(catalog.newest + 1),
      `${next} is newer than ${newest}, the newest known release; update Kubecompat, or check against ${newest} meanwhile`,
    );
  });

  it('is said to be outside of what is known where it is older', () => {
    assert.match(refusal(catalog.oldest - 1), /^Kubecompat knows Kubernetes 1\.8 to /);
  });
});
